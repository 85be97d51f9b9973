import ApusMigration

extension HierarchiesMerged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "hierarchy:", "\(from.list) come under \(root)", from: from.list, to: root)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "hierarchiesMerged",
        title: "Hierarchies are merged",
        effects: [.mapped, .loss],
        reason: """
            Objects of one hierarchy share one count of identities. Hierarchies that were apart counted each for
            itself, so an object of one may have the identity of an object of the other, and one of the two
            would need another one. Apus never gives an object another identity. Core Data does not infer this
            either: entities without a common parent in the older model must have none in the newer one.
            """,
        before: """
            entities:
              Car:
                attributes:
                  name: string
              Boat:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Vehicle:
                abstract: true
                attributes:
                  name: string
              Car:
                parent: Vehicle
              Boat:
                parent: Vehicle
            """,
        advice: """
            Keep the hierarchies apart. If the objects of all but one of them are not needed any more, accept
            their loss, here with `accept: [Boat]`.
            """
    )
}
