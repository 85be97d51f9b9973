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

    /// The entity whose properties this one inherits; `nil` of a root entity.
    public var parent: String?

    /// Whether there are no objects of the entity itself, only of its sub-entities.
    public var isAbstract: Bool = false

    /// How the class is generated.
    public var codegen: Codegen

    /// The Swift class's name, where it is not the entity's.
    public var className: String?

    /// Who can use the generated class; `nil` leaves it to the project.
    public var access: AccessLevel?

    /// Whether a structure with the values of an object is generated as well.
    public var hasValueType: Bool = false

    /// The table's name, where it is not the entity's; of a root entity.
    public var table: String?

    /// The name of the column of the rows' identities, where it is not Apus' own; of a root entity.
    public var primaryKey: String?

    /// The attributes, in the author's order.
    public var attributes: [Attribute]

    /// The relationships, in the author's order.
    public var relationships: [Relationship]

    /// The fetched properties, in the author's order.
    public var fetchedProperties: [FetchedProperty] = []

    /// The properties that no two objects may share, a list a constraint; attributes and to-one relationships.
    public var uniquenessConstraints: [[String]] = []

    /// The indexes, in the author's order.
    public var indexes: [Index] = []

    /// How Spotlight names an object, in the format of Core Data's expressions; carried for Apple's platforms.
    public var spotlightDisplayName: String?

    /// A text that tells this version of the entity from one that looks the same.
    public var hashModifier: String?

    /// What the entity means, for the people who use the generated class.
    public var documentation: String?

    /// Whatever the model's author keeps with the entity.
    public var userInfo: [String: String] = [:]

    /// Creates an entity; what is not a parameter is set afterwards.
    public init(
        _ name: String,
        originalName: String? = nil,
        parent: String? = nil,
        codegen: Codegen = .class,
        attributes: [Attribute] = [],
        relationships: [Relationship] = []
    ) {
        self.name = name
        self.originalName = originalName
        self.parent = parent
        self.codegen = codegen
        self.attributes = attributes
        self.relationships = relationships
    }

    /// The attribute of that name, or `nil`.
    public func attribute(_ name: String) -> Attribute? {
        attributes.indices.first { attributes[$0].name == name }.map { attributes[$0] }
    }

    /// The relationship of that name, or `nil`.
    public func relationship(_ name: String) -> Relationship? {
        relationships.indices.first { relationships[$0].name == name }.map { relationships[$0] }
    }

    /// Attributes, then relationships: the properties that a store can keep.
    public var properties: [Property] {
        attributes.map(Property.attribute) + relationships.map(Property.relationship)
    }
}
