package import ApusSchema

extension Matching {
    /// Returns the matching of every entity and property with itself.
    package static func identity(_ schema: Schema) -> Matching { identity(IndexedSchema(schema)) }

    /// Returns the matching of a schema with itself.
    static func identity(_ indexed: IndexedSchema) -> Matching {
        let schema = indexed.schema
        let indices: [Int?] = Array(schema.entities.indices)
        return Matching(
            older: indexed,
            newer: indexed,
            olderIndices: indices,
            newerIndices: indices,
            details: [:],
            related: [],
            types: TypeMatching.match(schema, schema).matching
        )
    }

    /// Returns the matching of this matching's older schema with the next matching's newer schema.
    ///
    /// An element that was removed in between and added again is a different element with the same name and does not
    /// match.
    ///
    /// - Parameter next: A matching whose older schema is this one's newer schema.
    /// - Returns: The composed matching.
    package func composed(with next: Matching) -> Matching {
        let olderIndices: [Int?] = next.olderIndices.map { $0.flatMap { self.olderIndices[$0] } }
        var details: [String: PropertyMatching] = [:]
        for (index, name) in next.newer.names.enumerated() {
            guard let middle = next.olderIndices[index], let first = olderIndices[index] else { continue }
            let middleName = next.older.names[middle].name
            if next.details[name.name] == nil, self.details[middleName] == nil { continue }
            guard let before = properties(ofNewer: middleName), let after = next.properties(ofNewer: name.name) else {
                continue
            }
            let old = older.properties(of: older.names[first].name)
            let new = next.newer.properties(of: name.name)
            let middles = Dictionary(after.pairs.map { ($0.to.name, $0.from.name) }) { one, _ in one }
            let olds = Dictionary(before.pairs.map { ($0.to.name, $0.from.name) }) { one, _ in one }
            let oldIndices = Dictionary(old.enumerated().map { ($1.name, $0) }) { one, _ in one }
            details[name.name] = PropertyMatching(
                old,
                new,
                olderIndices: new.map { middles[$0.name].flatMap { olds[$0] }.flatMap { oldIndices[$0] } }
            )
        }
        return Matching(
            older: older,
            newer: next.newer,
            olderIndices: olderIndices,
            newerIndices: newerIndices.map { $0.flatMap { next.newerIndices[$0] } },
            details: details,
            related: Set(details.keys).union(next.newer.names(without: olderIndices)),
            types: types.composed(with: next.types)
        )
    }

    /// The matching with the older and the newer schema swapped.
    package var inverted: Matching {
        var details: [String: PropertyMatching] = [:]
        for (name, detail) in self.details {
            guard let old = olderName(of: name) else { continue }
            details[old] = detail.inverted
        }
        return Matching(
            older: newer,
            newer: older,
            olderIndices: newerIndices,
            newerIndices: olderIndices,
            details: details,
            related: Set(related.compactMap(olderName(of:)) + details.keys).union(older.names(without: newerIndices)),
            types: types.inverted
        )
    }
}

extension IndexedSchema {
    /// Returns the names of the entities that have no match in the other schema.
    fileprivate func names(without indices: [Int?]) -> [String] {
        zip(names, indices).compactMap { $1 == nil ? $0.name : nil }
    }
}
