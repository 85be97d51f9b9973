import ApusMigration
import ApusSchema

extension KindChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, to.name, change(from.summary, to.summary), from: from.summary, to: to.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "kindChanged",
        title: "Attribute became a relationship, or vice versa",
        effects: [.mapped],
        reason: """
            Values are not references, so the newer property cannot keep anything of the older one. Once the
            loss is accepted, the change is a removal (AP202, AP302) and an addition (AP201, AP301).
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
            Accept the loss of the older property. To keep its values, give the newer property another name and
            keep both for one version, in which your app converts one into the other.
            """
    )
}
