/// A kind of object that a store holds, as in Core Data.
public struct Entity: Hashable, Sendable {
    /// How Xcode would generate the entity's class.
    public enum Codegen: String, CaseIterable, Hashable, Sendable {
        /// Class Definition: the class and its properties are generated.
        case `class`
        /// Category/Extension: a person owns the class, the properties are generated.
        case `extension`
        /// Manual/None: nothing is generated.
        case none
    }

    /// The name, which is also the Swift class's and the table's.
    public var name: String

    /// The name in an older version, where the entity was renamed.
    public var originalName: String?

    /// How the class is generated.
    public var codegen: Codegen

    /// The attributes, in the author's order.
    public var attributes: [Attribute]

    /// The relationships, in the author's order.
    public var relationships: [Relationship]

    /// Creates an entity.
    public init(
        _ name: String,
        originalName: String? = nil,
        codegen: Codegen = .class,
        attributes: [Attribute] = [],
        relationships: [Relationship] = []
    ) {
        self.name = name
        self.originalName = originalName
        self.codegen = codegen
        self.attributes = attributes
        self.relationships = relationships
    }

    /// The attribute of that name, or `nil`.
    public func attribute(_ name: String) -> Attribute? {
        attributes.first { $0.name == name }
    }

    /// The relationship of that name, or `nil`.
    public func relationship(_ name: String) -> Relationship? {
        relationships.first { $0.name == name }
    }

    /// Attributes, then relationships: what shares one space of names.
    public var properties: [Property] {
        attributes.map(Property.attribute) + relationships.map(Property.relationship)
    }
}
