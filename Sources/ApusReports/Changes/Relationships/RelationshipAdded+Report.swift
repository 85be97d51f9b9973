import ApusMigration
import ApusSchema

extension RelationshipAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, relationship.name, relationship.summary, to: relationship.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipAdded",
        title: "A relationship is new",
        effects: [.lightweight, .mapped],
        reason: """
            A to-many relationship begins empty, an optional to-one one leads nowhere. A required to-one
            relationship is refused: nothing says where it leads to from the rows that exist. Core Data fails on
            the first store that has a row (error 134110, missing relationship).

            A relationship that is new as the inverse of one that was there has that one's references from the
            start, seen from the other side. A to-one one is refused there, as several objects may lead to one
            object so far.
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
            Nothing, where it is to-many or optional. Otherwise make it optional in this version; once your app
            has set it everywhere, make it required in a later one, with `require` (AP207).
            """
    )
}
