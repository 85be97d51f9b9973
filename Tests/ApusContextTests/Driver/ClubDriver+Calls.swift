import Apus
import Foundation

extension ClubDriver {
    /// Carries out an operation, and compares what it gives.
    mutating func carryOut(_ operation: ClubOperation) throws {
        touchLive(operation)
        try perform(operation)
        touchLive(operation)
    }

    private mutating func perform(_ operation: ClubOperation) throws {
        let context = operation.context % contexts.count
        // What is unspecified until a save or a rollback.
        if references[context].isTroubled(store) { return try settle(context) }
        switch operation.call {
        case .setAttribute: return try setAttribute(operation, context)
        case .save: return try save(context, "save")
        case .transaction: return try transaction(operation, context)
        case .external: return try changeOutside(operation)
        case .batchUpdate, .batchDelete, .batchInsert: return try batch(operation, context)
        case .load: return try load(operation, context)
        case .cutHistory: return try cutHistory(operation)
        case .policy: return setPolicy(operation, context)
        case .erase where operation.first % 4 == 0: return try erase(context, loadsSeedData: operation.second % 2 == 0)
        case .reopen where operation.first % 4 == 0: return try reopen()
        case .rollback: return rollback(context)
        default: break
        }
        try merge(context)
        if references[context].isTroubled(store) { return try settle(context) }
        switch operation.call {
        case .refresh: return try refresh(operation, context)
        case .reset: return reset(context)
        case .merge: return
        case .model: return try findModel(operation, context)
        default: break
        }
        // What a context shows after another process has changed the store depends on what it has read before.
        if references[context].isStale {
            return operation.first % 2 == 0 ? rollback(context) : try save(context, "save")
        }
        switch operation.call {
        case .pin: try readPinned(operation, context)
        case .nest: try nest(operation, context)
        default: try change(operation, context)
        }
    }

    /// Carries out an operation on the objects of a context.
    mutating func change(_ operation: ClubOperation, _ context: Int) throws {
        switch operation.call {
        case .setAttribute: try setAttribute(operation, context)
        case .insert: try insert(operation, context)
        case .delete: try delete(operation, context)
        case .deleteWhere: try deleteWhere(operation, context)
        case .fetch: try fetch(operation, context)
        case .insertAgain: try insertAgain(operation, context)
        case .setKey, .addToMany, .removeFromMany, .setMany, .setLine: try changeKey(operation, context)
        case .addTag, .removeTag, .setTags: try changeTags(operation, context)
        default: try compare(context)
        }
    }

    /// Saves, and discards what cannot be saved.
    private mutating func settle(_ context: Int) throws {
        try save(context, "save in trouble")
        if references[context].hasChanges { rollback(context) }
    }

    // MARK: - Objects

    private mutating func setAttribute(_ operation: ClubOperation, _ context: Int) throws {
        // An object that others have deleted, but that the context still has, is changed as well.
        let known = references[context].known.keys.filter { !references[context].deleted.contains($0) }
        let candidates = references[context].isStale || hasMail(context) ? known.sorted() : visible(context)
        guard let number = candidates.picked(operation.first), let kind = kinds[number] else { return }
        try setAttribute(of: number, kind, operation, context)
    }

    private mutating func setAttribute(
        of number: Int,
        _ kind: ClubKind,
        _ operation: ClubOperation,
        _ context: Int
    ) throws {
        let index = operation.second % kind.attributes.count
        let value = operation.third % kind.attributes[index].count
        log.append("\(context): \(kind) \(number).\(kind.attributes[index].columns[0]) = \(value)")
        kind.attributes[index].write(try object(number, context), value)
        references[context].set(.attribute(index), of: number, to: value, store)
    }

    private mutating func insert(_ operation: ClubOperation, _ context: Int) throws {
        guard let kind = ClubKind.allCases.picked(operation.first), visible(context).count < Self.limit else { return }
        let number = newNumber(kind)
        let object = kind.makeObject()
        log.append("\(context): insert \(kind) \(number)")
        contexts[context].insert(object)
        objects[context][number] = object
        references[context].insert(
            number,
            ClubRow(kind: kind, values: Array(repeating: 0, count: kind.attributes.count))
        )
        try setAttribute(of: number, kind, operation, context)
    }

