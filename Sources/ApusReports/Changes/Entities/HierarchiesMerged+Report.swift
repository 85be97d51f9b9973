import ApusMigration

extension HierarchiesMerged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "hierarchy:", "\(from.list) now share the root \(root)", from: from.list, to: root)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "hierarchiesMerged",
        title: "Hierarchies merged",
        effects: [.mapped, .loss],
        reason: """
            Identities are unique within a hierarchy only. Objects of two separate hierarchies may have the same
            identity, so those of one need new ones, which Apus gives to no object unasked. Core Data does not
            infer this change either: entities without a common parent in the older model must have none in the
            newer one.
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
            Say whose objects get new identities, here with `entities: { Boat: { from: Boat } }`: every reference
            to them follows. If only the objects of one hierarchy are still needed, accept the loss of the
            others with `accept: [Boat]`. Each entity of the hierarchy that has objects needs its line. Or keep
            the hierarchies separate.
            """
    )
}
