import ApusMigration

extension DestinationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "to \(from) → to \(to)", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "destinationChanged",
        title: "Destination changed",
        effects: [.lightweight, .loss],
        reason: """
            If the newer destination includes every object that the relationship could point to, as a parent of
            the older destination does, the references are kept. If it includes only some of them, the
            destination is narrower (AP313). If it includes none, this is another relationship with the same
            name: the references are lost, and the mapping must accept the loss.
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
            Nothing, if the newer destination is a parent of the older one. To start over with another
            destination, accept the loss of the references under the relationship's older name.
            """
    )
}
