import Apus

extension ClubDriver {
    /// Changes, deletes or inserts rows by a batch: a transaction of its own, of which all contexts take over what it has written.
    mutating func batch(_ operation: ClubOperation, _ context: Int) throws {
        switch operation.call {
        case .batchUpdate: try batchUpdate(operation, context)
        case .batchDelete: try batchDelete(operation, context)
        default: try batchInsert(operation, context)
        }
    }

    /// What a batch is expected to write.
    fileprivate struct Expected {
        var store: ClubStore
        /// The number of objects that are chosen, or of rows that are given.
        let count: Int
        var updated: Set<Int> = []
        var inserted: [Int] = []
        /// How many members join the line of each team.
        var joined: [Int: Int] = [:]

        /// The teams whose lines get several members at once.
        var unorderedLines: Set<Int> { Set(joined.filter { $0.value > 1 }.keys) }
    }

    // MARK: - Updates

    private mutating func batchUpdate(_ operation: ClubOperation, _ context: Int) throws {
        guard let fetch = ClubFetch.all.picked(operation.first) else { return }
        let chosen = members(fetch)
        let choice = operation.second % (ClubKind.member.attributes.count + 3)
        var expected = Expected(store: store, count: chosen.count)
        let assignment: ColumnAssignment<Member>
        if choice < ClubKind.member.attributes.count {
            let value = operation.third % ClubKind.member.attributes[choice].count
            assignment = Self.assignment(choice, value)
            for number in chosen {
                expected.store.rows[number]?.values[choice] = value
                expected.updated.insert(number)
            }
            log.append("\(context): batch, value \(choice) = \(value) where \(fetch.title): \(chosen)")
        } else {
            let keys: [ClubKey] = [.team, .squad, .locker]
            let key = keys[choice - ClubKind.member.attributes.count]
            let others = store.rows.filter { $0.value.kind == key.destination }.keys.sorted()
            let other = operation.third % 3 == 0 ? nil : others.picked(operation.third)
            assignment = try self.assignment(key, other)
            for number in chosen { expected.set(key, of: number, to: other) }
            log.append("\(context): batch, \(key) = \(other.map { "\($0)" } ?? "nil") where \(fetch.title): \(chosen)")
        }
        try run(context, expected) {
            try $0.batchUpdate(model: Member.self, where: fetch.predicate, set: assignment)
        }
    }

    /// The members that fulfil a condition in the store.
    private func members(_ fetch: ClubFetch) -> [Int] {
        store.rows.filter { $0.value.kind == .member && fetch.matches($0.value, store) }.keys.sorted()
    }

    /// Gives an attribute of members the value with an index.
    private static func assignment(_ attribute: Int, _ value: Int) -> ColumnAssignment<Member> {
        let (columns, member) = (Member.columns, Member(name: ""))
        ClubKind.member.attributes[attribute].write(member, value)
        return switch attribute {
        case 0: columns.name.to(member.name)
        case 1: columns.note.to(member.note)
        case 2: columns.code.to(member.code)
        case 3: columns.age.to(member.age)
        case 4: columns.points.to(member.points)
        case 5: columns.score.to(member.score)
        case 6: columns.balance.to(member.balance)
        case 7: columns.isActive.to(member.isActive)
        case 8: columns.joined.to(member.joined)
        case 9: columns.token.to(member.token)
        case 10: columns.photo.to(member.photo)
        default: columns.home.to(member.home)
        }
    }

    private func assignment(_ key: ClubKey, _ other: Int?) throws -> ColumnAssignment<Member> {
        let columns = Member.columns
        guard let other else {
            return switch key {
            case .team: columns.team.to(nil)
            case .squad: columns.squad.to(nil)
            default: columns.locker.to(nil)
            }
        }
        guard let identity = identities[other] else { throw ClubMismatch("object \(other) is in no store") }
        let id = PersistentIdentifier(entityName: key.destination.name, row: identity)
        return switch key {
        case .team: columns.team.to(id)
        case .squad: columns.squad.to(id)
        default: columns.locker.to(id)
        }
    }

    // MARK: - Deletions

