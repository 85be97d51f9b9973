package import ApusSchema

/// Matches the entities and properties of a newer schema to those of an older one.
package struct Matching: Hashable, Sendable {
    /// The older schema.
    package let older: IndexedSchema

    /// The newer schema.
    package let newer: IndexedSchema

    /// The index of the older entity for each newer entity, in the schema's order.
    private(set) var olderIndices: [Int?]

    /// The index of the newer entity for each older entity, in the schema's order.
    private(set) var newerIndices: [Int?]

    /// The property matchings of newer entities that differ, or that a difference affects, by name. The properties of
    /// all other entities match themselves.
    private(set) var details: [String: PropertyMatching]

    /// The newer entities among them whose relationships are affected.
    let related: Set<String>

    /// The newer entities that are new, that differ, or that a difference affects, in the schema's order.
    var affected: [String] {
        var indices = details.keys.compactMap { newer.indices[$0] }
        for (index, old) in olderIndices.enumerated() where old == nil { indices.append(index) }
        return indices.sorted().map { newer.names[$0].name }
    }

    /// The matching of enums and composites.
    package let types: TypeMatching

    init(
        older: IndexedSchema,
        newer: IndexedSchema,
        olderIndices: [Int?],
        newerIndices: [Int?],
        details: [String: PropertyMatching],
        related: Set<String>,
        types: TypeMatching
    ) {
        self.older = older
        self.newer = newer
        self.olderIndices = olderIndices
        self.newerIndices = newerIndices
        self.details = details
        self.related = related
        self.types = types
    }

    /// Returns the older name of a newer entity, or `nil` if the entity is new.
    package func olderName(of newer: String) -> String? {
        guard let index = self.newer.indices[newer], let old = olderIndices[index] else { return nil }
        return older.names[old].name
    }

    /// Returns the newer name of an older entity, or `nil` if the entity was removed.
    func newerName(of older: String) -> String? {
        guard let index = self.older.indices[older], let new = newerIndices[index] else { return nil }
        return newer.names[new].name
    }

    /// Returns whether a newer entity and everything that it depends on are unchanged.
    func isUnchanged(newer name: String) -> Bool { details[name] == nil && olderName(of: name) != nil }

    /// Returns the property matching of a newer entity, or `nil` if the entity is new.
    package func properties(ofNewer name: String) -> PropertyMatching? {
        guard olderName(of: name) != nil else { return nil }
        return details[name] ?? PropertyMatching(identity: newer.properties(of: name))
    }

    /// Returns the property matching of a newer entity if the properties or anything that they depend on differ, or
    /// `nil` if all properties match themselves.
    func detail(ofNewer name: String) -> PropertyMatching? { details[name] }

    /// Marks an entity that does not differ as affected, because a mapping fills its values.
    mutating func markAffected(_ name: String) {
        guard details[name] == nil, let properties = properties(ofNewer: name) else { return }
        details[name] = properties
    }

    /// Unmatches the properties of a newer entity that satisfy a predicate.
    mutating func split(_ name: String, where isSplit: (PropertyMatch) -> Bool) {
        details[name]?.split(where: isSplit)
    }

    /// Unmatches a newer entity, so that it counts as added and the older one as removed.
    mutating func unmatch(newer name: String) {
        guard let index = newer.indices[name], let old = olderIndices[index] else { return }
        olderIndices[index] = nil
        newerIndices[old] = nil
        details[name] = nil
    }

    /// The entities that both schemas have, with all their properties, in the newer schema's order.
    package var entities: [EntityMatch] {
        newer.names.compactMap { match(newer: $0.name) }
    }

    /// The entities that only the newer schema has.
    package var added: [Entity] {
        olderIndices.indices.filter { olderIndices[$0] == nil }.map { newer.schema.entities[$0] }
    }

    /// The entities that only the older schema has.
    package var removed: [Entity] {
        newerIndices.indices.filter { newerIndices[$0] == nil }.map { older.schema.entities[$0] }
    }

    /// The names of the entities that only the older schema has.
    var removedNames: [String] {
        newerIndices.enumerated().compactMap { $1 == nil ? older.names[$0].name : nil }
    }

    /// Returns the match of the newer entity with a name, or `nil` if there is none.
    package func match(newer name: String) -> EntityMatch? {
        guard let oldName = olderName(of: name), let old = older.entity(oldName), let new = newer.entity(name),
            let properties = properties(ofNewer: name)
        else { return nil }
        return EntityMatch(old: old, new: new, matching: properties)
    }

    /// Returns the match of the older entity with a name, or `nil` if there is none.
    package func match(older name: String) -> EntityMatch? {
        newerName(of: name).flatMap { match(newer: $0) }
    }

    /// Returns the newer path of an entity, or of a property that it declares or inherits, or `nil` if the element was
    /// removed.
    ///
    /// The entity of a property's path may inherit the property; it need not declare it.
    package func newer(_ path: ElementPath) -> ElementPath? {
        if path.isPart { return newerPart(path) }
        guard let entity = newerName(of: path.entity) else { return nil }
        guard let property = path.property else { return ElementPath(entity) }
        guard let detail = details[entity] else { return ElementPath(entity, property) }
        return detail.pair(older: property).map { ElementPath(entity, $0.to.name) }
    }

    /// Returns the newer path of a part of an attribute, or `nil` if it was removed.
    private func newerPart(_ path: ElementPath) -> ElementPath? {
        guard let attribute = newer(path.whole), let name = attribute.property,
            var type = older.properties(of: path.entity).first(where: { $0.name == path.names[0] })?.property
                .attributeType
        else { return nil }
        var names = [name]
        for part in path.names.dropFirst() {
            guard
                let pair = types.composites.values.first(where: { .named($0.old.name) == type })?.parts
                    .pair(older: part), let next = pair.old.attributeType
            else { return nil }
            type = next
            names.append(pair.to.name)
        }
        return ElementPath(attribute.entity, names.joined(separator: "."))
    }

    /// Returns the older path of an entity, or of a property that it declares or inherits, or `nil` if the element is
    /// new.
    package func older(_ path: ElementPath) -> ElementPath? {
        guard let entity = olderName(of: path.entity) else { return nil }
        guard let property = path.property else { return ElementPath(entity) }
        guard let detail = details[path.entity] else { return ElementPath(entity, property) }
        return detail.pair(newer: property).map { ElementPath(entity, $0.from.name) }
    }
}
