/// What the runtime knows about an entity before any store is open. Generated code makes it.
///
/// A property's position is its place among the attributes, followed by the relationships, both in the model's order.
public final class EntityDescription: Sendable {
    /// The entity's name.
    public let name: String

    /// The names of the attributes.
    public let attributes: [String]

    /// The relationships.
    public let relationships: [RelationshipDescription]

    /// Describes an entity.
    public init(_ name: String, attributes: [String] = [], relationships: [RelationshipDescription] = []) {
        self.name = name
        self.attributes = attributes
        self.relationships = relationships
    }

    /// The relationship at a property's position.
    func relationship(at position: Int) -> RelationshipDescription {
        relationships[position - attributes.count]
    }

    /// The positions of the relationships.
    var relationshipPositions: Range<Int> {
        attributes.count..<attributes.count + relationships.count
    }

    /// The relationships that keep a key in the entity's own table, in the order of their columns.
    var keyPositions: [Int] {
        relationshipPositions.filter { relationship(at: $0).storage == .ownKey }
    }
}
