package import ApusSchema

/// A schema with what planning asks of it again and again, found without a search.
package struct IndexedSchema: Sendable {
    /// The schema.
    package let schema: Schema

    /// The entities, in the schema's order.
    let entities: [IndexedEntity]

    /// The entities' names, in the schema's order.
    let names: [NameMatcher.Name]

    /// The place of each entity in the schema's order.
    let numbers: [String: Int]

    /// The entities that have each entity as their parent.
    private let children: [String: [String]]

    /// Indexes a valid schema.
    package init(_ schema: Schema) {
        self.init(schema, like: nil)
    }

    /// Indexes a valid schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - other: A neighbouring version, to share the entities that are the same.
    init(_ schema: Schema, like other: IndexedSchema?) {
        self.schema = schema
        var entities: [IndexedEntity] = []
        var isOrderedAlike: Bool = other?.entities.count == schema.entities.count
        var hasHierarchies: Bool = false
        // In place: an entity is large, and most are only compared.
        schema.entities.withUnsafeBufferPointer { all in
            entities.reserveCapacity(all.count)
            for place in all.indices {
                let older: IndexedEntity? = other?.entity(like: all[place].name, at: place)
                let indexed: IndexedEntity =
                    if let older, older.entity == all[place] { older } else { IndexedEntity(all[place], like: older) }
                entities.append(indexed)
                if isOrderedAlike, let other, indexed !== other.entities[place] {
                    isOrderedAlike = indexed.naming == other.names[place]
                }
                if indexed.parent != nil { hasHierarchies = true }
            }
        }
        if isOrderedAlike, let other {
            (names, numbers) = (other.names, other.numbers)
        } else {
            names = entities.map(\.naming)
            var numbers: [String: Int] = Dictionary(minimumCapacity: names.count)
            for (number, name) in names.enumerated() { numbers[name.name] = number }
            self.numbers = numbers
        }
        self.entities = entities
        children = hasHierarchies ? Self.children(entities) : [:]
    }

    /// The names of the entities that have each entity as their parent.
    private static func children(_ entities: [IndexedEntity]) -> [String: [String]] {
        var children: [String: [String]] = [:]
        for indexed in entities {
            if let parent = indexed.parent { children[parent, default: []].append(indexed.naming.name) }
        }
        return children
    }

    /// The entity of a name, most probably at the same place as in the neighbouring version.
    private func entity(like name: String, at place: Int) -> IndexedEntity? {
        if place < entities.count, names[place].name == name { return entities[place] }
        return numbers[name].map { entities[$0] }
    }

    /// The entity of that name, or `nil`.
    package func entity(_ name: String) -> Entity? {
        numbers[name].map { entities[$0].entity }
    }

    /// Whether there is an entity of that name with objects of its own.
    func isConcrete(_ name: String) -> Bool {
        numbers[name].map { !entities[$0].entity.isAbstract } ?? false
    }

    /// Whether any entity inherits from another one.
    var hasHierarchies: Bool { !children.isEmpty }

    /// An entity and its ancestors, nearest first.
    package func line(of name: String) -> [Entity] {
        places(ofLine: name).map { entities[$0].entity }
    }

    /// The places of an entity and of its ancestors, nearest first.
    private func places(ofLine name: String) -> [Int] {
        guard let place = numbers[name] else { return [] }
        var line: [Int] = [place]
        while let parent = entities[line[line.count - 1]].parent, let place = numbers[parent],
            line.count <= numbers.count
        {
            line.append(place)
        }
        return line
    }

    /// The topmost ancestor of an entity, or itself.
    package func root(of name: String) -> String {
        places(ofLine: name).last.map { names[$0].name } ?? name
    }

    /// An entity and all that inherit from it, in no more than the order of the schema within each parent.
    package func family(below name: String) -> [String] {
        guard hasHierarchies, let children = children[name] else { return [name] }
        return [name] + children.flatMap { family(below: $0) }
    }

    /// Some entities and all that inherit from them.
    func families(below names: some Sequence<String>) -> Set<String> {
        var families: Set<String> = []
        var rest = Array(names)
        while let name = rest.popLast() {
            if families.insert(name).inserted { rest += children[name] ?? [] }
        }
        return families
    }

    /// The entities at or below one of which there are objects of their own.
    package func kinds(below name: String) -> [String] {
        family(below: name).filter(isConcrete)
    }

    /// Whether an entity is another one or inherits from it.
    package func isKind(_ name: String, of ancestor: String) -> Bool {
        name == ancestor || (hasHierarchies && places(ofLine: name).contains { names[$0].name == ancestor })
    }

    /// The properties that an entity declares.
    func declared(by name: String) -> [OwnedProperty] {
        numbers[name].map { entities[$0].properties } ?? []
    }

    /// The properties that an entity has or inherits, those of the root first.
    package func properties(of name: String) -> [OwnedProperty] {
        guard let place = numbers[name] else { return [] }
        if entities[place].parent == nil { return entities[place].properties }
        return places(ofLine: name).reversed().flatMap { entities[$0].properties }
    }

    /// The relationship of that path, under the entity that declares it.
    package func relationship(_ path: ElementPath) -> Relationship? {
        guard let name = path.property, let place = numbers[path.entity] else { return nil }
        return entities[place].entity.relationship(name)
    }
}

extension IndexedSchema: Hashable {
    /// Two are equal where their schemas are.
    package static func == (lhs: IndexedSchema, rhs: IndexedSchema) -> Bool { lhs.schema == rhs.schema }

    /// Hashes the schema.
    package func hash(into hasher: inout Hasher) { hasher.combine(schema.model) }
}
