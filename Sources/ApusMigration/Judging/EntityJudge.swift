import ApusSchema

/// Judges how an entity differs, apart from its properties.
struct EntityJudge {
    let context: StageContext

    private var matching: Matching { context.matching }

    /// Judges a newer entity.
    func judge(_ name: String) -> Findings {
        var findings = Findings()
        if let match = matching.match(newer: name) {
            judge(match, &findings)
        } else if let entity = context.newer.entity(name) {
            findings.add(EntityAdded(entity: entity), name)
        }
        if context.newer.entity(name)?.parent == nil { judgeRoot(name, &findings) }
        return findings
    }

    private func judge(_ match: EntityMatch, _ findings: inout Findings) {
        let (before, after): (Entity, Entity) = (match.old, match.new)
        let name: String = after.name
        if before.name != name { findings.add(EntityRenamed(from: before.name, to: name), name) }
        if before.isAbstract, !after.isAbstract { findings.add(EntityBecameConcrete(name: name), name) }
        if !before.isAbstract, after.isAbstract {
            let refusal = Refusal(
                .entityBecameAbstract,
                at: ElementPath(name),
                settledBy: context.accepting(ElementPath(before.name))
            )
            findings.add(
                EntityBecameAbstract(name: name),
                name,
                .loss([context.lines.acceptance(of: before.name)], refusal)
            )
        }
        // A parent under a new name is the same parent; another entity under the parent's name is not.
        let parent: String? = before.parent.flatMap { matching.newerName(of: $0) }
        if parent != after.parent || (before.parent == nil) != (after.parent == nil) {
            findings.add(ParentChanged(from: before.parent, to: after.parent), name)
        }
        judgeTable(before, after, &findings)
        judgeConstraints(before, after, &findings)
    }

    // MARK: Roots

    /// Identities are unique below one root only: a newer root must not bring several older ones together.
    private func judgeRoot(_ root: String, _ findings: inout Findings) {
        guard context.newer.hasHierarchies else { return }
        let roots: [String] = context.roots(mergedInto: root).map(\.root)
        guard roots.count > 1 else { return }
        let refusal = Refusal(
            .hierarchiesMerged(roots),
            at: ElementPath(root),
            settledBy: [.edit(.keepApart)] + context.accepting(ElementPath(roots.last ?? root))
        )
        findings.add(HierarchiesMerged(root: root, from: roots), root, .refused(refusal))
    }

    // MARK: Settings

    private func judgeTable(_ before: Entity, _ after: Entity, _ findings: inout Findings) {
        let name: String = after.name
        if before.table != after.table, after.parent == nil {
            findings.add(TableNameChanged(from: before.table ?? before.name, to: after.table ?? name), name)
        }
        if before.primaryKey != after.primaryKey, after.parent == nil {
            findings.add(
                PrimaryKeyNameChanged(
                    from: before.primaryKey ?? Column.identityName,
                    to: after.primaryKey ?? Column.identityName
                ),
                name
            )
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            findings.add(EntitySettingChanged(key: key.name, from: from, to: to), name)
        }
    }

    private static let settings: [Key<Entity>] = Entity.keys.filter {
        ["hashModifier", "spotlightDisplayName"].contains($0.name)
    }

    /// A constraint or an index is not another one because a property in it has another name now.
    private func judgeConstraints(_ before: Entity, _ after: Entity, _ findings: inout Findings) {
        let name: String = after.name
        let old: [[String]] = before.uniquenessConstraints.map { $0.map { newerName(of: $0, in: before) }.sorted() }
        let new: [[String]] = after.uniquenessConstraints.map { $0.sorted() }
        let (oldOnes, newOnes) = (Set(old), Set(new))
        for (constraint, written) in zip(new, after.uniquenessConstraints) where !oldOnes.contains(constraint) {
            findings.add(UniquenessAdded(properties: written), name)
        }
        for (constraint, written) in zip(old, before.uniquenessConstraints) where !newOnes.contains(constraint) {
            findings.add(UniquenessRemoved(properties: written), name)
        }
        let indexes: [Entity.Index] = before.indexes.map { newer($0, in: before) }
        let (oldIndexes, newIndexes) = (Set(indexes), Set(after.indexes))
        for index in after.indexes where !oldIndexes.contains(index) { findings.add(IndexAdded(index: index), name) }
        for (index, written) in zip(indexes, before.indexes) where !newIndexes.contains(index) {
            findings.add(IndexRemoved(index: written), name)
        }
    }

    /// The newer name of a property that an older entity has or inherits; its older name if it is gone.
    private func newerName(of property: String, in entity: Entity) -> String {
        matching.newer(ElementPath(entity.name, property))?.property ?? property
    }

    /// An older index with the newer names. Expressions and predicates stay as they are written.
    private func newer(_ index: Entity.Index, in entity: Entity) -> Entity.Index {
        var index: Entity.Index = index
        for position in index.elements.indices {
            guard case .property(var names) = index.elements[position].term, let first = names.first else { continue }
            names[0] = newerName(of: first, in: entity)
            index.elements[position].term = .property(names)
        }
        return index
    }

    // MARK: Removals

    /// Judges the entities that are gone, each with its objects, if it had any.
    ///
    /// - Parameter judgeProperties: Judges the properties of one first.
    /// - Returns: What is found.
    func judgeRemovals(_ judgeProperties: (String) -> Findings) -> Findings {
        var findings = Findings()
        var renames = LikelyEntityRenames(to: matching.added)
        for entity in matching.removed {
            findings.append(judgeProperties(entity.name))
            let acceptance: Mapping.Line? = context.lines.acceptance(of: entity.name)
            findings.add(
                EntityRemoved(entity: entity),
                entity.name,
                entity.isAbstract ? .lightweight : .loss([acceptance], removal(of: entity, &renames))
            )
        }
        return findings
    }

    private func removal(of entity: Entity, _ renames: inout LikelyEntityRenames) -> Refusal {
        let path = ElementPath(entity.name)
        let accept: [Refusal.Settlement] = context.accepting(path)
        if let likely = renames.best(of: entity) {
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

extension StageContext {
    /// The older roots that a newer one brings together, and the newer kinds that come from each.
    func roots(mergedInto root: String) -> [(root: String, kinds: [String])] {
        var roots: [(root: String, kinds: [String])] = []
        var indices: [String: Int] = [:]
        for kind in newer.kinds(below: root) {
            guard let oldKind = matching.olderName(of: kind), older.isConcrete(oldKind) else { continue }
            let oldRoot: String = older.root(of: oldKind)
            let index = indices[oldRoot] ?? roots.count
            indices[oldRoot] = index
            if index == roots.count { roots.append((oldRoot, [])) }
            roots[index].kinds.append(kind)
        }
        return roots
    }
}
