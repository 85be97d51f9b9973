import ApusSchema

/// An entity that has objects of its own.
struct Kind: Sendable {
    /// The entity.
    let entity: Entity

    /// The entity and its ancestors, nearest first.
    let line: [Entity]

    /// The root of its hierarchy, whose objects have identities of one sequence.
    var root: String { line.last?.name ?? entity.name }
}
