/// An entity in an open container. The container's subclass, `EntityTable`, adds where its rows are.
///
/// This is a class with a stored property rather than a protocol because every access to a relationship reads it.
class StoredEntity: @unchecked Sendable {
    /// The description of the entity.
    final let entity: EntityDescription

    init(_ entity: EntityDescription) {
        self.entity = entity
    }
}
