import ApusMigration

extension DestinationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "to \(from) → to \(to)", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "destinationChanged",
        title: "A relationship leads to another entity",
        effects: [.lightweight, .loss],
        reason: """
            Where every object that the relationship could lead to is still one that it can lead to, as with a
            parent of the older destination, the references stay. Where only some are, it is narrower than
            before (AP313). Where none is, it is another relationship under the same name: the references are
            lost, which needs a word.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Guide?
              Person:
                attributes:
                  name: string
              Guide:
                parent: Person
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
              Guide:
                parent: Person
            """,
        advice: """
            Nothing, where it leads to a parent. To begin anew with another destination, accept the loss of the
            references by the relationship's older name.
            """
    )
}
