import ApusSchema

/// An entity that is not abstract.
struct ConcreteEntity: Sendable {
    /// The entity.
    let entity: Entity

    /// The entity and its ancestors, nearest first.
    let line: [Entity]

    /// The root of its hierarchy, which shares one sequence of identities.
    var root: String { line.last?.name ?? entity.name }
}
