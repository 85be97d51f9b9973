import ApusMigration
import ApusSchema

extension KindChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, to.name, change(from.summary, to.summary), from: from.summary, to: to.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "kindChanged",
        title: "An attribute becomes a relationship, or a relationship an attribute",
        effects: [.mapped],
        reason: """
            Values are no references, so nothing of the older property can go on under the newer one of the same
            name. Once its loss is accepted, it is one that is gone (AP202, AP302) and one that is new (AP201,
            AP301).
            """,
        before: """
            entities:
              Trip:
                attributes:
                  guide: string?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss of the older property. To keep its values, give the newer property a name of its own
            and let both stand beside each other for a version, in which your app makes the one of the other.
            """
    )
}
