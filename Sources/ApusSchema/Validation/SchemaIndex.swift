import ApusDiagnostics

/// An index of a schema's elements by name, which also knows the elements that could not be read.
struct SchemaIndex {
    /// A member of an entity.
    enum Member {
        case attribute(Attribute)
        case relationship(Relationship)
        case fetched(FetchedProperty)

        /// The member's name.
        var name: String {
            switch self {
            case .attribute(let attribute): attribute.name
            case .relationship(let relationship): relationship.name
            case .fetched(let property): property.name
            }
        }
    }

    /// The result of a lookup.
    enum Answer<Found> {
        case found(Found)
        /// The element may exist, but could not be read, so nothing is reported about it.
        case unreadable
        case missing
    }

    /// The maximum depth of a hierarchy.
    static let deepestHierarchy: Int = 100

    private let entities: [String: Entity]
    private let composites: [String: Composite]
    private let enumerations: [String: Enumeration]
    private let members: [String: [String: Member]]
    private let spellings: [String: [String: String]]
    private let parents: Set<String>
    private let unreadable: Set<ModelPath>

    /// Whether all elements could be read.
    let isWhole: Bool

    init(_ schema: Schema, unreadable: Set<ModelPath>) {
        self.unreadable = unreadable
        isWhole = unreadable.isEmpty
        entities = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
        composites = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
        enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
        parents = Set(schema.entities.compactMap(\.parent))
        members = Dictionary(schema.entities.map { ($0.name, $0.members) }) { first, _ in first }
        // The spelling of each name by its lowercase form.
        spellings = members.mapValues { members in
            Dictionary(members.keys.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
        }
    }

    func entity(_ name: String) -> Answer<Entity> {
        // A name and its decomposed form are equal in Swift, but not in SQLite.
        answer(entities[name].flatMap { $0.name.isSame(as: name) ? $0 : nil }, .entity(name))
    }

    func composite(_ name: String) -> Composite? { composites[name].flatMap { $0.name.isSame(as: name) ? $0 : nil } }

    func enumeration(_ name: String) -> Enumeration? {
        enumerations[name].flatMap { $0.name.isSame(as: name) ? $0 : nil }
    }

    /// Whether a file has a composite, an enum or an entity with a name that could not be read.
    func isUnreadable(type name: String) -> Bool {
        ["composites", "enums", "entities"].contains { isUnreadable(.element($0, name)) }
    }

    /// Whether an element, or the list that would contain it, could not be read.
    func isUnreadable(_ path: ModelPath) -> Bool {
        guard !isWhole else { return false }
        var path: ModelPath? = path
        while let next = path {
            if unreadable.contains(next) { return true }
            path = next.parent
        }
        return false
    }

    func hasChildren(_ entity: Entity) -> Bool { parents.contains(entity.name) }

    /// Returns an entity and its ancestors, nearest first, as far as they are known.
    func line(of entity: Entity) -> [Entity] {
        // Deeper hierarchies are an error and must not take quadratic time.
        var line: [Entity] = [entity]
        guard entity.parent != nil else { return line }
        var seen: Set<String> = [entity.name]
        while line.count <= Self.deepestHierarchy, let name = line.last?.parent, seen.insert(name).inserted,
            let next = entities[name]
        { line.append(next) }
        return line
    }

    /// Whether an entity may have or inherit properties that could not be read.
    func isOpen(_ line: [Entity]) -> Bool {
        line.contains { entity in
            let modelPath: ModelPath = .entity(entity.name)
            if let parent = entity.parent, entities[parent] == nil { return true }
            return !isWhole
                && (isUnreadable(modelPath)
                    || ["parent", "attributes", "relationships", "fetchedProperties"].contains {
                        unreadable.contains(modelPath.key($0))
                    })
        }
    }

    /// Returns the member with a name that an entity has or inherits, and the entity that declares it.
    func member(_ name: String, of entity: Entity) -> Answer<(owner: Entity, member: Member)> {
        let line: [Entity] = line(of: entity)
        for owner in line {
            if let member = members[owner.name]?[name], member.name.isSame(as: name) { return .found((owner, member)) }
        }
        guard !isOpen(line) else { return .unreadable }
        let isLost =
            !isWhole
            && line.contains { owner in
                ["attributes", "relationships", "fetchedProperties"].contains {
                    unreadable.contains(ModelPath.entity(owner.name).element($0, name))
                }
            }
        return isLost ? .unreadable : .missing
    }

    /// Returns the nearest ancestor that has a property with a name, ignoring case, and the spelling there.
    func inherited(_ name: String, by ancestors: [Entity]) -> (owner: String, name: String)? {
        let key = name.lowercased()
        for owner in ancestors {
            if members[owner.name]?[name] != nil { return (owner.name, name) }
            if let spelling = spellings[owner.name]?[key] { return (owner.name, spelling) }
        }
        return nil
    }

    /// Returns the names of an entity's members, with its own first.
    func memberNames(of entity: Entity) -> some Sequence<String> {
        line(of: entity).lazy.flatMap { $0.properties.map(\.name) + $0.fetchedProperties.map(\.name) }
    }

    private func answer<Found>(_ found: Found?, _ path: ModelPath) -> Answer<Found> {
        found.map(Answer.found) ?? (isUnreadable(path) ? .unreadable : .missing)
    }
}

extension SchemaIndex {
    /// Returns the part of a schema around a relationship: its entity, its destination and their ancestors.
    ///
    /// The time for rules on this part does not depend on the size of the schema.
    func neighbourhood(of relationship: Relationship, in entity: Entity) -> Schema {
        var nearby = line(of: entity)
        var names = Set(nearby.map(\.name))
        func add(_ name: String) {
            guard let entity = entities[name], !names.contains(name) else { return }
            for entity in line(of: entity) where names.insert(entity.name).inserted { nearby.append(entity) }
        }
        add(relationship.destination)
        let schema = Schema(model: "", entities: nearby)
        guard let back = schema.namedInverse(of: relationship) else { return schema }
        add(back.relationship.destination)
        return Schema(model: "", entities: nearby)
    }
}

extension Entity {
    fileprivate var members: [String: SchemaIndex.Member] {
        var members: [String: SchemaIndex.Member] = [:]
        for attribute in attributes { members[attribute.name] = members[attribute.name] ?? .attribute(attribute) }
        for relationship in relationships {
            members[relationship.name] = members[relationship.name] ?? .relationship(relationship)
        }
        for property in fetchedProperties { members[property.name] = members[property.name] ?? .fetched(property) }
        return members
    }
}
