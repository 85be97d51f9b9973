extension ReferenceContext {
    /// Why a save fails.
    enum Failure: Error {
        case conflict, gone, notUnique, dangling
    }

    /// A save's result: the store, and the objects that it updated and deleted.
    struct Saved {
        var store: ClubStore
        let updated: Set<Int>
        let deleted: Set<Int>
        /// The teams whose lines others have changed as well, so that their order is unspecified.
        let unorderedLines: Set<Int>
    }

    /// Saves the changes.
    mutating func save(_ store: ClubStore) throws(Failure) -> Saved {
        while true {
            let others = try resolveConflicts(store)
            let next = result(store)
            let isGone = originals.contains {
                !$0.value.isEmpty && !deleted.contains($0.key) && store.rows[$0.key] == nil
            }
            if isGone { throw .gone }
            if !next.store.isSound {
                if next.store.isUnique { throw .dangling }
                if !unite(store) { throw .notUnique }
                continue
            }
            // What others have related to deleted objects loses them.
            let lost = store.pairs.flatMap { pair in
                deleted.contains(pair.tag) ? [pair.member] : deleted.contains(pair.member) ? [pair.tag] : []
            }
            let updated = changed.union(lost).subtracting(deleted)
            let saved = Saved(
                store: next.store,
                updated: updated,
                deleted: Set(deleted),
                unorderedLines: next.unordered
            )
            for object in deleted { known[object] = nil }
            for object in inserted { known[object] = next.store.rows[object] }
            for (object, row) in rows where !inserted.contains(object) && !deleted.contains(object) {
                known[object] = row
            }
            for (object, properties) in others where !deleted.contains(object) {
                for property in properties { known[object]?[property] = store.rows[object]?[property] }
            }
            for object in gone { known[object] = nil }
            forgetChanges()
            return saved
        }
    }

    /// Resolves conflicts as the policy says.
    ///
    /// - Returns: The properties of changed objects that only others have changed.
    private mutating func resolveConflicts(_ store: ClubStore) throws(Failure) -> [Int: [ClubProperty]] {
        var unresolved:
            [(object: Int, conflicts: [ClubProperty], reverted: [ClubProperty], unchanged: [ClubProperty])] = []
        var others: [Int: [ClubProperty]] = [:]
        for object in changed.sorted() where !deleted.contains(object) {
            guard let theirs = store.rows[object], let mine = rows[object] ?? known[object] else { continue }
            var (conflicts, reverted, unchanged): ([ClubProperty], [ClubProperty], [ClubProperty]) = ([], [], [])
            for property in theirs.properties where theirs[property] != mine[property] {
                guard let original = originals[object]?[property] else {
                    unchanged.append(property)
                    continue
                }
                if (theirs[property] ?? -1) == original { continue }
                if (mine[property] ?? -1) == original { reverted.append(property) } else { conflicts.append(property) }
            }
            if !unchanged.isEmpty { others[object] = unchanged }
            if !conflicts.isEmpty || !reverted.isEmpty { unresolved.append((object, conflicts, reverted, unchanged)) }
        }
        if unresolved.contains(where: { !$0.conflicts.isEmpty }), policy == .error || policy == .upsert {
            throw .conflict
        }
        for (object, conflicts, reverted, unchanged) in unresolved {
            switch policy {
            case .overwrite where !conflicts.isEmpty:
                for property in conflicts + reverted + unchanged {
                    originals[object, default: [:]][property] = store.rows[object]?[property] ?? -1
                }
                if let mine = known[object], rows[object] == nil { rows[object] = mine }
            case .rollback where !conflicts.isEmpty:
                take(Array((originals[object] ?? [:]).keys) + unchanged, of: object, store)
            case .error, .upsert, .storeWins, .overwrite, .rollback:
                take(conflicts + reverted + unchanged, of: object, store)
            case .objectWins:
                take(reverted, of: object, store)
                for property in conflicts { originals[object]?[property] = store.rows[object]?[property] ?? -1 }
                if (originals[object] ?? [:]).isEmpty, !touched.contains(object) { take(unchanged, of: object, store) }
            }
            if originals[object]?.isEmpty == true { originals[object] = nil }
            if !changed.contains(object) { rows[object] = nil }
        }
        return unresolved.isEmpty ? others : try resolveConflicts(store)
    }

    /// Replaces properties of an object by what the store has.
    mutating func take(_ properties: [ClubProperty], of object: Int, _ store: ClubStore) {
        for property in properties {
            // Where it is in the line stays known if it is in the same one.
            let teams = [(rows[object] ?? known[object])?.keys[.squad], store.rows[object]?.keys[.squad]]
            if case .key(.squad) = property, teams[0] != teams[1] {
                for team in teams.compactMap({ $0 }) {
                    lines[team]?.removeAll { $0 == object }
                    linesBefore[team] = nil
                    linesRead[team]?.removeAll { $0 == object }
                }
            }
            rows[object]?[property] = store.rows[object]?[property]
            known[object]?[property] = store.rows[object]?[property]
            originals[object]?[property] = nil
        }
    }

    /// What the store has after the save.
    private func result(_ store: ClubStore) -> (store: ClubStore, unordered: Set<Int>) {
        var next = store
        for object in deleted {
            next.rows[object] = nil
            next.pairs = next.pairs.filter { $0.tag != object && $0.member != object }
        }
        for (object, properties) in originals where !deleted.contains(object) {
            for property in properties.keys { next.rows[object]?[property] = rows[object]?[property] }
        }
        for object in inserted { next.rows[object] = rows[object] }
        next.pairs.subtract(removed)
        next.pairs.formUnion(added)
        var unordered: Set<Int> = []
        next.lines = [:]
        for (team, row) in next.rows where row.kind == .team {
            let members = Set(next.rows.filter { $0.value.keys[.squad] == team }.keys)
            let before = store.lines[team] ?? []
            var line = (lines[team] ?? before).filter(members.contains)
            if lines[team] != nil, linesBefore[team] != before { unordered.insert(team) }
            if Set(line) != members {
                unordered.insert(team)
                line += members.subtracting(line).sorted()
            }
            next.lines[team] = line
        }
        return (next, unordered)
    }

    // MARK: - What other contexts save

    /// Notes what another context of the container has saved.
    mutating func receive(updated: Set<Int>, deleted: Set<Int>) {
        mail.updated.formUnion(updated)
        mail.deleted.formUnion(deleted)
    }

    /// Takes over what other contexts of the container have saved.
    mutating func merge(_ store: ClubStore) {
        for object in mail.updated.sorted() where known[object] != nil || rows[object] != nil {
            if deleted.contains(object) { missed.insert(object) } else { takeOver(object, store) }
        }
        for object in mail.deleted {
            if changed.contains(object) { gone.insert(object) } else { known[object] = nil }
        }
        mail = ([], [])
    }

    /// Takes over what others have changed of an object.
    mutating func takeOver(_ object: Int, _ store: ClubStore) {
        if !changed.contains(object) {
            known[object] = store.rows[object]
        } else if policy != .overwrite, let theirs = store.rows[object] {
            take(theirs.properties.filter { originals[object]?[$0] == nil }, of: object, store)
        }
    }

    /// Reads an object again.
    mutating func refresh(_ object: Int, _ store: ClubStore) {
        if inserted.contains(object) || deleted.contains(object) { return }
        guard changed.contains(object) else {
            known[object] = store.rows[object]
            return
        }
        guard let theirs = store.rows[object] else { return }
        take(theirs.properties.filter { originals[object]?[$0] == nil }, of: object, store)
        // A change to what the store has now stays one of what it was before.
        for property in (originals[object] ?? [:]).keys where rows[object]?[property] != theirs[property] {
            originals[object]?[property] = theirs[property] ?? -1
        }
    }

    /// Whether the changes do not go together with what the store has by now, so that what the context shows is unspecified
    /// until a save or a rollback.
    func isTroubled(_ store: ClubStore) -> Bool {
        if changed.subtracting(deleted).contains(where: { store.rows[$0] == nil }) { return true }
        if deleted.contains(where: { store.rows[$0] == nil }) { return true }
        // With this policy, a changed object keeps a key that others have changed until it is saved, and the list that they
        // have changed as well does not follow it.
        let keepsKeys = changed.contains { object in
            guard policy == .overwrite, let mine = rows[object] ?? known[object], let theirs = store.rows[object] else {
                return false
            }
            return mine.kind.keys.contains { originals[object]?[.key($0)] == nil && mine.keys[$0] != theirs.keys[$0] }
        }
        if keepsKeys { return true }
        let visible = visible(store)
        let lockers = visible.rows.values.compactMap { $0.keys[.locker] }
        return visible.hasDanglingReferences || Set(lockers).count < lockers.count
            || added.contains { visible.rows[$0.tag] == nil || visible.rows[$0.member] == nil }
            || [linesBefore, linesRead].joined().contains { store.lines[$0.key] ?? [] != $0.value }
            || reordered.contains { store.rows[$0.key] != nil && store.lines[$0.key] ?? [] != $0.value }
    }
}
