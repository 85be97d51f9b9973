import ApusMigration

extension ObjectsDropped: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, "objects:", "those of \(entity) that no origin takes", from: entity)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "objectsDropped",
        title: "Objects dropped",
        effects: [.loss],
        reason: """
            The mapping says which objects become or stay those of the entity, and some satisfy no condition. They are
            removed, because the mapping accepts it.
            """,
        before: """
            entities:
              Contact:
                attributes:
                  name: string
                  isArchived: bool
            """,
        after: """
            entities:
              Contact:
                attributes:
                  name: string
                  isArchived: bool
            """,
        mapping: """
            accept: [Contact]
            entities:
              Contact: { from: Contact, where: isArchived == NO }
            """,
        advice: """
            Nothing, if this is intended: the line is the decision.
            """
    )
}
