public import ApusSchema

/// A schema with what planning asks of it again and again, found without a search.
public struct IndexedSchema: Sendable {
    /// The schema.
    public let schema: Schema

    /// The entities' names, in the schema's order.
    let names: [NameMatcher.Name]

    /// The place of each entity in the schema's order.
    let numbers: [String: Int]

    /// The entities that have each entity as their parent.
    private let children: [String: [String]]

    /// Indexes a valid schema.
    public init(_ schema: Schema) {
        self.schema = schema
        var names: [NameMatcher.Name] = []
        names.reserveCapacity(schema.entities.count)
        var numbers: [String: Int] = Dictionary(minimumCapacity: schema.entities.count)
        var children: [String: [String]] = [:]
        for (number, entity) in schema.entities.enumerated() {
            names.append(NameMatcher.Name(name: entity.name, originalName: entity.originalName))
            numbers[entity.name] = number
            if let parent = entity.parent { children[parent, default: []].append(entity.name) }
        }
        self.names = names
        self.numbers = numbers
        self.children = children
    }

    /// The entity of that name, or `nil`.
    public func entity(_ name: String) -> Entity? {
        numbers[name].map { schema.entities[$0] }
    }

    /// Whether any entity inherits from another one.
    var hasHierarchies: Bool { !children.isEmpty }

    /// An entity and its ancestors, nearest first.
    public func line(of name: String) -> [Entity] {
        var line: [Entity] = []
        var next: String? = name
        while let name = next, let entity = entity(name), line.count <= numbers.count {
            line.append(entity)
            next = entity.parent
        }
        return line
    }

    /// The topmost ancestor of an entity, or itself.
    public func root(of name: String) -> String {
        line(of: name).last?.name ?? name
    }

    /// An entity and all that inherit from it, in no more than the order of the schema within each parent.
    public func family(below name: String) -> [String] {
        [name] + (children[name] ?? []).flatMap { family(below: $0) }
    }

    /// The entities at or below one of which there are objects of their own.
    public func kinds(below name: String) -> [String] {
        guard hasHierarchies else { return entity(name)?.isAbstract == false ? [name] : [] }
        return family(below: name).filter { entity($0)?.isAbstract == false }
    }

    /// Whether an entity is another one or inherits from it.
    public func isKind(_ name: String, of ancestor: String) -> Bool {
        name == ancestor || line(of: name).contains { $0.name == ancestor }
    }

    /// The properties that an entity has or inherits, those of the root first.
    public func properties(of name: String) -> [OwnedProperty] {
        line(of: name).reversed().flatMap { owner in
            owner.properties.map { OwnedProperty(owner: owner.name, property: $0) }
        }
    }

    /// The relationship of that path, under the entity that declares it.
    public func relationship(_ path: ElementPath) -> Relationship? {
        path.property.flatMap { entity(path.entity)?.relationship($0) }
    }
}

extension IndexedSchema: Hashable {
    /// Two are equal where their schemas are.
    public static func == (lhs: IndexedSchema, rhs: IndexedSchema) -> Bool { lhs.schema == rhs.schema }

    /// Hashes the schema.
    public func hash(into hasher: inout Hasher) { hasher.combine(schema.model) }
}

/// A property and the entity that declares it.
public struct OwnedProperty: Sendable {
    /// Attributes and relationships say much; here they are handed on again and again.
    private final class Storage: Sendable {
        let property: Property

        init(_ property: Property) { self.property = property }
    }

    /// The entity that declares it.
    public let owner: String

    /// The property's name.
    public let name: String

    private let storage: Storage

    init(owner: String, property: Property) {
        self.owner = owner
        name = property.name
        storage = Storage(property)
    }

    /// The property.
    public var property: Property { storage.property }

    /// The property under the entity that declares it.
    public var path: ElementPath { ElementPath(owner, name) }
}

extension OwnedProperty: Hashable {
    /// Two are equal where owner and property are.
    public static func == (lhs: OwnedProperty, rhs: OwnedProperty) -> Bool {
        lhs.owner == rhs.owner && lhs.name == rhs.name
            && (lhs.storage === rhs.storage || lhs.property == rhs.property)
    }

    /// Hashes what tells most properties apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(owner)
        hasher.combine(name)
    }
}