    private mutating func batchDelete(_ operation: ClubOperation, _ context: Int) throws {
        let rules: BatchDeleteRules = operation.second % 3 == 0 ? .ignored : .model
        let kind = ClubKind.allCases[operation.third % ClubKind.allCases.count]
        let name = ClubKind.task.attributes[0]
        let value = operation.third / 8 % name.count
        let task = Task(name: "")
        name.write(task, value)
        let text = task.name
        guard let fetch = ClubFetch.all.dropFirst().map({ $0 }).picked(operation.first) else { return }
        let chosen =
            kind == .member
            ? members(fetch)
            : store.rows.filter { $0.value.kind == kind && $0.value.values[0] == value }.keys.sorted()
        var expected = Expected(store: store, count: chosen.count)
        expected.delete(chosen, cascades: rules == .model)
        log.append("\(context): batch, delete \(kind) \(chosen), rules \(rules)")
        try run(context, expected) {
            switch kind {
            case .member: try $0.batchDelete(model: Member.self, where: fetch.predicate, rules: rules)
            case .team: try $0.batchDelete(model: Team.self, where: Team.columns.name == text, rules: rules)
            case .task: try $0.batchDelete(model: Task.self, where: Task.columns.name == text, rules: rules)
            case .tag: try $0.batchDelete(model: Tag.self, where: Tag.columns.name == text, rules: rules)
            case .locker: try $0.batchDelete(model: Locker.self, where: Locker.columns.name == text, rules: rules)
            }
        }
    }

    // MARK: - Insertions

    private mutating func batchInsert(_ operation: ClubOperation, _ context: Int) throws {
        guard store.rows.count < Self.limit else { return }
        let teams = store.rows.filter { $0.value.kind == .team }.keys.sorted()
        let policy = references[context].policy
        let count = 1 + operation.first % 3
        var expected = Expected(store: store, count: count)
        var rows: [[ColumnAssignment<Member>]] = []
        var isRefused = false
        for index in 0..<count {
            let choice = operation.second / (1 + 5 * index) + operation.third
            let code = choice % ClubKind.member.attributes[ClubRow.code].count
            let values = [(0, choice / 7 % 6), (3, choice / 42 % 4), (ClubRow.code, code)]
            let team = choice % 4 == 0 ? nil : teams.picked(choice / 4)
            let squad = choice % 3 == 0 ? nil : teams.picked(choice / 3)
            rows.append(
                try values.map { Self.assignment($0.0, $0.1) }
                    + [assignment(.team, team), assignment(.squad, squad)]
            )
            let owner = code == 0 ? nil : expected.store.rows.first { $0.value.uniqueCode == code }?.key
            if owner != nil, policy == .error { isRefused = true }
            if owner != nil, policy == .storeWins || policy == .rollback { continue }
            let number = owner ?? newNumber(.member)
            if owner == nil {
                expected.inserted.append(number)
                let attributes = Array(repeating: 0, count: ClubKind.member.attributes.count)
                expected.store.rows[number] = ClubRow(kind: .member, values: attributes)
            } else {
                expected.updated.insert(number)
            }
            for (attribute, value) in values { expected.store.rows[number]?.values[attribute] = value }
            expected.set(.team, of: number, to: team)
            expected.set(.squad, of: number, to: squad)
        }
        log.append("\(context): batch, insert \(count), new \(expected.inserted), \(policy)")
        try run(context, isRefused ? nil : expected) { try $0.batchInsert(into: Member.self, from: rows) { $0 } }
    }

    // MARK: - Comparison

