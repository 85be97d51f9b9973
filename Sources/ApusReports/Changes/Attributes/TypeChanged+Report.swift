import ApusMigration

extension TypeChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, change(from, to) + converting(conversion), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "typeChanged",
        title: "An attribute has another type",
        effects: [.mapped, .lightweight, .loss],
        reason: """
            A change of type is inferred where every older value is a value of the newer type and there is one
            way to say it, such as `int16` to `int64`, `float` to `double`, `int32` to `string`. Everything else
            needs a word, because values may not fit or because there are several ways: `rounded` or
            `truncated`, seconds since 1970 or since 2001. Core Data converts between all numeric types and does
            not say what it rounds.

            A conversion that meets a value it cannot hold stops the migration before anything is written; under
            its name with `OrNull` behind it (`exactOrNull`) that row gets no value, and where one is required,
            what `fill` or the default says.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  nights: double
            """,
        after: """
            entities:
              Trip:
                attributes:
                  nights: int32
            """,
        mapping: """
            convert: { Trip.nights: rounded }
            """,
        advice: """
            Name a conversion; [Conversions.md](Conversions.md) has all of them. To give up the values and begin
            anew, accept the loss: `accept: [Trip.nights]`. The attribute is then one that is gone (AP202) and
            one that is new (AP201), and existing rows get what a new one's get.
            """
    )
}
