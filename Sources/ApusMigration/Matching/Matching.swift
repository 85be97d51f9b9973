package import ApusSchema

/// Which entity and property of an older schema each one of a newer schema is.
package struct Matching: Hashable, Sendable {
    /// The older schema.
    package let older: IndexedSchema

    /// The newer schema.
    package let newer: IndexedSchema

    /// For each newer entity, in the schema's order, the place of the older one.
    private(set) var olderPlaces: [Int?]

    /// For each older entity, in the schema's order, the place of the newer one.
    private(set) var newerPlaces: [Int?]

    /// The properties of the newer entities that differ from their older ones or that what differs touches; all others
    /// match themselves.
    private(set) var details: [String: PropertyMatching]

    /// The newer entities among them whose relationships are touched.
    let related: Set<String>

    /// The newer entities that are new or that differ or are touched, in the schema's order.
    var touched: [String] {
        var places: [Int] = details.keys.compactMap { newer.numbers[$0] }
        for (place, old) in olderPlaces.enumerated() where old == nil { places.append(place) }
        return places.sorted().map { newer.names[$0].name }
    }

    /// What each enum and composite of the newer schema was.
    package let types: TypeMatching

    init(
        older: IndexedSchema,
        newer: IndexedSchema,
        olderPlaces: [Int?],
        newerPlaces: [Int?],
        details: [String: PropertyMatching],
        related: Set<String>,
        types: TypeMatching
    ) {
        self.older = older
        self.newer = newer
        self.olderPlaces = olderPlaces
        self.newerPlaces = newerPlaces
        self.details = details
        self.related = related
        self.types = types
    }

    /// The older name of a newer entity, or `nil` where it is new.
    package func olderName(of newer: String) -> String? {
        guard let place = self.newer.numbers[newer], let old = olderPlaces[place] else { return nil }
        return older.names[old].name
    }

    /// The newer name of an older entity, or `nil` where it is gone.
    func newerName(of older: String) -> String? {
        guard let place = self.older.numbers[older], let new = newerPlaces[place] else { return nil }
        return newer.names[new].name
    }

    /// Whether neither a newer entity nor anything that it depends on differs from what it was.
    func isUnchanged(newer name: String) -> Bool { details[name] == nil && olderName(of: name) != nil }

    /// What the properties of a newer entity were; `nil` where the entity is new.
    package func properties(ofNewer name: String) -> PropertyMatching? {
        guard olderName(of: name) != nil else { return nil }
        return details[name] ?? PropertyMatching(identity: newer.properties(of: name))
    }

    /// What the properties of a newer entity were, where they or anything that they depend on differ; `nil` where all of
    /// them match themselves.
    func detail(ofNewer name: String) -> PropertyMatching? { details[name] }

    /// Takes an entity as touched that does not differ, because a mapping speaks of its values.
    mutating func touch(_ name: String) {
        guard details[name] == nil, let properties = properties(ofNewer: name) else { return }
        details[name] = properties
    }

    /// Unmatches the properties of a newer entity that `isSplit` says.
    mutating func split(_ name: String, where isSplit: (PropertyMatch) -> Bool) {
        details[name]?.split(where: isSplit)
    }

    /// Takes a newer entity for a new one, and the older one that it was for gone.
    mutating func unmatch(newer name: String) {
        guard let place = newer.numbers[name], let old = olderPlaces[place] else { return }
        olderPlaces[place] = nil
        newerPlaces[old] = nil
        details[name] = nil
    }

    /// The entities that both schemas have, with all their properties, in the newer schema's order.
    package var entities: [EntityMatch] {
        newer.names.compactMap { match(newer: $0.name) }
    }

    /// The entities that only the newer schema has.
    package var added: [Entity] {
        olderPlaces.indices.filter { olderPlaces[$0] == nil }.map { newer.schema.entities[$0] }
    }

    /// The entities that only the older schema has.
    package var removed: [Entity] {
        newerPlaces.indices.filter { newerPlaces[$0] == nil }.map { older.schema.entities[$0] }
    }

    /// The names of the entities that only the older schema has.
    var removedNames: [String] {
        newerPlaces.enumerated().compactMap { $1 == nil ? older.names[$0].name : nil }
    }

    /// The match whose newer entity has that name, or `nil`.
    package func match(newer name: String) -> EntityMatch? {
        guard let oldName = olderName(of: name), let old = older.entity(oldName), let new = newer.entity(name),
            let properties = properties(ofNewer: name)
        else { return nil }
        return EntityMatch(old: old, new: new, matching: properties)
    }

    /// The match whose older entity has that name, or `nil`.
    package func match(older name: String) -> EntityMatch? {
        newerName(of: name).flatMap { match(newer: $0) }
    }

    /// The newer path of an entity or of a property that it has or inherits, or `nil` where it is gone. A property's
    /// path names the entity that is asked about, which need not be the one that declares it.
    package func newer(_ path: ElementPath) -> ElementPath? {
        guard let entity = newerName(of: path.entity) else { return nil }
        guard let property = path.property else { return ElementPath(entity) }
        guard let detail = details[entity] else { return ElementPath(entity, property) }
        return detail.pair(older: property).map { ElementPath(entity, $0.to.name) }
    }

    /// The older path of an entity or of a property that it has or inherits, or `nil` where it is new.
    package func older(_ path: ElementPath) -> ElementPath? {
        guard let entity = olderName(of: path.entity) else { return nil }
        guard let property = path.property else { return ElementPath(entity) }
        guard let detail = details[path.entity] else { return ElementPath(entity, property) }
        return detail.pair(newer: property).map { ElementPath(entity, $0.from.name) }
    }
}
