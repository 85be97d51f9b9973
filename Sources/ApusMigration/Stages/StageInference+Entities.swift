import ApusSchema

extension StageInference {
    /// Finds what an entity says otherwise about itself.
    mutating func inferChanges(of match: EntityMatch) {
        let (before, after): (Entity, Entity) = (match.old, match.new)
        let name: String = after.name
        if before.name != name { add(EntityRenamed(from: before.name, to: name), name) }
        if before.isAbstract, !after.isAbstract { add(EntityBecameConcrete(name: name), name) }
        if !before.isAbstract, after.isAbstract {
            let line: MappingWords.Line? = words.acceptance(of: before.name)
            let verdict: Change.Verdict = verdict(
                ofLosing: line,
                refusedBecause: refusal(ofMakingAbstract: before, newer: name)
            )
            add(EntityBecameAbstract(name: name), name, verdict)
        }
        inferParent(before, after)
        inferTable(before, after)
        inferConstraints(before, after)
    }

    private mutating func inferParent(_ before: Entity, _ after: Entity) {
        // A parent under a new name is the same parent; another entity under the parent's name is not.
        let parent: String? = before.parent.flatMap { matching.newerName(of: $0) }
        if parent != after.parent || (before.parent == nil) != (after.parent == nil) {
            add(ParentChanged(from: before.parent, to: after.parent), after.name)
        }
    }

    /// The older roots that a newer one brings together, and the newer kinds that come from each.
    private func roots(mergedInto root: String) -> [(root: String, kinds: [String])] {
        var roots: [(root: String, kinds: [String])] = []
        for kind in newer.kinds(below: root) {
            guard let oldKind = matching.olderName(of: kind), older.isConcrete(oldKind) else {
                continue
            }
            let oldRoot: String = older.root(of: oldKind)
            if let index = roots.firstIndex(where: { $0.root == oldRoot }) {
                roots[index].kinds.append(kind)
            } else {
                roots.append((oldRoot, [kind]))
            }
        }
        return roots
    }

    /// Unmatches the entities that cannot keep their objects below a root they share with others, where the loss of
    /// these is accepted.
    mutating func splitMerged() {
        guard newer.hasHierarchies else { return }
        for entity in new.entities where entity.parent == nil && isTouched(entity.name) {
            let merged: [(root: String, kinds: [String])] = roots(mergedInto: entity.name)
            guard merged.count > 1 else { continue }
            for (_, kinds) in merged
            where kinds.allSatisfy({ kind in matching.olderName(of: kind).flatMap(words.acceptance(of:)) != nil }) {
                for kind in kinds { matching.unmatch(newer: kind) }
            }
        }
    }

    /// Identities are unique below one root only: a newer root must not bring several older ones together.
    mutating func inferRoots(_ root: String) {
        guard newer.hasHierarchies else { return }
        let roots: [String] = roots(mergedInto: root).map(\.root)
        guard roots.count > 1 else { return }
        add(HierarchiesMerged(root: root, from: roots), root, .refused(refusal(ofMerging: roots, into: root)))
    }

    private mutating func inferTable(_ before: Entity, _ after: Entity) {
        let name: String = after.name
        if before.table != after.table, after.parent == nil {
            add(TableNameChanged(from: before.table ?? before.name, to: after.table ?? name), name)
        }
        if before.primaryKey != after.primaryKey, after.parent == nil {
            add(
                PrimaryKeyNameChanged(
                    from: before.primaryKey ?? Column.identityName,
                    to: after.primaryKey ?? Column.identityName
                ),
                name
            )
        }
        for (key, from, to) in Self.settings.differences(before, after) {
            add(EntitySettingChanged(key: key.name, from: from, to: to), name)
        }
    }

    private static let settings: [Key<Entity>] = Entity.keys.filter {
        ["hashModifier", "spotlightDisplayName"].contains($0.name)
    }

    /// A constraint or an index is not another one because a property in it is called otherwise now.
    private mutating func inferConstraints(_ before: Entity, _ after: Entity) {
        let name: String = after.name
        func isBefore(_ one: [String], _ other: [String]) -> Bool { one.lexicographicallyPrecedes(other) }
        let old: [[String]] = before.uniquenessConstraints.map { $0.map { newerName(of: $0, in: before) }.sorted() }
        let new: [[String]] = after.uniquenessConstraints.map { $0.sorted() }
        for (constraint, said) in zip(new, after.uniquenessConstraints) where !old.contains(constraint) {
            add(UniquenessAdded(properties: said), name)
        }
        for (constraint, said) in zip(old, before.uniquenessConstraints) where !new.contains(constraint) {
            add(UniquenessRemoved(properties: said), name)
        }
        let indexes: [Entity.Index] = before.indexes.map { newer($0, in: before) }
        for index in after.indexes where !indexes.contains(index) { add(IndexAdded(index: index), name) }
        for (index, said) in zip(indexes, before.indexes) where !after.indexes.contains(index) {
            add(IndexRemoved(index: said), name)
        }
    }

    /// What a property that an older entity has or inherits is called now; its older name where it is gone.
    private func newerName(of property: String, in entity: Entity) -> String {
        matching.newer(ElementPath(entity.name, property))?.property ?? property
    }

    /// An older index as the newer schema would say it. Expressions and predicates stay as they are written.
    private func newer(_ index: Entity.Index, in entity: Entity) -> Entity.Index {
        var index: Entity.Index = index
        for position in index.elements.indices {
            guard case .property(var names) = index.elements[position].term, let first = names.first else { continue }
            names[0] = newerName(of: first, in: entity)
            index.elements[position].term = .property(names)
        }
        return index
    }

    /// An entity that is gone: with its objects, where it had any.
    mutating func inferRemoval(of entity: Entity) {
        guard !entity.isAbstract else {
            add(EntityRemoved(entity: entity), entity.name)
            return
        }
        let line: MappingWords.Line? = words.acceptance(of: entity.name)
        let verdict: Change.Verdict = verdict(ofLosing: line, refusedBecause: refusal(ofRemoving: entity))
        add(EntityRemoved(entity: entity), entity.name, verdict)
    }
}
