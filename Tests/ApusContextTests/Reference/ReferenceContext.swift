/// What a context has according to Containers.md: what it has read, and its unsaved changes.
struct ReferenceContext {
    /// How conflicts and duplicates are resolved: the names of `MergePolicy`.
    enum Policy: CaseIterable {
        case error, upsert, storeWins, objectWins, overwrite, rollback
    }

    /// The container; contexts of one container take over each other's saves.
    let container: Int
    var policy: Policy = .upsert

    /// The rows of stored objects as the context has read them; others are read when they are accessed.
    var known: [Int: ClubRow] = [:]
    /// The rows of new objects, and of those with changes.
    var rows: [Int: ClubRow] = [:]
    /// The values that changed properties had when they were changed first; -1 for a key that referred to nothing.
    var originals: [Int: [ClubProperty: Int]] = [:]
    /// The objects of which only the inverse of a key, or tags, have changed.
    var touched: Set<Int> = []
    var inserted: [Int] = []
    var deleted: [Int] = []
    /// What each deleted object was deleted with.
    var causes: [Int: Int] = [:]
    var added: Set<ClubPair> = []
    var removed: Set<ClubPair> = []
    /// The lines that have changed, and what the store had when they were changed first.
    var lines: [Int: [Int]] = [:]
    var linesBefore: [Int: [Int]] = [:]
    /// What the store had of the changed lines, apart from the members whose teams were taken over since.
    var linesRead: [Int: [Int]] = [:]
    /// The lines that the context has given another order, and what the store had then. They keep what they show until the save.
    var reordered: [Int: [Int]] = [:]

    /// Whether another container or process has changed the store since the context read its objects.
    var isStale = false
    /// The objects that other contexts of the container have updated and deleted.
    var mail: (updated: Set<Int>, deleted: Set<Int>) = ([], [])
    /// The deleted objects that they have updated, which is taken over if the object is inserted again.
    var missed: Set<Int> = []
    /// The changed objects that they have deleted.
    var gone: Set<Int> = []

    init(container: Int) { self.container = container }

    var hasChanges: Bool { !inserted.isEmpty || !deleted.isEmpty || !originals.isEmpty || !touched.isEmpty }

    /// The objects with changes that have a row.
    var changed: Set<Int> { touched.union(originals.keys) }

    mutating func forgetChanges() {
        (rows, originals, touched, inserted, deleted, causes) = ([:], [:], [], [], [], [:])
        (added, removed, lines, linesBefore, missed, gone) = ([], [], [:], [:], [], [])
        (linesRead, reordered) = ([:], [:])
    }

    /// Reads the row of an object, unless the context has it.
    mutating func row(_ object: Int, _ store: ClubStore) -> ClubRow? {
        if let row = rows[object] ?? known[object] { return row }
        known[object] = store.rows[object]
        return known[object]
    }

    /// All that the context shows: what the store has, with the context's changes.
    func visible(_ store: ClubStore) -> ClubStore {
        var result = ClubStore()
        for object in store.rows.keys where !deleted.contains(object) {
            result.rows[object] = rows[object] ?? known[object] ?? store.rows[object]
        }
        for object in inserted { result.rows[object] = rows[object] }
        result.pairs = store.pairs.subtracting(removed).union(added)
            .filter { result.rows[$0.tag] != nil && result.rows[$0.member] != nil }
        for (object, row) in result.rows where row.kind == .team {
            let line = lines[object] ?? store.lines[object] ?? []
            result.lines[object] = line.filter { result.rows[$0]?.keys[.squad] == object }
        }
        return result
    }

    // MARK: - Changes

    mutating func set(_ property: ClubProperty, of object: Int, to value: Int?, _ store: ClubStore) {
        guard var row = row(object, store) else { return }
        if !inserted.contains(object), originals[object]?[property] == nil {
            originals[object, default: [:]][property] = row[property] ?? -1
        }
        row[property] = value
        rows[object] = row
    }

