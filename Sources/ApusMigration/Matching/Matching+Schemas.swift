package import ApusSchema

extension Matching {
    /// Matches two neighbouring schemas by name and `originalName`: first entities, then the properties of each entity,
    /// including inherited ones, so that a property that moves within a hierarchy still matches.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    /// - Returns: The matching, and a refusal per conflict of names. The elements of a conflict are unmatched.
    package static func match(_ old: Schema, _ new: Schema) -> (matching: Matching, refusals: [Refusal]) {
        let older = IndexedSchema(old)
        return match(older, IndexedSchema(new, like: older))
    }

    /// Matches two indexed schemas.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - known: What the elements were called in the versions between: these elements match, whatever the names of others.
    ///   - made: The older names of newer entities, and of properties by the entities that have them, whatever other names are.
    /// - Returns: The matching, and a refusal per conflict of names.
    static func match(
        _ old: IndexedSchema,
        _ new: IndexedSchema,
        through known: Matching? = nil,
        made: [ElementPath: String] = [:]
    ) -> (matching: Matching, refusals: [Refusal]) {
        let entities = NameMatcher(
            old: old.names,
            new: new.names,
            oldIndices: old.indices,
            known: known == nil && !made.keys.contains { $0.property == nil }
                ? []
                : new.names.map { entity in
                    (made[ElementPath(entity.name)] ?? known?.olderName(of: entity.name)).flatMap { old.indices[$0] }
                }
        )
        var refusals = entities.conflicts.map { Refusal($0, entity: nil) }
        let (types, conflicts) = TypeMatching.match(old.schema, new.schema, through: known?.types)
        refusals += conflicts
        let affected = AffectedEntities(from: old, to: new, matching: entities, types: types)
        var details: [String: PropertyMatching] = [:]
        for name in affected.newer {
            guard let index = new.indices[name], let older = entities.older[index] else { continue }
            let before = old.properties(of: old.names[older].name)
            let after = new.properties(of: name)
            let names = NameMatcher(
                old: before.map(\.naming),
                new: after.map(\.naming),
                known: known == nil && made.isEmpty
                    ? []
                    : after.map { property in
                        let path = ElementPath(name, property.name)
                        let older = made[path] ?? known?.older(path)?.property
                        return older.flatMap { older in before.firstIndex { $0.name == older } }
                    }
            )
            if !names.conflicts.isEmpty {
                // A conflict in an ancestor's property is reported for the ancestor.
                let own = Set(new.declared(by: name).map(\.name))
                for conflict in names.conflicts where conflict.newer.contains(where: own.contains) {
                    refusals.append(Refusal(conflict, entity: name))
                }
            }
            details[name] = PropertyMatching(before, after, olderIndices: names.older)
        }
        let matching = Matching(
            older: old,
            newer: new,
            olderIndices: entities.older,
            newerIndices: entities.newer,
            details: details,
            related: affected.related,
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

extension PropertyMatching {
    /// Matches properties by name and `originalName`, leaving those of a conflict unmatched.
    init(from old: [OwnedProperty], to new: [OwnedProperty]) {
        self.init(
            old,
            new,
            olderIndices: NameMatcher(old: old.map(\.naming), new: new.map(\.naming)).older
        )
    }
}
