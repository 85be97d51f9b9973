import ApusMigration
import ApusSchema

extension DuplicatesSettled: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let fate =
            switch kept {
            case .one(let choice, nil): "the \(choice.rawValue) of several objects stays"
            case .one(let choice, let attribute?): "the \(choice.rawValue) of several objects by '\(attribute)' stays"
            case .numbered(let attribute): "several objects get numbers in '\(attribute)'"
            }
        return ChangeWords(.changed, "unique:", "\(properties.constraint), \(fate)", to: kept.description)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "duplicatesSettled",
        title: "Objects with the same unique values",
        effects: [.written],
        reason: """
            Objects may have the same values in the properties of a unique constraint that is new, or whose values the stage
            changes. Without a line, the migration looks for them before it writes and stops if there are any. `duplicates`
            says which one stays; all references to the others then point to it, and the others' values are lost. Or all of
            them stay, and all but the first get a number.
            """,
        before: """
            entities:
              Client:
                attributes:
                  email: string
                  updatedAt: date
            """,
        after: """
            entities:
              Client:
                attributes:
                  email: string
                  updatedAt: date
                unique: [email]
            """,
        mapping: """
            duplicates: { Client: newest(updatedAt) }
            """,
        advice: """
            Nothing, if the choice is right. `apus migrate STORE --dry-run` says how many objects go.
            """
    )
}
