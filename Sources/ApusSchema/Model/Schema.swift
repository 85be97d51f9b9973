/// One version of a model, as a value.
///
/// A schema keeps the order in which its author wrote entities and properties. The order means nothing to a store or to
/// a diff; generated code, tables and written files follow it, because a person chose it.
public struct Schema: Hashable, Sendable {
    /// The model's name (`Trips`).
    public var model: String

    /// The entities, in the author's order.
    public var entities: [Entity]

    /// Creates a schema.
    public init(model: String, entities: [Entity] = []) {
        self.model = model
        self.entities = entities
    }

    /// The entity of that name, or `nil`.
    public func entity(_ name: String) -> Entity? {
        entities.first { $0.name == name }
    }

    /// The inverse of a relationship: the entity at its far end, and that entity's relationship back, where both exist.
    public func inverse(of relationship: Relationship) -> (entity: Entity, relationship: Relationship)? {
        guard let name = relationship.inverse, let far = entity(relationship.destination),
            let back = far.relationship(name)
        else { return nil }
        return (far, back)
    }
}
