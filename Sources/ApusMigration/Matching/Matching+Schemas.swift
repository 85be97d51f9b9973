public import ApusSchema

extension Matching {
    /// Matches two neighbouring schemas by name and `originalName`, entities first, then the properties of each.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    /// - Returns: The matching, and the claims that the rules cannot settle; both sides of such a claim are unmatched.
    public static func match(_ old: Schema, _ new: Schema) -> (matching: Matching, refusals: [Refusal]) {
        let names = NameMatcher(old: old.entities.map(\.naming), new: new.entities.map(\.naming))
        var refusals: [Refusal] = names.conflicts.map { Refusal($0, entity: nil) }
        var matches: [EntityMatch] = []
        for entity in new.entities {
            guard let name = names.older[entity.name], let older = old.entity(name) else { continue }
            let properties = NameMatcher(old: older.properties.map(\.naming), new: entity.properties.map(\.naming))
            refusals += properties.conflicts.map { Refusal($0, entity: entity.name) }
            matches.append(EntityMatch(older, entity, properties.older))
        }
        let kept: Set<String> = Set(matches.map(\.old.name))
        let given: Set<String> = Set(matches.map(\.new.name))
        let matching = Matching(
            entities: matches,
            added: new.entities.filter { !given.contains($0.name) },
            removed: old.entities.filter { !kept.contains($0.name) }
        )
        return (matching, refusals)
    }
}

extension EntityMatch {
    /// Puts two entities together; `older` gives the older name of each newer property that has one.
    init(_ old: Entity, _ new: Entity, _ older: [String: String]) {
        let oldProperties: [String: Property] = Dictionary(
            old.properties.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let kept: Set<String> = Set(older.values)
        self.init(
            old: old,
            new: new,
            properties: new.properties.compactMap { property in
                older[property.name].flatMap { oldProperties[$0] }.map { PropertyMatch(old: $0, new: property) }
            },
            added: new.properties.filter { older[$0.name] == nil },
            removed: old.properties.filter { !kept.contains($0.name) }
        )
    }
}

extension Entity {
    var naming: NameMatcher.Name { NameMatcher.Name(name: name, originalName: originalName) }
}

extension Property {
    var naming: NameMatcher.Name { NameMatcher.Name(name: name, originalName: originalName) }
}
