import Apus
import Foundation

extension ClubDriver {
    /// Saves a context, and compares the store and what the context shows.
    mutating func save(_ context: Int, _ title: String) throws {
        log.append("\(context): \(title), \(references[context].policy)")
        try save(context) { try $0.save() }
    }

    mutating func transaction(_ operation: ClubOperation, _ context: Int) throws {
        try merge(context)
        if references[context].isTroubled(store) || references[context].isStale { return }
        guard let number = visible(context).picked(operation.first), let kind = kinds[number] else { return }
        let attribute = kind.attributes[0]
        let value = operation.second % attribute.count
        let object = try object(number, context)
        log.append("\(context): transaction \(number).name = \(value)")
        references[context].set(.attribute(0), of: number, to: value, store)
        try save(context) { context in try context.transaction { attribute.write(object, value) } }
    }

    private mutating func save(_ context: Int, _ call: (ModelContext) throws -> Void) throws {
        try willChangeStore(by: context)
        try mergeBeforeSave(context)
        let before = references[context]
        var expected: ReferenceContext.Saved?
        do throws(ReferenceContext.Failure) {
            if before.hasChanges { expected = try references[context].save(store) }
        } catch {
            return try expectFailure(error, context, before, call)
        }
        do {
            try call(contexts[context])
        } catch {
            throw ClubMismatch("the save of context \(context) fails: \(error)")
        }
        guard let expected else { return }
        let isNew = expected.store.rows.keys
        try noteUnited(before, context)
        store = expected.store
        history?.expect(author: contexts[context].author)
        for number in before.inserted where isNew.contains(number) {
            guard case .row(let row)? = objects[context][number]?.persistentModelID.key, let kind = kinds[number] else {
                throw ClubMismatch("\(number) has no identity")
            }
            try note(number, kind, row)
        }
        for number in expected.deleted {
            if let object = objects[context].removeValue(forKey: number), !object.isDeleted {
                throw ClubMismatch("\(number) was deleted, but is not")
            }
        }
        live?.touch(expected.updated.union(expected.deleted), in: context)
        // New objects get other identifiers, so the context's live results do not know which of them had changed.
        if !before.inserted.isEmpty { live?.loosen(context) }
        didChangeStore(by: context, updated: expected.updated, deleted: expected.deleted)
        try compareStore(unordered: expected.unorderedLines)
        if !references[context].isStale { try compare(context) }
    }

    /// What the save itself does first.
    private mutating func mergeBeforeSave(_ context: Int) throws {
        if references[context].hasChanges { try merge(context) }
    }

    private mutating func expectFailure(
        _ failure: ReferenceContext.Failure,
        _ context: Int,
        _ before: ReferenceContext,
        _ call: (ModelContext) throws -> Void
    ) throws {
        do {
            try call(contexts[context])
        } catch is ModelError {
            log.append("\(context): fails, \(failure)")
            try noteUnited(before, context)
            return try compareStore()
        }
        throw ClubMismatch("the save of context \(context) succeeds, although \(failure)")
    }

    /// Forgets the new objects that a save has united with others.
    private mutating func noteUnited(_ before: ReferenceContext, _ context: Int) throws {
        let stored = Set(references[context].known.keys)
        for number in before.inserted
        where !references[context].inserted.contains(number) && !stored.contains(number) {
            log.append("\(context): \(number) is united")
            guard let object = objects[context].removeValue(forKey: number), object.isDeleted else {
                throw ClubMismatch("\(number) was united with another object, but is not deleted")
            }
        }
    }

    // MARK: - Other processes

    /// Changes the store as another process does.
    mutating func changeOutside(_ operation: ClubOperation) throws {
        guard let live else { return try writeOutside(operation) }
        // Each has to be waited for.
        guard operation.first % 6 == 0, !contexts.contains(where: \.isPinned) else { return }
        for context in contexts.indices {
            try merge(context)
            // Nothing is to be fetched, so that what is to be fetched afterwards was noted because of the change.
            try compareLive(of: context)
        }
        let before = store
        try writeOutside(operation)
        // SQLite does not write a value that is there already.
        if store != before { try live.waitForOthers(contexts) }
        // What a context shows of it depends on what it has read before.
        for context in contexts.indices { rollback(context) }
    }

    private mutating func writeOutside(_ operation: ClubOperation) throws {
        let numbers = store.rows.keys.sorted()
        guard let number = numbers.picked(operation.first), let row = store.rows[number],
            let identity = identities[number]
        else { return }
        try willChangeStore(by: nil)
        let teams = numbers.filter { store.rows[$0]?.kind == .team }
        let team = teams.picked(operation.third)
        switch operation.second % 8 {
        case 0:
            let number = newNumber(.task)
            log.append("outside: insert task \(number) \(team.map { "\($0)" } ?? "")")
            try note(number, .task, try reader.insertTask(team: team.flatMap { identities[$0] }))
            store.rows[number] = ClubRow(kind: .task, values: [0], keys: team.map { [.taskTeam: $0] } ?? [:])
        case 1 where row.kind == .task:
            log.append("outside: delete task \(number)")
            try reader.deleteTask(identity)
            store.rows[number] = nil
        case 2 where row.kind == .task:
            log.append("outside: team of \(number) = \(team.map { "\($0)" } ?? "")")
            try reader.setTeam(ofTask: identity, to: team.flatMap { identities[$0] })
            store.rows[number]?.keys[.taskTeam] = team
        default:
            let index = operation.second / 8 % row.values.count
            // Another process would be refused a value that is not unique.
            if row.kind == .member, index == ClubRow.code { return }
            let value = operation.third % row.kind.attributes[index].count
            log.append("outside: \(row.kind) \(number).\(row.kind.attributes[index].columns[0]) = \(value)")
            try reader.set(row.kind.attributes[index], of: identity, row.kind, to: value)
            store.rows[number]?.values[index] = value
        }
        history?.expect(author: nil)
        didChangeStore(by: nil)
    }
}
