/// A type of objects in a store, as in Core Data.
public struct Entity: Hashable, Sendable {
    /// The codegen modes of Xcode.
    public enum Codegen: String, CaseIterable, Hashable, Sendable {
        /// Class Definition: the class and its properties are generated.
        case `class`
        /// Category/Extension: the user writes the class, and its properties are generated.
        case `extension`
        /// Manual/None: nothing is generated.
        case none
    }

    /// The name, which is also the Swift class's and the table's.
    public var name: String

    /// The name in an older version, if the entity was renamed.
    public var originalName: String?

    /// The entity whose properties this one inherits; `nil` for a root entity.
    public var parent: String?

    /// Whether only sub-entities have objects.
    public var isAbstract: Bool = false

    /// The codegen mode of the class.
    public var codegen: Codegen

    /// The Swift class's name, if it is not the entity's.
    public var className: String?

    /// The access of the generated class; `nil` for the project's.
    public var access: AccessLevel?

    /// Whether a structure for an object's values is also generated.
    public var hasValueType: Bool = false

    /// The attribute that values and records are found by, here and in sub-entities; `nil` if that is the object's identifier.
    public var uid: String?

    /// The table's name, if it is not the entity's; for a root entity.
    public var table: String?

    /// The name of the primary key column, if it is not the default; for a root entity.
    public var primaryKey: String?

    /// The attributes, in the author's order.
    public var attributes: [Attribute] {
        get { storedAttributes }
        _modify {
            defer { attributeIndex = NameIndex() }
            yield &storedAttributes
        }
    }

    /// The relationships, in the author's order.
    public var relationships: [Relationship] {
        get { storedRelationships }
        _modify {
            defer { relationshipIndex = NameIndex() }
            yield &storedRelationships
        }
    }

    /// The fetched properties, in the author's order.
    public var fetchedProperties: [FetchedProperty] = []

    /// The uniqueness constraints, each a list of attributes and to-one relationships.
    public var uniquenessConstraints: [[String]] = []

    /// All constraints: those of single properties, and ``uniquenessConstraints``, each set of properties once.
    package var uniqueConstraints: [[String]] {
        let own = (attributes.filter(\.isUnique).map(\.name) + relationships.filter(\.isUnique).map(\.name)).map {
            [$0]
        }
        var seen: Set<Set<String>> = []
        return (own + uniquenessConstraints).filter { seen.insert(Set($0)).inserted }
    }

    /// The indexes, in the author's order.
    public var indexes: [Index] = []

    /// The expression for an object's name in Spotlight, in Core Data's format; supported for Apple's platforms.
    public var spotlightDisplayName: String?

    /// A string that distinguishes this version of the entity from one that looks the same.
    public var hashModifier: String?

    /// The documentation comment in generated code.
    public var documentation: String?

    /// The author's own strings about the entity.
    public var userInfo: [String: String] = [:]

    private var storedAttributes: [Attribute]
    private var storedRelationships: [Relationship]
    private var attributeIndex = NameIndex()
    private var relationshipIndex = NameIndex()

    /// Creates an entity. Further properties can be set afterwards.
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
        storedAttributes = attributes
        storedRelationships = relationships
    }

    /// Returns the attribute with a name, or `nil`.
    public func attribute(_ name: String) -> Attribute? {
        attributeIndex.firstIndex(of: name, count: attributes.count) { attributes[$0].name }.map { attributes[$0] }
    }

    /// Returns the relationship with a name, or `nil`.
    public func relationship(_ name: String) -> Relationship? {
        relationshipIndex.firstIndex(of: name, count: relationships.count) { relationships[$0].name }
            .map { relationships[$0] }
    }

    /// The properties that stores can keep: the attributes, then the relationships.
    public var properties: [Property] {
        attributes.map(Property.attribute) + relationships.map(Property.relationship)
    }
}
