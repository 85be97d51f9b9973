import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Writes all changes in one transaction; of several stores, each in one.
    ///
    /// The model's constraints and `deny` rules are checked first. After an error, the context still has its changes:
    /// correct them and save again, or call ``rollback()``.
    ///
    /// An error of a call that cannot throw, such as setting a property, is thrown by the next save. If a value could not be
    /// read, what was made of it may be wrong, so every save throws the error until a rollback. If the call had no effect, as
    /// with an object of another context, only the next save throws it.
    ///
    /// What other contexts and processes have changed meanwhile is kept: an object that they changed as well is saved with the
    /// changes of both. ``mergePolicy`` says what happens if both changed the same property, or if a new object has the
    /// unique values of another one.
    ///
    /// A context that is pinned reads the newest state from then on: see ``pin()``.
    ///
    /// If another context or process deleted the row of a changed object, each save throws ``ModelError/objectGone(_:)``
    /// until the object is deleted, or all changes are rolled back.
    ///
    /// - Throws: ``ModelError``, with all violations that were found; `StoreError` if the store cannot be written, such as
    ///   when it is locked or the disk is full.
    public func save() throws {
        if let readingError { throw readingError }
        if let unreportedError {
            self.unreportedError = nil
            throw unreportedError
        }
        // With the changes of observers, and those that unite duplicates.
        defer { endEvent() }
        // A value's own code must not save in the middle of a read or a save.
        guard accesses.allSatisfy({ $0 == nil }), !isFindingEffects, !isRunningBatch else {
            throw ModelError.nestedSave
        }
        guard hasChanges else { return }
        if onlyReads { throw ModelError.readOnly }
        if let nesting, nesting.parent != nil { return try save(to: nesting) }
        guard changedStores.allSatisfy(\.configuration.allowsSave) else { throw ModelError.readOnly }
        pins = nil
        let wasSaving = isSaving
        isSaving = true
        defer {
            isSaving = wasSaving
            // If it fails, the next fetch throws the error.
            try? pinAgain()
        }
        mergeSaves()
        // An erased store has none to be saved any more.
        guard hasChanges else { return }
        tracker?.post()
        NotificationCenter.default.post(name: Self.willSave, object: self)
        // What observers have changed just now.
        tracker?.post()
        let ends = unlinkCauses()
        var saved: SavedChanges?
        var effects: [LiveEffect] = []
        var losses = UnknownLosses()
        var failure: (any Error)?
        // An observer that saves in between would save the same changes again.
        try notifyingAfterwards {
            var others: [ConflictFinder.Found] = []
            do {
                let written = try write()
                (others, losses) = (written.others, written.losses)
                saved = savedChanges(and: losses)
                effects = liveEffects(changedByOthers: others.map(\.object), and: losses)
                settle()
            } catch let partial as PartialSave {
                for end in ends.reversed() where !partial.stores.contains(where: { $0.id == end.store }) {
                    end.restore()
                }
                losses = partial.losses
                saved = savedChanges(in: partial.stores, and: losses)
                effects = liveEffects(in: partial.stores, changedByOthers: nil, and: losses)
                settle(partial.stores)
                failure = partial.error
            } catch {
                for end in ends.reversed() { end.restore() }
                throw error
            }
            tracker?.noteRefresh(of: others.map(\.object))
            for found in others { takeUnchanged(found) }
        }
        if let saved { post(saved, effects, isWhole: !losses.areUnlisted) }
        if let failure { throw failure }
        failedAutosaves = nil
        if !hasChanges { endAutosave() }
    }

    /// A save whose first transactions were committed, and a later one was not, because a disk failed or was full just then.
    private struct PartialSave: Error {
        let stores: [PersistentStore]
        let losses: UnknownLosses
        let error: any Error
    }

    /// What a save has found that the context did not know.
    private struct Written {
        /// What others have changed in the rows of changed objects.
        var others: [ConflictFinder.Found] = []
        var losses = UnknownLosses()
    }

    /// Writes all changes, after resolving what does not go together with the store as the merge policy says.
    ///
    /// - Returns: What the context did not know.
    private func write() throws -> Written {
        // Others may go on changing what is resolved.
        var attempts = 0
        while true {
            attempts += 1
            let violations = findViolations()
            // Validation may have read from the store.
            if let readingError { throw readingError }
            guard violations.isEmpty else { throw ModelError.validation(violations) }
            do {
                return try runSave()
            } catch let found as ConflictsFound where attempts < 100 {
                try resolve(found.objects)
            } catch let found as ConflictsFound {
                throw error(of: found.objects)
            } catch let error as ModelError {
                guard case .notUnique = error, try mergeDuplicates() else { throw error }
            }
        }
    }

    /// Writes the changes of each store in a transaction of its own. All are written before the first one is committed.
    ///
    /// - Returns: What the context did not know.
    private func runSave() throws -> Written {
        let stores = changedStores
        var operations: [(store: PersistentStore, operation: SaveOperation)] = []
        var written = Written()
        var saved: [PersistentStore] = []
        if stores.count > 1 { coordinator.saving.lock() }
        defer { if stores.count > 1 { coordinator.saving.unlock() } }
        do {
            try withTransactions(in: stores[...], &saved) {
                // All transactions are open here, and an error is that of the store that it comes from.
                for store in stores {
                    let access = self.access(to: store)
                    written.others += try store.file.wrappingErrors { try changesByOthers(in: store, access) }
                }
                // Only now, because values' own code runs in the comparison.
                operations = stores.map { ($0, SaveOperation(self, in: $0)) }
                for (store, operation) in operations {
                    let access = self.access(to: store)
                    try store.file.wrappingErrors { try operation.run(access) }
                }
            }
        } catch {
            for (store, operation) in operations where !saved.contains(where: { $0 === store }) { operation.undo() }
            if !saved.isEmpty {
                // What is in the other stores must not be saved again.
                for (store, operation) in operations where saved.contains(where: { $0 === store }) {
                    operation.settle()
                    written.losses.add(operation.losses)
                }
                throw PartialSave(stores: saved, losses: written.losses, error: error)
            }
            throw error
        }
        for (_, operation) in operations {
            operation.settle()
            written.losses.add(operation.losses)
        }
        return written
    }

    /// The connection whose transaction writes a store. To skip the store would lose its changes, which count as saved afterwards.
    private func access(to store: PersistentStore) -> StoreAccess {
        guard let access = accesses[store.id] else { preconditionFailure("a store is saved without a transaction") }
        return access
    }

    /// The stores of the changed objects, in the order of their indexes, so that saves which wait for each other come to an end.
    private var changedStores: [PersistentStore] {
        if coordinator.stores.count == 1 { return coordinator.stores }
        let changed = Set([inserted, changed, deleted].joined().compactMap { $0.table?.store })
        return coordinator.stores.filter { changed.contains($0.id) }
    }

    /// Runs work in transactions that write stores, and commits them.
    ///
    /// - Parameters:
    ///   - stores: The stores.
    ///   - saved: The stores whose transactions were committed.
    ///   - work: The work.
    /// - Throws: The error of the work; `StoreError`.
    private func withTransactions(
        in stores: ArraySlice<PersistentStore>,
        _ saved: inout [PersistentStore],
        _ work: () throws -> Void
    ) throws {
        guard let store = stores.first else { return try work() }
        try accessStore(store) {
            try store.connections.write { access in
                let database = access.database
                if store.file.isBorrowed {
                    // The transaction is that of the migration. A savepoint outside of one would begin and commit its own.
                    try store.file.checkGeneration(database)
                    try database.inSavepoint {
                        try using(access, of: store) { try withTransactions(in: stores.dropFirst(), &saved, work) }
                        return .commit
                    }
                    saved.append(store)
                    return noteSave(in: store)
                }
                try database.beginTransaction(.immediate)
                do {
                    try using(access, of: store) {
                        try store.file.checkGeneration(database)
                        try store.file.beginHistory(database, author: author, context: name)
                        try withTransactions(in: stores.dropFirst(), &saved, work)
                        try store.file.endHistory(database)
                        try database.commit()
                    }
                } catch {
                    // The first error is the one to report; SQLite may have rolled back by itself.
                    if database.isInsideTransaction { try? database.rollback() }
                    throw error
                }
                saved.append(store)
                noteSave(in: store)
            }
        }
    }

    /// Marks all changes as saved.
    ///
    /// - Parameter saved: The stores that were saved; `nil` for all.
    private func settle(_ saved: [PersistentStore]? = nil) {
        let rest = saved.map { saved in [inserted, changed, deleted].map { $0.filter { !$0.isStored(in: saved) } } }
        nesting?.revision += 1
        let gone = deleted.of(saved)
        // The end of an object that is not in use any more may run its user's code, which must not find half of a change.
        let former = [inserted, changed]
        defer { withExtendedLifetime(former) {} }
        var replaced: [(ModelObject, IdentityMap)] = []
        var contested: [(object: ModelObject, positions: PropertyMask)] = []
        for object in inserted.of(saved) {
            object.lifecycle = .stored
            object.knownExtras?.returnedTo = nil
            if let table = object.table {
                let map = registered[table.root]
                // A fault was created for this row before it existed.
                if let early = map[object.rowOrNone] {
                    map.remove(early)
                    replaced.append((early, map))
                }
                map.insert(object)
            }
            settleEnds(of: object)
        }
        for object in changed.of(saved) where object.lifecycle == .stored {
            settleEnds(of: object)
            object.forgetChanges()
            contestedEnds.removeValue(forKey: ObjectIdentifier(object)).map { contested.append((object, $0)) }
        }
        insertions = ObjectList(rest?[0] ?? [])
        changed = rest?[1] ?? []
        deletions = ObjectList(rest?[2] ?? [])
        if saved == nil {
            originals = OriginalValues()
            cascades = Cascades()
            absentOwners = [:]
            missedChanges = [:]
            contestedEnds = [:]
            restored = ObjectList()
            hasReturned = false
        }
        // Only now observers are notified: one may save again.
        for (object, map) in replaced { release(object, from: map) }
        readAgain(contested)
        forget(gone)
        letGoOfDeletedByOthers()
        markDerivationsStale()
    }

    /// Has ends read again that others have changed as well: the key at the other side, which only they have written, says what the
    /// store has now.
    private func readAgain(_ contested: [(object: ModelObject, positions: PropertyMask)]) {
        if contested.isEmpty { return }
        tracker?.noteRefresh(of: contested.map(\.object))
        for (object, positions) in contested where object.context === self && object.lifecycle == .stored {
            for position in object.entity.relationshipPositions
            where positions.contains(position) && !object.isChanged(position) {
                object.changing(position) { object.knownValues[apusEnd: position] = RelationshipEnd() }
            }
        }
    }

    private func settleEnds(of object: ModelObject) {
        guard let values = object.values else { return }
        for position in object.entity.relationshipPositions {
            if case .many(let related) = values[apusEnd: position].state { related.settle() }
        }
    }

    /// Removes objects whose rows were deleted from the context.
    private func forget(_ gone: [ModelObject]) {
        // First, so that a rollback by an observer does not restore them.
        for object in gone {
            if let table = object.table { registered[table.root].remove(object) }
        }
        let identifiers = Set(gone.map { ObjectIdentifier($0) })
        for table in coordinator.tables where gone.contains(where: { $0.table === table }) {
            for position in table.entity.relationshipPositions {
                let relationship = table.entity.relationship(at: position)
                guard relationship.deleteRule == .noAction, relationship.storage != .inverseKey,
                    let inverse = relationship.inverse, let far = coordinator.table(of: relationship.destination)
                else { continue }
                // `noAction` left the far ends unchanged, but their references went with the objects: read them again.
                for other in registered[far.root].objects
                where other.lifecycle == .stored && other.entity.isKind(of: far.entity)
                    && other.knownRelated(inverse).contains(where: { identifiers.contains(ObjectIdentifier($0)) })
                {
                    tracker?.noteRefresh(of: [other])
                    other.changing(inverse) { other.knownValues[apusEnd: inverse] = RelationshipEnd() }
                }
            }
        }
        for object in gone { object.leave(as: .gone) }
    }
}
