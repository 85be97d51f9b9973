import ApusSchema

/// Judges the differences of an entity, apart from its properties.
struct EntityJudge {
    let context: StageContext

    private var matching: Matching { context.matching }

    /// Judges a newer entity.
    func judge(_ name: String) -> Findings {
        var findings = Findings()
        if let match = matching.match(newer: name) {
            judge(match, &findings)
        } else if let entity = context.newer.entity(name) {
            findings.add(EntityAdded(entity: entity), of: name)
        }
        if context.newer.entity(name)?.parent == nil { judgeRoot(name, &findings) }
        return findings
    }

    private func judge(_ match: EntityMatch, _ findings: inout Findings) {
        let (before, after): (Entity, Entity) = (match.old, match.new)
        let name = after.name
        if before.name != name { findings.add(EntityRenamed(from: before.name, to: name), of: name) }
        if before.isAbstract, !after.isAbstract { findings.add(EntityBecameConcrete(name: name), of: name) }
        if !before.isAbstract, after.isAbstract {
            let refusal = Refusal(
                .entityBecameAbstract,
                at: ElementPath(name),
                settledBy: context.accepting(ElementPath(before.name))
            )
            findings.add(
                EntityBecameAbstract(name: name),
                of: name,
                judged: .loss([context.lines.acceptance(of: before.name)], refusal)
            )
        }
        // A preparation puts entities below their newer parents.
        if context.preparation == nil, let change = matching.parentChange(of: match) { findings.add(change, of: name) }
        judgeTable(from: before, to: after, &findings)
        judgeConstraints(from: before, to: after, &findings)
    }

    // MARK: Roots

    /// Judges whether a newer root merges several older ones. Identities are unique below one root only.
    private func judgeRoot(_ root: String, _ findings: inout Findings) {
        guard context.newer.hasHierarchies else { return }
        let hierarchies = context.roots(mergedInto: root)
        let roots = hierarchies.map(\.root)
        guard roots.count > 1 else { return }
        // The objects of one keep their identities: those that the mapping makes, or else the first.
        let kept = hierarchies.firstIndex { $0.entities.contains(where: isMade) } ?? 0
        let others = hierarchies.indices.filter { $0 != kept }.flatMap { hierarchies[$0].entities }
            .compactMap { name in matching.olderName(of: name).map { (name, older: $0) } }
        let refusal = Refusal(
            .hierarchiesMerged(roots),
            at: ElementPath(root),
            settledBy: context.writing(others.map { .entity($0, [Mapping.Origin([$1])]) }) + [.edit(.keepApart)]
                + context.accepting(others.map { ElementPath($0.older) })
        )
        findings.add(HierarchiesMerged(root: root, from: roots), of: root, judged: .refused(refusal))
    }

    /// Returns whether a newer entity's objects are made of those of others.
    private func isMade(_ name: String) -> Bool {
        context.preparation.map { $0.overall.olderName(of: name) == nil } ?? false
    }

    // MARK: Settings

    private func judgeTable(from before: Entity, to after: Entity, _ findings: inout Findings) {
        let name = after.name
        if before.table != after.table, after.parent == nil {
            findings.add(TableNameChanged(from: before.table ?? before.name, to: after.table ?? name), of: name)
        }
        if before.primaryKey != after.primaryKey, after.parent == nil {
            findings.add(
                PrimaryKeyNameChanged(
                    from: before.primaryKey ?? Column.identityName,
                    to: after.primaryKey ?? Column.identityName
                ),
                of: name
            )
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            findings.add(EntitySettingChanged(key: key.name, from: from, to: to), of: name)
        }
    }

    private static let settings: [Key<Entity>] = Entity.keys.filter {
        ["hashModifier", "spotlightDisplayName"].contains($0.name)
    }

    /// Judges unique constraints and indexes. A renamed property does not make a constraint or an index a different
    /// one.
    private func judgeConstraints(from before: Entity, to after: Entity, _ findings: inout Findings) {
        let name = after.name
        let old = before.uniquenessConstraints.map { $0.map { newerName(of: $0, in: before) }.sorted() }
        let new = after.uniquenessConstraints.map { $0.sorted() }
        // A property may say the same of itself.
        let oldConstraints = Set(before.uniqueConstraints.map { $0.map { newerName(of: $0, in: before) }.sorted() })
        let newConstraints = Set(after.uniqueConstraints.map { $0.sorted() })
        for (constraint, written) in zip(new, after.uniquenessConstraints) where !oldConstraints.contains(constraint) {
            findings.add(UniquenessAdded(properties: written), of: name)
        }
        for (constraint, written) in zip(old, before.uniquenessConstraints) where !newConstraints.contains(constraint) {
            findings.add(UniquenessRemoved(properties: written), of: name)
        }
        let indexes = before.indexes.map { newer($0, in: before) }
        let (oldIndexes, newIndexes) = (Set(indexes), Set(after.indexes))
        for index in after.indexes where !oldIndexes.contains(index) {
            findings.add(IndexAdded(index: index), of: name)
        }
        for (index, written) in zip(indexes, before.indexes) where !newIndexes.contains(index) {
            findings.add(IndexRemoved(index: written), of: name)
        }
    }

