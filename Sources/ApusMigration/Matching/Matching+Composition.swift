public import ApusSchema

extension Matching {
    /// The matching of every entity and property with itself.
    public static func identity(_ schema: Schema) -> Matching {
        Matching(
            entities: schema.entities.map { entity in
                EntityMatch(
                    old: entity,
                    new: entity,
                    properties: entity.properties.map { EntityMatch.PropertyMatch(old: $0, new: $0) },
                    added: [],
                    removed: []
                )
            },
            added: [],
            removed: []
        )
    }

    /// The matching of this one's older schema with the next one's newer schema.
    ///
    /// What was dropped on the way and added again is a different thing under the same name, so it does not match.
    ///
    /// - Parameter next: A matching whose older schema is this one's newer schema.
    /// - Returns: The matching over both.
    public func composed(with next: Matching) -> Matching {
        var kept: Set<String> = []
        var matches: [EntityMatch] = []
        var added: [Entity] = next.added
        for second in next.entities {
            guard let first = match(newer: second.old.name) else {
                added.append(second.new)
                continue
            }
            kept.insert(first.old.name)
            var older: [String: String] = [:]
            for property in second.properties {
                let before = first.properties.first { $0.new.name == property.old.name }
                if let before { older[property.new.name] = before.old.name }
            }
            matches.append(EntityMatch(first.old, second.new, older))
        }
        let gone: [Entity] = (entities.map(\.old) + removed).filter { !kept.contains($0.name) }
        return Matching(entities: matches, added: added, removed: gone)
    }
}
