import ApusMigration
import ApusSchema

extension StageLines {
    /// Notes the lines about unique constraints that the stage needs: each of their decisions is about one that is new, or
    /// whose values the stage changes.
    func useDuplicates(_ match: StageMatch, _ survivors: Survivors, _ values: [ValueRules], crowds: [ElementPath]) {
        for (number, line) in mapping[.duplicates].enumerated() where line.path.property == nil {
            guard let entity = newer.schema.entity(line.path.entity), let decisions = line.duplicateObjects else {
                continue
            }
            // What nothing makes has no objects yet.
            let isMade = newer.kinds(below: entity.name).contains { !survivors.makings(for: $0).isEmpty }
            let areNeeded =
                isMade
                && decisions.allSatisfy { decision in
                    entity.uniqueConstraints.contains { constraint in
                        decision.isAbout(constraint, of: entity) && isUsable(decision.kept, constraint, entity)
                            && isAffected(
                                constraint,
                                entity: entity,
                                match: match,
                                survivors: survivors,
                                values: values,
                                crowds: crowds
                            )
                    }
                }
            if areNeeded { use(.duplicates, number) }
        }
    }

    /// Whether objects have an attribute by whose values one can be chosen, or that can have a number.
    private func isUsable(_ kept: Mapping.DuplicateObjects.Kept, _ constraint: [String], _ entity: Entity) -> Bool {
        guard let name = kept.attribute else { return true }
        guard let attribute = newer.plainAttributes(of: entity.name).first(where: { $0.name == name }),
            let type = attribute.type.scalar
        else { return false }
        if case .numbered = kept { return type == .string && constraint.contains(name) }
        return [.int16, .int32, .int64, .double, .float, .date, .string].contains(type)
    }

    /// Whether objects may have the same values although no two of the older version have.
    private func isAffected(
        _ constraint: [String],
        entity: Entity,
        match: StageMatch,
        survivors: Survivors,
        values: [ValueRules],
        crowds: [ElementPath]
    ) -> Bool {
        let olderNames: [String] = constraint.compactMap { match.older($0, of: entity.name)?.name }
        guard let oldName = match.entities[entity.name], let oldEntity = older.schema.entity(oldName),
            olderNames.count == constraint.count,
            oldEntity.uniqueConstraints.contains(where: { Set($0) == Set(olderNames) })
        else { return true }
        return newer.kinds(below: entity.name).flatMap(survivors.makings(for:)).contains { making in
            guard making.stays, older.isKind(making.oldKind, of: oldName),
                let rules = values.first(where: { $0.making.isSame(as: making) })?.rules
            else { return true }
            return constraint.contains { name in
                guard let property = newer.property(name, of: making.kind) else { return true }
                if let relationship = property.relationship {
                    return making.pairs[name] == nil || crowds.contains(property.path)
                        || expression(.property(kind: making.kind, owner: property.owner, name: name)) != nil
                        || isReduced(relationship.destination, by: 1) || isReduced(entity.name, by: 2)
                }
                return rules.filter { $0.leaf.path.first == name }.contains { rule in
                    guard case .old(let path, .keep) = rule.source, path.first == making.pairs[name],
                        case .stay = rule.gap
                    else { return true }
                    return false
                }
            }
        }
    }

    /// Whether objects below the root of an entity become fewer by some decisions.
    private func isReduced(_ entity: String, by count: Int) -> Bool {
        let lines = mapping[.duplicates].filter { line in
            line.path.property == nil && newer.root(of: line.path.entity) == newer.root(of: entity)
        }
        return lines.flatMap { $0.duplicateObjects ?? [] }.count { $0.kept.isOne } >= count
    }
}
