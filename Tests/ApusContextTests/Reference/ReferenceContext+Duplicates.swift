extension ReferenceContext {
    /// Unites new members with those that have the same code.
    ///
    /// - Returns: Whether there were any.
    mutating func unite(_ store: ClubStore) -> Bool {
        if policy == .error { return false }
        var first: [Int: Int] = [:]
        var wasUnited = false
        for object in inserted {
            guard let code = rows[object]?.uniqueCode else { continue }
            var survivor = object
            if let other = first[code].flatMap({ row($0, store)?.uniqueCode == code ? $0 : nil })
                ?? owner(of: code, store)
            {
                unite(object, with: other, store)
                (survivor, wasUnited) = (other, true)
            }
            if first[code].map({ row($0, store)?.uniqueCode != code }) ?? true { first[code] = survivor }
        }
        return wasUnited
    }

    /// The member that has a code in the store, and keeps it, as it is now.
    private mutating func owner(of code: Int, _ store: ClubStore) -> Int? {
        guard let owner = store.rows.first(where: { $0.value.uniqueCode == code })?.key, !deleted.contains(owner),
            originals[owner]?[.attribute(ClubRow.code)] == nil
        else { return nil }
        refresh(owner, store)
        return owner
    }

    /// Has a member take over what a new one has, which does not exist any more.
    private mutating func unite(_ object: Int, with other: Int, _ store: ClubStore) {
        guard let new = rows[object] else { return }
        let takesValues = policy != .storeWins && policy != .rollback
        if takesValues {
            for index in new.values.indices { set(.attribute(index), of: other, to: new.values[index], store) }
        }
        for key in new.kind.keys {
            guard let far = new.keys[key] else { continue }
            let isTaken = takesValues || row(other, store)?.keys[key] == nil
            let line = visible(store).lines[far] ?? []
            set(key, of: object, to: nil, store)
            if !isTaken { continue }
            set(key, of: other, to: far, store)
            if key == .squad {
                setLine(far, store, to: line.filter { $0 != other }.map { $0 == object ? other : $0 })
            }
        }
        for pair in visible(store).pairs where pair.member == object {
            remove(pair, store)
            removed.remove(pair)
            add(ClubPair(tag: pair.tag, member: other), store)
        }
        inserted.removeAll { $0 == object }
        rows[object] = nil
    }

    /// Has all objects with a row count as deleted, after the store was erased. New objects stay, and lose them.
    mutating func forgetStored() {
        let new = rows.filter { inserted.contains($0.key) }
        let stays = Set(inserted)
        let (pairs, order) = (added, lines)
        let objects = inserted
        forgetChanges()
        known = [:]
        inserted = objects
        rows = new.mapValues { row in
            var row = row
            row.keys = row.keys.filter { stays.contains($0.value) }
            return row
        }
        added = pairs.filter { stays.contains($0.tag) && stays.contains($0.member) }
        lines = order.filter { stays.contains($0.key) }.mapValues { $0.filter(stays.contains) }
        linesBefore = lines.mapValues { _ in [] }
        linesRead = linesBefore
    }
}
