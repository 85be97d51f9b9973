/// Entities of several hierarchies, whose objects were counted apart, come under one root.
public struct HierarchiesMerged: Difference {
    /// The newer root entity.
    public let root: String

    /// The older root entities.
    public let from: [String]

    /// Creates the difference.
    public init(root: String, from: [String]) {
        self.root = root
        self.from = from
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, "hierarchy:", "\(from.list) come under \(root)", from: from.list, to: root)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP109",
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
