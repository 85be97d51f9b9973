public import ApusSchema

/// The contents of a seeded store.
public struct SeedReport: Sendable {
    /// The number of rows of an entity or a join table.
    public struct Count: Hashable, Sendable {
        /// The entity, or the relationship with a join table.
        public let path: ElementPath
        /// The number of objects, without those of sub-entities, or of join table rows.
        public let rows: Int
    }

    /// The objects of each concrete entity, in the order of the store.
    public let objects: [Count]

    /// The rows of each join table.
    public let joinTables: [Count]

    /// The number of values in files beside the store.
    public let files: Int

    /// The size of the store's file in bytes.
    public let bytes: Int

    /// The number of all objects.
    public var rows: Int { objects.reduce(0) { $0 + $1.rows } }
}
