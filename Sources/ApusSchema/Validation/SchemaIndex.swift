/// What a schema has under a name, found without a search; and what it may have, where a file could not be read.
struct SchemaIndex {
    /// Something that an entity's names stand for.
    enum Member {
        case attribute(Attribute)
        case relationship(Relationship)
        case fetched(FetchedProperty)

        /// The name that the member is declared under.
        var name: String {
            switch self {
            case .attribute(let attribute): attribute.name
            case .relationship(let relationship): relationship.name
            case .fetched(let property): property.name
            }
        }
    }

    /// What a name stands for.
    enum Answer<Found> {
        case found(Found)
        /// Nothing that could be read, so that nothing is said about it.
        case unreadable
        case missing
    }

    /// The most entities that one may inherit from, one from the other.
    static let deepestHierarchy: Int = 100

    private let entities: [String: Entity]
    private let composites: [String: Composite]
    private let enumerations: [String: Enumeration]
    private let members: [String: [String: Member]]
    private let spellings: [String: [String: String]]
    private let parents: Set<String>
    private let unreadable: Set<ModelPath>

    /// Whether an element of the schema, or one that it has none of, could be read only in part.
    let isWhole: Bool

    init(_ schema: Schema, unreadable: Set<ModelPath>) {
        self.unreadable = unreadable
        isWhole = unreadable.isEmpty
        entities = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
        composites = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
        enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
        parents = Set(schema.entities.compactMap(\.parent))
        members = Dictionary(schema.entities.map { ($0.name, $0.members) }) { first, _ in first }
        // Which spelling of a name an entity has, whatever the case.
        spellings = members.mapValues { members in
            Dictionary(members.keys.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
        }
    }

    func entity(_ name: String) -> Answer<Entity> {
        // Swift takes a name and its decomposed form for one, SQLite for two.
        answer(entities[name].flatMap { $0.name.isSame(as: name) ? $0 : nil }, .entity(name))
    }

    func composite(_ name: String) -> Composite? { composites[name].flatMap { $0.name.isSame(as: name) ? $0 : nil } }

    func enumeration(_ name: String) -> Enumeration? {
        enumerations[name].flatMap { $0.name.isSame(as: name) ? $0 : nil }
    }

    /// Whether a file has a composite, an enum or an entity of that name that could not be read.
    func isUnreadable(type name: String) -> Bool {
        ["composites", "enums", "entities"].contains { isUnreadable(.element($0, name)) }
    }

    /// Whether an element, or the list that it would stand in, could not be read.
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

    /// An entity, its parent, that one's parent and so on, as far as they are known.
    func line(of entity: Entity) -> [Entity] {
        // Deeper hierarchies are an error, and must not cost the square of their depth.
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
            let place: ModelPath = .entity(entity.name)
            if let parent = entity.parent, entities[parent] == nil { return true }
            return !isWhole
                && (isUnreadable(place)
                    || ["parent", "attributes", "relationships", "fetchedProperties"].contains {
                        unreadable.contains(place.key($0))
                    })
        }
    }

    /// What an entity has or inherits under a name, and the entity that declares it.
    func member(_ name: String, of entity: Entity) -> Answer<(owner: Entity, member: Member)> {
        let line: [Entity] = line(of: entity)
        for owner in line {
            if let member = members[owner.name]?[name], member.name.isSame(as: name) { return .found((owner, member)) }
        }
        guard !isOpen(line) else { return .unreadable }
        let isLost: Bool =
            !isWhole
            && line.contains { owner in
                ["attributes", "relationships", "fetchedProperties"].contains {
                    unreadable.contains(ModelPath.entity(owner.name).element($0, name))
                }
            }
        return isLost ? .unreadable : .missing
    }

    /// The nearest of some ancestors that has a property of a name, whatever its case, and that one's spelling.
    func inherited(_ name: String, by ancestors: [Entity]) -> (owner: String, name: String)? {
        let key: String = name.lowercased()
        for owner in ancestors {
            if members[owner.name]?[name] != nil { return (owner.name, name) }
            if let spelling = spellings[owner.name]?[key] { return (owner.name, spelling) }
        }
        return nil
    }

    /// The names of an entity's members, its own first.
    func memberNames(of entity: Entity) -> [String] {
        line(of: entity).flatMap { $0.properties.map(\.name) + $0.fetchedProperties.map(\.name) }
    }

    private func answer<Found>(_ found: Found?, _ path: ModelPath) -> Answer<Found> {
        found.map(Answer.found) ?? (isUnreadable(path) ? .unreadable : .missing)
    }
}

extension SchemaIndex {
    /// The part of a schema that says what a relationship is: its own entity, the far one, and where they come from.
    ///
    /// The schema's own rules read it in a time that does not grow with the schema.
    func neighbourhood(of relationship: Relationship, in entity: Entity) -> Schema {
        var nearby: [Entity] = line(of: entity)
        var names: Set<String> = Set(nearby.map(\.name))
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
