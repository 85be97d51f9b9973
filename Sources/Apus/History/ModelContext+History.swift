import ApusSchema
import ApusStore
public import Foundation
import GRDB

extension ModelContext {
    /// Fetches what was written to the container's stores after a position, oldest first.
    ///
    /// - Parameter token: The position; `nil` for all that the history has. A history that was cut does not have everything, so whoever
    ///   follows it begins with ``historyToken()`` and reads all objects then.
    /// - Returns: The transactions, of one store after the other.
    /// - Throws: ``ModelError/historyNotKept(model:)``, ``ModelError/historyTokenExpired(store:)``,
    ///   ``ModelError/historyDataCorrupted(store:reason:)``; `StoreError` if a store cannot be read.
    public func fetchHistory(after token: DefaultHistoryToken?) throws -> [DefaultHistoryTransaction] {
        try fetchHistory(HistoryDescriptor(after: token))
    }

    /// Fetches what was written to the container's stores: see ``fetchHistory(after:)``.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        var found: [DefaultHistoryTransaction] = []
        try enumerateHistory(descriptor) { found.append($0) }
        return found
    }

    /// Passes what was written to the container's stores to a closure, one transaction after the other, which keeps one of them in memory.
    ///
    /// - Parameters:
    ///   - descriptor: Which transactions.
    ///   - body: Called with each. It must not use this context.
    /// - Throws: As ``fetchHistory(after:)``, and the error of the closure.
    public func enumerateHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        _ body: (DefaultHistoryTransaction) throws -> Void
    ) throws {
        var token = descriptor.token ?? DefaultHistoryToken()
        var rest = descriptor.fetchLimit == 0 ? UInt64.max : descriptor.fetchLimit
        let entities = try descriptor.models.map { try entityNames(of: $0) }
        try requireHistories(of: descriptor.token)
        if descriptor.token == nil {
            // The tokens know all stores, also those that a limit keeps from being read: where a history is cut is where it begins.
            for store in coordinator.stores {
                try readHistory(of: store) { token.positions[$0.store] = DefaultHistoryToken.Position($0.cut) }
            }
        }
        for store in coordinator.stores {
            if rest == 0 { return }
            try readHistory(of: store) { reader in
                var selection = HistorySelection()
                // A store that the token does not know is read from its beginning, which must be there.
                selection.after = token.positions[reader.store]?.inStore ?? .beginning
                (selection.authors, selection.excludedAuthors) = (descriptor.authors, descriptor.excludedAuthors)
                selection.entities = entities
                try reader.forEach(selection) { entry in
                    token.positions[reader.store] = DefaultHistoryToken.Position(entry.position)
                    let transaction = transaction(entry, in: reader.store, store, token)
                    if transaction.migration == nil, let predicate = descriptor.predicate,
                        try !predicate.evaluate(transaction)
                    {
                        return true
                    }
                    try body(transaction)
                    rest -= 1
                    return rest > 0
                }
            }
        }
    }

    /// The position behind everything that was written so far.
    ///
    /// - Throws: As ``fetchHistory(after:)``.
    public func historyToken() throws -> DefaultHistoryToken {
        var token = DefaultHistoryToken()
        for store in coordinator.stores {
            try readHistory(of: store) { token.positions[$0.store] = DefaultHistoryToken.Position(try $0.end()) }
        }
        return token
    }

    /// Deletes the transactions up to a position, which stays valid; earlier ones are expired then.
    ///
    /// - Parameter token: The position: the least one of those that follow the history.
    /// - Returns: The number of deleted transactions.
    /// - Throws: As ``fetchHistory(after:)``; ``ModelError/readOnly``. The history is unchanged then.
    @discardableResult
    public func deleteHistory(before token: DefaultHistoryToken) throws -> Int {
        try requireHistories(of: token)
        return try deleteHistory { reader, _, _ in token.positions[reader.store]?.inStore }
    }

    /// Deletes the transactions from before a moment.
    ///
    /// - Parameter date: The moment. A transaction stays, too, if an earlier one has a later time because a clock was changed.
    /// - Returns: The number of deleted transactions.
    /// - Throws: As ``fetchHistory(after:)``; ``ModelError/readOnly``. The history is unchanged then.
    @discardableResult
    public func deleteHistory(before date: Date) throws -> Int {
        try deleteHistory { _, store, db in
            try store.historyPosition(db, before: date.timeIntervalSinceReferenceDate)
        }
    }

    private func deleteHistory(_ position: (HistoryReader, Store, Database) throws -> HistoryPosition?) throws -> Int {
        guard coordinator.allowsSave, !onlyReads else { throw ModelError.readOnly }
        var count = 0
        for store in coordinator.stores {
            guard store.file.keepsHistory else { throw ModelError.historyNotKept(model: coordinator.schema.model) }
            guard store.configuration.allowsSave else { throw ModelError.readOnly }
            try accessStore(store) {
                try store.connections.write { access in
                    let database = access.database
                    try explainingHistory(of: store) {
                        try database.inTransaction(.immediate) {
                            try store.file.checkGeneration(database)
                            let reader = try HistoryReader(database, store.file.schema)
                            if let position = try position(reader, store.file, database) {
                                count += try store.file.deleteHistory(database, before: position)
                            }
                            return .commit
                        }
                    }
                }
            }
        }
        return count
    }

    // MARK: Reading

    private func readHistory(of store: PersistentStore, _ body: (HistoryReader) throws -> Void) throws {
        guard store.file.keepsHistory else { throw ModelError.historyNotKept(model: coordinator.schema.model) }
        // As all that the context reads: of a pinned state, if it has one.
        guard let table = coordinator.tables.first(where: { $0.store == store.id }) else { return }
        try read(table) { access in
            try explainingHistory(of: store) { try body(HistoryReader(access.database, store.file.schema)) }
        }
    }

    /// Makes sure that a token is of the container's stores.
    private func requireHistories(of token: DefaultHistoryToken?) throws {
        guard let token else { return }
        var unknown = Set(token.positions.keys)
        for store in coordinator.stores { try readHistory(of: store) { unknown.remove($0.store) } }
        guard unknown.isEmpty else {
            throw ModelError.historyTokenExpired(store: coordinator.stores.first?.file.path ?? "")
        }
    }

    private func explainingHistory(of store: PersistentStore, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch HistoryError.expired {
            throw ModelError.historyTokenExpired(store: store.file.path)
        } catch HistoryError.damaged(let reason) {
            throw ModelError.historyDataCorrupted(store: store.file.path, reason: reason)
        }
    }

    private func entityNames(of models: [any PersistentModel.Type]) throws -> Set<String> {
        var names: Set<String> = []
        for model in models {
            guard let table = coordinator.table(of: model) else { throw ModelError.unknownClass("\(model)") }
            names.formUnion(coordinator.tables.map(\.entity).filter { $0.isKind(of: table.entity) }.map(\.name))
        }
        return names
    }

    private func transaction(
        _ entry: HistoryEntry,
        in identifier: String,
        _ store: PersistentStore,
        _ token: DefaultHistoryToken
    ) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            transactionIdentifier: entry.position.transaction,
            storeIdentifier: identifier,
            timestamp: Date(timeIntervalSinceReferenceDate: entry.time),
            author: entry.author,
            contextName: entry.context,
            processIdentifier: entry.process,
            changes: entry.changes.map { change($0, in: store) },
            migration: entry.migration.map {
                HistoryMigration(
                    fromVersion: $0.from,
                    toVersion: $0.to,
                    entityNames: $0.entities,
                    removedEntityNames: $0.removed ?? []
                )
            },
            token: token
        )
    }

    private func change(_ change: HistoryEntry.Change, in store: PersistentStore) -> HistoryChange {
        let identifier = PersistentIdentifier(entityName: change.entity, row: change.identity)
        switch change.kind {
        case .insert: return .insert(DefaultHistoryInsert(changedPersistentIdentifier: identifier))
        case .update:
            let all = coordinator.table(named: change.entity)?.entity.properties.map(\.name).sorted()
            return .update(
                DefaultHistoryUpdate(
                    changedPersistentIdentifier: identifier,
                    updatedProperties: change.properties ?? all ?? []
                )
            )
        case .delete:
            return .delete(
                DefaultHistoryDelete(
                    changedPersistentIdentifier: identifier,
                    tombstone: tombstone(change, store.configuration.keys)
                )
            )
        }
    }

    private func tombstone(_ change: HistoryEntry.Change, _ keys: StoreKeys?) -> HistoryTombstone {
        var values: [String: Value] = [:]
        var unreadable: [String: String] = [:]
        for preserved in change.preserved {
            var stored = preserved.value
            if let seal = preserved.seal {
                do throws(SealingError) {
                    stored = try seal.opened(stored, of: change.identity, as: preserved.type.storage, keys)
                } catch {
                    unreadable[preserved.path] = error.reason
                    continue
                }
            } else if case .blob(let bytes) = stored, preserved.type.storage == .text {
                // Of an attribute with external storage.
                stored = .text(String(decoding: bytes, as: UTF8.self))
            }
            if let value = Value(stored, of: preserved.type) {
                values[preserved.path] = value
            } else {
                unreadable[preserved.path] = "not a value of its type"
            }
        }
        return HistoryTombstone(entityName: change.entity, values: values, unreadableValues: unreadable)
    }
}
