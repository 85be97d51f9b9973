package import ApusSchema

extension Matching {
    /// Matches two neighbouring schemas by name and `originalName`, entities first, then the properties of each, the
    /// inherited ones included, so that what moves up or down a hierarchy is still the same.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    /// - Returns: The matching, and the claims that the rules cannot settle; both sides of such a claim are unmatched.
    package static func match(_ old: Schema, _ new: Schema) -> (matching: Matching, refusals: [Refusal]) {
        let older = IndexedSchema(old)
        return match(older, IndexedSchema(new, like: older))
    }

    /// Matches two indexed schemas.
    static func match(_ old: IndexedSchema, _ new: IndexedSchema) -> (matching: Matching, refusals: [Refusal]) {
        let entities = NameMatcher(old: old.names, new: new.names, numbers: old.numbers)
        var refusals: [Refusal] = entities.conflicts.map { Refusal($0, entity: nil) }
        let (types, conflicts) = TypeMatching.match(old.schema, new.schema)
        refusals += conflicts
        let touched = TouchedEntities(old, new, entities, types)
        var details: [String: PropertyMatching] = [:]
        for name in touched.newer {
            guard let place = new.numbers[name], let older = entities.older[place] else { continue }
            let before: [OwnedProperty] = old.properties(of: old.names[older].name)
            let after: [OwnedProperty] = new.properties(of: name)
            let names = NameMatcher(old: before.map(\.naming), new: after.map(\.naming))
            if !names.conflicts.isEmpty {
                // What an ancestor declares is reported there.
                let own = Set(new.declared(by: name).map(\.name))
                for conflict in names.conflicts where conflict.newer.contains(where: own.contains) {
                    refusals.append(Refusal(conflict, entity: name))
                }
            }
            details[name] = PropertyMatching(before, after, places: names.older)
        }
        let matching = Matching(
            older: old,
            newer: new,
            olderPlaces: entities.older,
            newerPlaces: entities.newer,
            details: details,
            related: touched.related,
            types: types
        )
        return (matching, refusals)
    }
}

extension OwnedProperty {
    fileprivate var naming: NameMatcher.Name {
        NameMatcher.Name(name: name, originalName: originalName)
    }
}
