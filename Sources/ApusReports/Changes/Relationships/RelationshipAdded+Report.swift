import ApusMigration
import ApusSchema

extension RelationshipAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, relationship.name, relationship.summary, to: relationship.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipAdded",
        title: "Relationship added",
        effects: [.lightweight, .mapped],
        reason: """
            A new to-many relationship and a new optional to-one relationship start empty. A required to-one
            relationship is refused: nothing determines which objects the existing rows point to. Core Data
            fails on the first store that has a row (error 134110, missing relationship).

            A new inverse of an existing relationship has that relationship's references from the start, seen
            from the other side. If the inverse is to-one, it is refused, because several objects may already
            point to the same one.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Nothing, if the relationship is to-many or optional. Otherwise, make it optional in this version.
            Once your app has set it in every object, make it required in a later version, with `require`
            (AP207).
            """
    )
}
