import ApusStore

/// Writes a context's changes within a transaction.
///
/// ``run(_:)`` has the order of the steps; each step is a writer of its own.
final class SaveOperation {
    private let coordinator: StoreCoordinator
    private let inserted: [ModelObject]
    private let changed: [ModelObject]
    private let deleted: [ModelObject]
    private let context: ModelContext
    /// What loses deleted objects in relationships, and the context did not know of.
    private(set) var losses = UnknownLosses()
    private let files: FileChanges
    /// The new objects whose identities are older than this save.
    private let kept: Set<ObjectIdentifier>

    /// Creates the operation that saves a context's changes of the objects in a store.
    init(_ context: ModelContext, in store: PersistentStore) {
        (self.context, coordinator) = (context, context.coordinator)
        let stores = coordinator.stores.count == 1 ? nil : [store]
        inserted = context.inserted.of(stores)
        kept = Set(inserted.lazy.filter { $0.row != nil }.map { ObjectIdentifier($0) })
        changed = context.changed.filter { $0.lifecycle == .stored }.of(stores)
        deleted = context.deleted.of(stores)
        files = FileChanges(store.file)
    }

    /// Writes everything.
    ///
    /// Identities are assigned first, so that every foreign key is known when its row is written. Then come deletions,
    /// updates and insertions, in this order, so that a unique value that one object gives up is free for another.
    /// Foreign keys are checked at the end.
    func run(_ access: StoreAccess) throws {
        do {
            try write(access)
        } catch ModelError.database(let code, let message, let sql) {
            throw coordinator.sums.error(for: message) ?? .database(code: code, message: message, sql: sql)
        }
    }

    private func write(_ access: StoreAccess) throws {
        let save = SaveTransaction(coordinator: coordinator, access: access, files: files)
        try IdentityWriter(save: save).assignIdentities(to: inserted)
        let tables = tablesOfWrittenObjects()
        let hasLists = tables.contains { !$0.orderedPositions.isEmpty }
        let hasJoinTables = tables.contains { !$0.joinTables.isEmpty }
        let orderKeys = hasLists ? try ListOrderKeys(of: inserted + changed, save) : nil
        let rows = ObjectWriter(save: save, keys: KeyWriter(save: save, orderKeys: orderKeys))
        let references = JoinTableWriter(save: save, orderKeys: orderKeys)

        for object in deleted {
            try DeletionWriter(save: save).delete(object) { losses.note($1, in: $0, at: $2, known: context) }
        }
        try losses.findEntities(save)
        if hasJoinTables { for object in changed { try references.removeRows(of: object) } }
        do {
            for object in changed { try rows.update(object) }
        } catch ModelError.notUnique where changed.count > 1 {
            // The value may be that of another changed object, which is written later.
            try UniqueValueParking(save: save).park(changed)
            for object in changed { try rows.update(object) }
        }
        try rows.insert(inserted)
        if hasJoinTables { for object in inserted + changed { try references.addRows(of: object) } }
        for move in orderKeys?.moves ?? [] { try MoveWriter(save: save).carryOut(move) }
        try ReferenceCheck(database: access.database).check()
    }

    /// Reverts the identities and the files after the transaction failed.
    func undo() {
        for object in inserted where !kept.contains(ObjectIdentifier(object)) { object.row = nil }
        files.undo()
    }

    /// Removes obsolete files after the transaction succeeded.
    func settle() { files.settle() }

    /// The tables of the written objects, computed once because there can be many objects.
    private func tablesOfWrittenObjects() -> [EntityTable] {
        var tables: [EntityTable?] = Array(repeating: nil, count: coordinator.tables.count)
        for objects in [inserted, changed] {
            for object in objects {
                if let table = object.table { tables[table.id] = table }
            }
        }
        return tables.compactMap { $0 }
    }
}