    /// Runs a batch, and compares what it has written.
    ///
    /// - Parameters:
    ///   - context: The context that runs it.
    ///   - expected: What it is to write; `nil` if it is to be refused.
    ///   - call: The batch.
    /// - Throws: ``ClubMismatch`` if it does something else.
    private mutating func run(
        _ context: Int,
        _ expected: Expected?,
        _ call: (ModelContext) throws -> BatchResult
    ) throws {
        // Of a line that a context has changed as well, the order is unspecified.
        let changesLines = expected.map { $0.store.lines != store.lines } ?? false
        if changesLines, references.contains(where: { !$0.lines.isEmpty }) { return }
        try willChangeStore(by: nil)
        let result: BatchResult
        do {
            result = try call(contexts[context])
        } catch let error as ModelError {
            if let expected, expected.store.isSound {
                throw ClubMismatch("the batch of context \(context) fails: \(error)")
            }
            log.append("\(context): the batch is refused")
            return try compareStore()
        }
        guard let expected, expected.store.isSound else { throw ClubMismatch("a batch succeeds that breaks a rule") }
        if result.count != expected.count {
            throw ClubMismatch("a batch counts \(result.count), not \(expected.count)")
        }
        if result.inserted.count != expected.inserted.count {
            throw ClubMismatch("a batch inserts \(result.inserted), not \(expected.inserted)")
        }
        for (number, id) in zip(expected.inserted, result.inserted) {
            guard case .row(let row) = id.key else { throw ClubMismatch("a batch inserts \(id)") }
            try note(number, .member, row)
        }
        let deleted = Set(store.rows.keys.filter { expected.store.rows[$0] == nil })
        if try Set(result.deleted.map(number)) != deleted {
            throw ClubMismatch("a batch deletes \(result.deleted), not \(deleted)")
        }
        let changed = expected.updated.union(store.differences(to: expected.store)).filter {
            store.rows[$0] != nil && expected.store.rows[$0] != nil
        }
        let updated = Set(try result.updated.map(number))
        if !updated.isSuperset(of: changed) {
            throw ClubMismatch("a batch updates \(updated), without some of \(changed)")
        }
        store = expected.store
        history?.expect(author: contexts[context].author)
        for other in contexts.indices {
            if references[other].container == references[context].container {
                references[other].receive(updated: updated, deleted: deleted)
                live?.touch(updated.union(deleted).union(expected.inserted), in: other)
            } else {
                references[other].isStale = true
            }
        }
        try merge(context)
        try compareStore(unordered: expected.unorderedLines)
        if !references[context].isStale, !references[context].isTroubled(store) { try compare(context) }
    }

    private func number(_ id: PersistentIdentifier) throws -> Int {
        guard case .row(let row) = id.key, let kind = ClubKind.allCases.first(where: { $0.name == id.entityName })
        else {
            throw ClubMismatch("a batch has written \(id)")
        }
        return try number(kind, row)
    }
}

extension ClubDriver.Expected {
    /// Sets a key: in a line that a member joins, it is the last one.
    fileprivate mutating func set(_ key: ClubKey, of number: Int, to other: Int?) {
        updated.insert(number)
        let former = store.rows[number]?.keys[key]
        if former == other { return }
        store.rows[number]?.keys[key] = other
        guard key == .squad else { return }
        if let former { store.lines[former]?.removeAll { $0 == number } }
        if let other {
            store.lines[other, default: []].append(number)
            joined[other, default: 0] += 1
        }
    }

    /// Deletes objects, and what they cascade to.
    fileprivate mutating func delete(_ numbers: [Int], cascades: Bool) {
        var gone: Set<Int> = []
        var waiting = numbers
        while let next = waiting.popLast() {
            if !gone.insert(next).inserted || !cascades { continue }
            for (number, row) in store.rows where row.keys.contains(where: { $0.key.cascades && $0.value == next }) {
                waiting.append(number)
            }
        }
        for number in gone {
            store.rows[number] = nil
            store.lines[number] = nil
        }
        for (number, row) in store.rows {
            for (key, other) in row.keys where gone.contains(other) { store.rows[number]?.keys[key] = nil }
        }
        store.pairs = store.pairs.filter { !gone.contains($0.tag) && !gone.contains($0.member) }
        for team in store.lines.keys { store.lines[team]?.removeAll(where: gone.contains) }
    }
}

extension ClubStore {
    /// The objects that another store has differently, those at the other ends of relationships included.
    func differences(to other: ClubStore) -> Set<Int> {
        var found: Set<Int> = []
        for number in Set(rows.keys).union(other.rows.keys) where rows[number] != other.rows[number] {
            found.insert(number)
            let keys = [rows[number]?.keys ?? [:], other.rows[number]?.keys ?? [:]]
            for key in ClubKey.allCases where keys[0][key] != keys[1][key] {
                found.formUnion([keys[0][key], keys[1][key]].compactMap { $0 })
            }
        }
        for pair in pairs.symmetricDifference(other.pairs) { found.formUnion([pair.tag, pair.member]) }
        for team in Set(lines.keys).union(other.lines.keys) where lines[team] != other.lines[team] {
            found.insert(team)
        }
        return found
    }
}
