/// An attribute or a relationship of an entity.
public enum Property: Hashable, Sendable {
    /// A value.
    case attribute(Attribute)
    /// A reference to other objects.
    case relationship(Relationship)

    /// The property's name.
    public var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        }
    }

    /// The name in an older version, if the property was renamed.
    public var originalName: String? {
        switch self {
        case .attribute(let attribute): attribute.originalName
        case .relationship(let relationship): relationship.originalName
        }
    }
}
