import ApusMigration

extension TypeChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, change(from, to) + converting(conversion), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "typeChanged",
        title: "Attribute type changed",
        effects: [.mapped, .lightweight, .loss],
        reason: """
            A type change is inferred if every older value is a value of the newer type and there is only one
            way to convert it, such as `int16` to `int64`, `float` to `double` or `int32` to `string`. Every
            other change needs a `convert` in the mapping, because values may not fit or because there are
            several ways: `rounded` or `truncated`, seconds since 1970 or since 2001. Core Data converts between
            all numeric types and does not report what it rounds.

            A conversion that finds a value it cannot convert stops the migration before the first write. Its
            variant with the suffix `OrNull` (`exactOrNull`) gives that row no value; if a value is required,
            the row gets the `fill` or the default. With `OrSetAside`, the store keeps the older value, too.
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
            Name a conversion; [Conversions.md](Conversions.md) lists all of them. To discard the values and
            start over, accept the loss: `accept: [Trip.nights]`. The change is then a removal (AP202) and an
            addition (AP201), and existing rows get values like those of a new attribute.
            """
    )
}
