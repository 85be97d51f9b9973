import ApusMigration
import ApusSchema

extension RelationshipAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let summary = relationship.summary
        return ChangeWords(.added, relationship.name, summary + rowsLeftEmpty.text(after: ", required: "), to: summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipAdded",
        title: "Relationship added",
        effects: [.lightweight],
        reason: """
            A new relationship starts empty, even if it is a required to-one: nothing determines which objects
            the existing rows point to. Those rows stay as they are, as the diff says. The plan and the migration's report count
            them, `apus verify` lists them, and the next save of such an object has to set it.
            Apps ship such versions with inferred migration.

            A new inverse of an existing relationship has that relationship's references from the start, seen
            from the other side. If the inverse is to-one, the migration stops before it writes where
            several objects point to the same one, unless the mapping chooses (AP316).
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
            Nothing. If no row may be left without an object, write `require: [Trip.guide]`: the migration then
            stops before its first write where a row has none.
            """
    )
}

extension RowsLeftEmpty {
    /// What a diff says of the rows, after some text; empty if there are none.
    func text(after start: String) -> String {
        switch self {
        case .none: ""
        case .some: start + "existing rows without one stay as they are"
        case .all: start + "existing rows stay without one"
        }
    }
}
