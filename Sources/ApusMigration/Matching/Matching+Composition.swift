package import ApusSchema

extension Matching {
    /// The matching of every entity and property with itself.
    package static func identity(_ schema: Schema) -> Matching {
        let indexed = IndexedSchema(schema)
        let places: [Int?] = Array(schema.entities.indices)
        return Matching(
            older: indexed,
            newer: indexed,
            olderPlaces: places,
            newerPlaces: places,
            details: [:],
            related: [],
            types: TypeMatching.match(schema, schema).matching
        )
    }

    /// The matching of this one's older schema with the next one's newer schema.
    ///
    /// What was dropped on the way and added again is a different thing under the same name, so it does not match.
    ///
    /// - Parameter next: A matching whose older schema is this one's newer schema.
    /// - Returns: The matching over both.
    package func composed(with next: Matching) -> Matching {
        let places: [Int?] = next.olderPlaces.map { $0.flatMap { olderPlaces[$0] } }
        var details: [String: PropertyMatching] = [:]
        for (place, name) in next.newer.names.enumerated() {
            guard let middle = next.olderPlaces[place], let first = places[place] else { continue }
            let middleName: String = next.older.names[middle].name
            if next.details[name.name] == nil, self.details[middleName] == nil { continue }
            guard let before = properties(ofNewer: middleName), let after = next.properties(ofNewer: name.name) else {
                continue
            }
            let old: [OwnedProperty] = older.properties(of: older.names[first].name)
            let new: [OwnedProperty] = next.newer.properties(of: name.name)
            let middles: [String: String] = Dictionary(after.pairs.map { ($0.to.name, $0.from.name) }) { one, _ in one }
            let olds: [String: String] = Dictionary(before.pairs.map { ($0.to.name, $0.from.name) }) { one, _ in one }
            let numbers: [String: Int] = Dictionary(old.enumerated().map { ($1.name, $0) }) { one, _ in one }
            details[name.name] = PropertyMatching(
                old,
                new,
                places: new.map { middles[$0.name].flatMap { olds[$0] }.flatMap { numbers[$0] } }
            )
        }
        return Matching(
            older: older,
            newer: next.newer,
            olderPlaces: places,
            newerPlaces: newerPlaces.map { $0.flatMap { next.newerPlaces[$0] } },
            details: details,
            related: Set(details.keys).union(next.newer.names(without: places)),
            types: types.composed(with: next.types)
        )
    }

    /// The matching seen the other way round: what each entity and property of the older schema is in the newer one.
    package var inverted: Matching {
        var details: [String: PropertyMatching] = [:]
        for (name, detail) in self.details {
            guard let old = olderName(of: name) else { continue }
            details[old] = detail.inverted
        }
        return Matching(
            older: newer,
            newer: older,
            olderPlaces: newerPlaces,
            newerPlaces: olderPlaces,
            details: details,
            related: Set(related.compactMap(olderName(of:)) + details.keys).union(older.names(without: newerPlaces)),
            types: types.inverted
        )
    }
}

extension IndexedSchema {
    /// The names of the entities that have no place in the other schema.
    fileprivate func names(without places: [Int?]) -> [String] {
        zip(names, places).compactMap { $1 == nil ? $0.name : nil }
    }
}
