extension EntityTable {
    /// Properties that are unique together among the objects of an entity.
    struct UniqueProperties: Hashable, Sendable {
        /// The entity, which is this one or one above it.
        let entity: String
        /// The positions of the properties.
        let positions: [Int]
    }
}