    private mutating func delete(_ operation: ClubOperation, _ context: Int) throws {
        guard let number = visible(context).picked(operation.first) else { return }
        log.append("\(context): delete \(number)")
        contexts[context].delete(try object(number, context))
        references[context].delete(number, store)
    }

    private mutating func insertAgain(_ operation: ClubOperation, _ context: Int) throws {
        let candidates = references[context].deleted.filter { references[context].causes[$0] == nil }
        guard let number = candidates.picked(operation.first) else { return }
        log.append("\(context): insert \(number) again")
        contexts[context].insert(try object(number, context))
        references[context].restore(number, store)
    }

    // MARK: - Relationships

    private mutating func changeKey(_ operation: ClubOperation, _ context: Int) throws {
        let keys = operation.call == .setLine ? [.squad] : ClubKey.allCases
        guard let key = keys.picked(operation.first),
            let one = visible(context, key.source).picked(operation.second),
            let other = visible(context, key.destination).picked(operation.third)
        else { return }
        let (source, target) = (try object(one, context), try object(other, context))
        log.append("\(context): \(operation.call) \(key) \(one) \(other) \(operation.first % 7)")
        switch operation.call {
        case .setKey:
            let isEnd = operation.first / 4 % 4 == 0
            key.set(source, isEnd ? nil : target)
            references[context].set(key, of: one, to: isEnd ? nil : other, store)
        case .addToMany:
            key.add(source, to: target)
            references[context].set(key, of: one, to: other, store)
        case .removeFromMany:
            key.remove(source, from: target)
            if references[context].row(one, store)?.keys[key] == other {
                references[context].set(key, of: one, to: nil, store)
            }
        default:
            let all = visible(context, key.source)
            var list = all.indices.filter { operation.second >> ($0 % 8) & 1 == 1 }.map { all[$0] }
            if operation.first % 3 == 0 { list.reverse() }
            if operation.call == .setLine { list = list.filter { $0 != one } + [one] }
            if key.isOneToOne { list = Array(list.prefix(1)) }
            key.setInverse(target, try list.map { try object($0, context) })
            for former in references[context].referring(key, to: other, store) where !list.contains(former) {
                references[context].set(key, of: former, to: nil, store)
            }
            let before = references[context].visible(store).lines[other] ?? []
            for added in list { references[context].set(key, of: added, to: other, store) }
            if key == .squad, before != list { references[context].setLine(other, store, to: list) }
        }
    }

    private mutating func changeTags(_ operation: ClubOperation, _ context: Int) throws {
        guard let one = visible(context, .tag).picked(operation.first),
            let other = visible(context, .member).picked(operation.second),
            let tag = try object(one, context) as? Tag, let member = try object(other, context) as? Member
        else { return }
        log.append("\(context): \(operation.call) \(one) \(other) \(operation.third % 16)")
        // Adding a tag again is a change unless the context has read that it is there.
        if references[context].visible(store).pairs.contains(ClubPair(tag: one, member: other)) {
            _ = (tag.members, member.tags)
        }
        switch operation.call {
        case .addTag:
            if operation.third % 2 == 0 { tag.addToMembers(member) } else { member.addToTags(tag) }
            references[context].add(ClubPair(tag: one, member: other), store)
        case .removeTag:
            if operation.third % 2 == 0 { tag.removeFromMembers(member) } else { member.removeFromTags(tag) }
            references[context].remove(ClubPair(tag: one, member: other), store)
        default:
            let all = visible(context, .member)
            let list = all.indices.filter { operation.third >> ($0 % 8) & 1 == 1 }.map { all[$0] }
            tag.members = try list.compactMap { try object($0, context) as? Member }
            for former in all where !list.contains(former) {
                references[context].remove(ClubPair(tag: one, member: former), store)
            }
            for added in list { references[context].add(ClubPair(tag: one, member: added), store) }
        }
    }

