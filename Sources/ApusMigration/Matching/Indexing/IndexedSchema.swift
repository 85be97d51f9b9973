package import ApusSchema

/// A schema with constant-time access to the facts that planning needs repeatedly.
package struct IndexedSchema: Sendable {
    /// The schema.
    package let schema: Schema

    /// The entities, in the schema's order.
    let entities: [IndexedEntity]

    /// The entities' names, in the schema's order.
    let names: [NameMatcher.Name]

    /// The index of each entity in the schema's order.
    let indices: [String: Int]

    /// The children of each entity that has any.
    private let children: [String: [String]]

    /// Indexes a valid schema.
    package init(_ schema: Schema) {
        self.init(schema, like: nil)
    }

    /// Indexes a valid schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - other: A neighbouring version, to share the unchanged entities.
    init(_ schema: Schema, like other: IndexedSchema?) {
        self.schema = schema
        var entities: [IndexedEntity] = []
        var isOrderedAlike = other?.entities.count == schema.entities.count
        var hasHierarchies = false
        // A buffer avoids copies: an entity is large, and most are only compared.
        schema.entities.withUnsafeBufferPointer { all in
            entities.reserveCapacity(all.count)
            for index in all.indices {
                let older = other?.entity(like: all[index].name, at: index)
                let indexed: IndexedEntity =
                    if let older, older.entity == all[index] { older } else { IndexedEntity(all[index], like: older) }
                entities.append(indexed)
                if isOrderedAlike, let other, indexed !== other.entities[index] {
                    isOrderedAlike = indexed.naming == other.names[index]
                }
                if indexed.parent != nil { hasHierarchies = true }
            }
        }
        if isOrderedAlike, let other {
            (names, indices) = (other.names, other.indices)
        } else {
            names = entities.map(\.naming)
            var indices: [String: Int] = Dictionary(minimumCapacity: names.count)
            for (index, name) in names.enumerated() { indices[name.name] = index }
            self.indices = indices
        }
        self.entities = entities
        children = hasHierarchies ? Self.children(entities) : [:]
    }

    /// Returns the children of each entity that has any.
    private static func children(_ entities: [IndexedEntity]) -> [String: [String]] {
        var children: [String: [String]] = [:]
        for indexed in entities {
            if let parent = indexed.parent { children[parent, default: []].append(indexed.naming.name) }
        }
        return children
    }

    /// Returns the entity with a name, which most probably has the same index as in the neighbouring version.
    private func entity(like name: String, at index: Int) -> IndexedEntity? {
        if index < entities.count, names[index].name == name { return entities[index] }
        return indices[name].map { entities[$0] }
    }

    /// Returns the entity with a name, or `nil` if there is none.
    package func entity(_ name: String) -> Entity? {
        indices[name].map { entities[$0].entity }
    }

    /// Returns whether there is a concrete entity with a name.
    func isConcrete(_ name: String) -> Bool {
        indices[name].map { !entities[$0].entity.isAbstract } ?? false
    }

    /// Whether any entity inherits from another one.
    var hasHierarchies: Bool { !children.isEmpty }

    /// Returns an entity and its ancestors, nearest first.
    package func lineage(of name: String) -> [Entity] {
        indices(ofLineage: name).map { entities[$0].entity }
    }

    /// Returns the indices of an entity and its ancestors, nearest first.
    private func indices(ofLineage name: String) -> [Int] {
        guard let index = indices[name] else { return [] }
        var lineage = [index]
        while let parent = entities[lineage[lineage.count - 1]].parent, let index = indices[parent],
            lineage.count <= indices.count
        {
            lineage.append(index)
        }
        return lineage
    }

    /// Returns the topmost ancestor of an entity, or the entity itself.
    package func root(of name: String) -> String {
        indices(ofLineage: name).last.map { names[$0].name } ?? name
    }

    /// Returns an entity and all entities that inherit from it. The children of each parent are in the schema's order.
    package func family(below name: String) -> [String] {
        guard hasHierarchies, let children = children[name] else { return [name] }
        return [name] + children.flatMap { family(below: $0) }
    }

    /// Returns some entities and all that inherit from them.
    func families(below names: some Sequence<String>) -> Set<String> {
        var families: Set<String> = []
        var rest = Array(names)
        while let name = rest.popLast() {
            if families.insert(name).inserted { rest += children[name] ?? [] }
        }
        return families
    }

    /// Returns the concrete entities among an entity and those that inherit from it.
    package func concreteEntities(below name: String) -> [String] {
        family(below: name).filter(isConcrete)
    }

    /// Returns whether an entity is another one or inherits from it.
    package func isKind(_ name: String, of ancestor: String) -> Bool {
        name == ancestor || (hasHierarchies && indices(ofLineage: name).contains { names[$0].name == ancestor })
    }

    /// Returns the properties that an entity declares.
    func declared(by name: String) -> [OwnedProperty] {
        indices[name].map { entities[$0].properties } ?? []
    }

    /// Returns the properties that an entity declares or inherits, starting with the root's.
    package func properties(of name: String) -> [OwnedProperty] {
        guard let index = indices[name] else { return [] }
        if entities[index].parent == nil { return entities[index].properties }
        return indices(ofLineage: name).reversed().flatMap { entities[$0].properties }
    }

    /// Returns the relationship with a path whose entity declares it, or `nil` if there is none.
    package func relationship(_ path: ElementPath) -> Relationship? {
        guard let name = path.property, let index = indices[path.entity] else { return nil }
        return entities[index].entity.relationship(name)
    }
}

extension IndexedSchema: Hashable {
    /// Returns whether two schemas are equal.
    package static func == (lhs: IndexedSchema, rhs: IndexedSchema) -> Bool { lhs.schema == rhs.schema }

    /// Hashes the schema.
    package func hash(into hasher: inout Hasher) { hasher.combine(schema.model) }
}