    /// Returns the newer name of a property that an older entity has or inherits, or its older name if it was removed.
    private func newerName(of property: String, in entity: Entity) -> String {
        matching.newer(ElementPath(entity.name, property))?.property ?? property
    }

    /// Returns an older index with the newer names of its properties. Expressions and predicates stay unchanged.
    private func newer(_ index: Entity.Index, in entity: Entity) -> Entity.Index {
        var index = index
        for position in index.elements.indices {
            guard case .property(var names) = index.elements[position].term, let first = names.first else { continue }
            names[0] = newerName(of: first, in: entity)
            index.elements[position].term = .property(names)
        }
        return index
    }

    // MARK: Removals

    /// Judges the removed entities, each with its objects if it could have any.
    ///
    /// - Parameter judgeProperties: Judges the properties of a removed entity; called before the entity is judged.
    /// - Returns: The findings.
    func judgeRemovals(_ judgeProperties: (String) -> Findings) -> Findings {
        var findings = Findings()
        var renames = LikelyEntityRenames(to: matching.added.filter { !$0.isAbstract })
        for entity in matching.removed {
            // What becomes other objects is judged with them. What their sub-entities inherit, no released mapping had to accept.
            let isConsumed = context.preparation?.consumed.contains(entity.name) == true
            if !isConsumed || !context.lines.isReleased { findings.append(judgeProperties(entity.name)) }
            if isConsumed { continue }
            guard !entity.isAbstract else {
                findings.add(EntityRemoved(entity: entity), of: entity.name)
                continue
            }
            let acceptance = context.lines.acceptance(of: entity.name)
            // What was given up was not renamed.
            let likely = acceptance == nil ? renames.best(of: entity) : nil
            findings.add(
                EntityRemoved(entity: entity),
                of: entity.name,
                judged: .loss([acceptance], removal(of: entity, probably: likely))
            )
        }
        return findings
    }

    private func removal(of entity: Entity, probably likely: String?) -> Refusal {
        let path = ElementPath(entity.name)
        let accept = context.accepting(path)
        if let likely {
            let newer = ElementPath(likely)
            return Refusal(
                .likelyRename(older: path, type: nil),
                at: newer,
                settledBy: [.originalName(entity.name, of: newer)] + accept
            )
        }
        guard let taker = matching.match(newer: entity.name) else {
            return Refusal(.entityRemoved(nameTakenBy: nil), at: path, settledBy: accept)
        }
        return Refusal(
            .entityRemoved(nameTakenBy: taker.old.name),
            at: path,
            settledBy: [.originalName(entity.name, of: ElementPath(taker.new.name))] + accept
        )
    }
}

extension Matching {
    /// Returns the change of an entity's parent, if there is one. A renamed parent is the same parent; another entity with the
    /// parent's name is not.
    func parentChange(of match: EntityMatch) -> ParentChanged? {
        let (before, after) = (match.old.parent, match.new.parent)
        let isSame = before.flatMap(newerName) == after && (before == nil) == (after == nil)
        return isSame ? nil : ParentChanged(from: before, to: after)
    }
}

extension StageContext {
    /// Judges whether a property became unique or no longer is, unless a constraint of its entity says the same.
    func judgeUniqueness(
        from before: (name: String, isUnique: Bool),
        to after: (name: String, isUnique: Bool),
        in entity: String,
        _ findings: inout Findings
    ) {
        let constraints = matching.match(newer: entity).map {
            ($0.old.uniquenessConstraints, $0.new.uniquenessConstraints)
        }
        if !before.isUnique, after.isUnique, constraints?.0.contains([before.name]) != true {
            findings.add(UniquenessAdded(properties: [after.name]), of: entity)
        }
        if before.isUnique, !after.isUnique, constraints?.1.contains([after.name]) != true {
            findings.add(UniquenessRemoved(properties: [after.name]), of: entity)
        }
    }

    /// Returns the older roots that a newer root merges, each with the newer concrete entities that come from it.
    func roots(mergedInto root: String) -> [(root: String, entities: [String])] {
        var roots: [(root: String, entities: [String])] = []
        var indices: [String: Int] = [:]
        for name in newer.concreteEntities(below: root) {
            guard let oldName = matching.olderName(of: name), older.isConcrete(oldName) else { continue }
            let oldRoot = older.root(of: oldName)
            let index = indices[oldRoot] ?? roots.count
            indices[oldRoot] = index
            if index == roots.count { roots.append((oldRoot, [])) }
            roots[index].entities.append(name)
        }
        return roots
    }
}