    // MARK: - Contexts

    private mutating func setPolicy(_ operation: ClubOperation, _ context: Int) {
        let policies: [(MergePolicy, ReferenceContext.Policy)] = [
            (.error, .error), (.upsert, .upsert), (.storeWins, .storeWins), (.objectWins, .objectWins),
            (.overwrite, .overwrite), (.rollback, .rollback),
        ]
        guard let policy = policies.picked(operation.first) else { return }
        log.append("\(context): policy \(policy.0)")
        contexts[context].mergePolicy = policy.0
        references[context].policy = policy.1
    }

    mutating func rollback(_ context: Int) {
        log.append("\(context): rollback")
        contexts[context].rollback()
        discard(context)
    }

    /// Erases the store by the container of a context.
    private mutating func erase(_ context: Int, loadsSeedData: Bool) throws {
        log.append("\(context): \(loadsSeedData ? "reset to seed data" : "erase")")
        try willChangeStore(by: nil)
        for other in contexts.indices where references[other].container == references[context].container {
            try merge(other)
        }
        let container = contexts[context].container
        if loadsSeedData { try container.resetToSeedData() } else { try container.erase() }
        store = ClubStore()
        history?.expect(author: nil)
        if loadsSeedData { try noteSeedData() }
        live?.loosen()
        for other in contexts.indices {
            if references[other].container == references[context].container {
                contexts[other].processPendingChanges()
                references[other].forgetStored()
                references[other].isStale = false
            } else {
                references[other].isStale = true
            }
        }
        try compareStore()
        try compare(context)
    }

    /// Closes all containers, and opens the store again.
    private mutating func reopen() throws {
        log.append("reopen")
        live = nil
        (contexts, unsaved, references, objects) = ([], [], [], [])
        try open()
        try compareStore()
        for context in contexts.indices { try compare(context) }
    }

    /// Deletes a part of the history.
    private mutating func cutHistory(_ operation: ClubOperation) throws {
        guard let history, operation.first % 4 == 0 else { return }
        log.append("cut the history")
        try history.cut(operation.second)
    }

    private mutating func reset(_ context: Int) {
        log.append("\(context): reset")
        contexts[context].reset()
        discard(context)
        objects[context] = [:]
    }

    private mutating func discard(_ context: Int) {
        live?.loosen(context)
        for number in references[context].inserted { objects[context][number] = nil }
        references[context].forgetChanges()
        references[context].known = [:]
        references[context].isStale = false
        objects[context] = objects[context].filter { store.rows[$0.key] != nil }
    }

    private mutating func refresh(_ operation: ClubOperation, _ context: Int) throws {
        let candidates = references[context].known.keys.filter { store.rows[$0] != nil }.sorted()
        guard let number = candidates.picked(operation.first) else { return }
        log.append("\(context): refresh \(number)")
        contexts[context].refresh(try object(number, context))
        references[context].refresh(number, store)
        if !references[context].deleted.contains(number) { try read(number, context) }
    }

    private mutating func findModel(_ operation: ClubOperation, _ context: Int) throws {
        guard let number = store.rows.keys.sorted().picked(operation.first) else { return }
        let isRegistered = objects[context][number] != nil
        let object = try object(number, context)
        let id = object.persistentModelID
        if contexts[context].model(for: id) !== object { throw ClubMismatch("model(for:) gives another object") }
        guard isRegistered, let kind = kinds[number] else { return }
        let found: (any PersistentModel)? =
            switch kind {
            case .member: contexts[context].registeredModel(for: id) as Member?
            case .team: contexts[context].registeredModel(for: id) as Team?
            case .task: contexts[context].registeredModel(for: id) as Task?
            case .tag: contexts[context].registeredModel(for: id) as Tag?
            case .locker: contexts[context].registeredModel(for: id) as Locker?
            }
        if found !== object { throw ClubMismatch("registeredModel(for:) gives another object") }
    }
}
