/// An entity as the objects of a container's stores know it. The container's own subclass knows where its rows are.
///
/// A class with a stored property rather than a protocol: each use of a relationship asks an object for its entity.
class StoredEntity: @unchecked Sendable {
    /// What the runtime knows of the entity.
    final let entity: EntityDescription

    init(_ entity: EntityDescription) {
        self.entity = entity
    }
}