    private mutating func touch(_ object: Int) {
        if !inserted.contains(object) { touched.insert(object) }
    }

    /// Sets a key, and with it the inverse.
    mutating func set(_ key: ClubKey, of object: Int, to other: Int?, _ store: ClubStore) {
        let old = row(object, store)?.keys[key]
        if old == other { return }
        if let old {
            touch(old)
            if key == .squad { changeLine(old, store) { $0.removeAll { $0 == object } } }
        }
        if let other {
            if key.isOneToOne, let owner = referring(key, to: other, store).first {
                set(key, of: owner, to: nil, store)
            }
            touch(other)
        }
        set(.key(key), of: object, to: other, store)
        if key == .squad, let other { changeLine(other, store) { $0.append(object) } }
    }

    /// Sets the order of a line.
    mutating func setLine(_ team: Int, _ store: ClubStore, to line: [Int]) {
        if reordered[team] == nil { reordered[team] = store.lines[team] ?? [] }
        changeLine(team, store) { $0 = line }
    }

    mutating func changeLine(_ team: Int, _ store: ClubStore, _ change: (inout [Int]) -> Void) {
        var line = visible(store).lines[team] ?? []
        if lines[team] == nil { linesBefore[team] = store.lines[team] ?? [] }
        if linesRead[team] == nil { linesRead[team] = store.lines[team] ?? [] }
        change(&line)
        lines[team] = line
        touch(team)
    }

    /// The objects whose key refers to an object.
    func referring(_ key: ClubKey, to object: Int, _ store: ClubStore) -> [Int] {
        visible(store).rows.filter { $0.value.keys[key] == object }.map(\.key).sorted()
    }

    mutating func add(_ pair: ClubPair, _ store: ClubStore) {
        guard !visible(store).pairs.contains(pair) else { return }
        added.insert(pair)
        touch(pair.tag)
        touch(pair.member)
    }

    mutating func remove(_ pair: ClubPair, _ store: ClubStore) {
        guard visible(store).pairs.contains(pair) else { return }
        added.remove(pair)
        removed.insert(pair)
        touch(pair.tag)
        touch(pair.member)
    }

    mutating func insert(_ object: Int, _ row: ClubRow) {
        inserted.append(object)
        rows[object] = row
    }

    // MARK: - Deleting

    mutating func delete(_ object: Int, _ store: ClubStore) {
        var waiting: [(object: Int, cause: Int?)] = [(object, nil)]
        while !waiting.isEmpty {
            let (next, cause) = waiting.removeFirst()
            let before = visible(store)
            guard let row = before.rows[next] else { continue }
            for pair in before.pairs where pair.tag == next || pair.member == next { remove(pair, store) }
            for key in row.kind.keys {
                guard let other = row.keys[key], before.rows[other] != nil else { continue }
                set(key, of: next, to: nil, store)
            }
            for key in ClubKey.allCases where key.destination == row.kind {
                for other in referring(key, to: next, store) {
                    if key.cascades { waiting.append((other, next)) } else { set(key, of: other, to: nil, store) }
                }
            }
            if let index = inserted.firstIndex(of: next) {
                inserted.remove(at: index)
                rows[next] = nil
                if row.kind == .team { lines[next] = nil }
                for other in rows.keys {
                    for key in rows[other]?.kind.keys ?? [] where rows[other]?.keys[key] == next {
                        rows[other]?.keys[key] = nil
                    }
                }
            } else {
                deleted.append(next)
                if let cause, deleted.contains(cause) { causes[next] = cause }
            }
        }
    }

    /// Inserts a deleted object again, and what was deleted with it.
    mutating func restore(_ object: Int, _ store: ClubStore) {
        var waiting = [object]
        while let next = waiting.popLast() {
            deleted.removeAll { $0 == next }
            causes[next] = nil
            if missed.contains(next) { takeOver(next, store) }
            waiting += causes.filter { $0.value == next }.map(\.key)
        }
    }
}
