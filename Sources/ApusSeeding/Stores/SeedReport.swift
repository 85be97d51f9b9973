public import ApusSchema

/// What a seeded store holds.
public struct SeedReport: Sendable {
    /// How many rows something has.
    public struct Count: Hashable, Sendable {
        /// The entity, or the relationship.
        public let path: ElementPath
        /// How many objects of just that entity, or pairs.
        public let rows: Int
    }

    /// The objects of each entity that has objects of its own, in the order of the store.
    public let objects: [Count]

    /// The pairs of each relationship that is kept as pairs.
    public let pairs: [Count]

    /// How many values lie in files beside the store.
    public let files: Int

    /// The size of the store's file in bytes.
    public let bytes: Int

    /// All objects.
    public var rows: Int { objects.reduce(0) { $0 + $1.rows } }
}
