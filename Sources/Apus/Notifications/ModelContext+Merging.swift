import ApusSchema
import Foundation

extension ModelContext {
    /// Takes over what other contexts of the container have saved, and posts ``didMerge``. Fetches and saves do it first, the
    /// main context and that of a ``ModelActor`` also by themselves.
    ///
    /// Unchanged objects are read again when they are accessed, and deleted ones leave the context. Changed objects keep
    /// their changes, and get the other properties.
    ///
    /// What was changed until now is undone together, apart from what is changed later; a fetch does not say that. It is posted as
    /// ``objectsDidChange``.
    public func processPendingChanges() {
        mergeSaves()
        endEvent()
    }

    /// Ends what is undone, and posted, together.
    func endEvent() {
        tracker?.post()
        recorder?.endEvent()
    }

    /// Takes over what other contexts of the container have saved.
    func mergeSaves() {
        // Code of a value, or an observer, may fetch while objects are being read.
        guard activeAccesses == 0 else { return }
        if let nesting, nesting.parent != nil { return nesting.follow() }
        if pins != nil || mailbox.isEmpty { return }
        nesting?.revision += 1
        // What this context has changed is another event than what others have.
        tracker?.post()
        for save in mailbox.takeAll() { merge(save) }
        isMerging = true
        defer { isMerging = false }
        tracker?.post()
    }

    /// Sets where the context is used. From now on, it takes over what other contexts save as soon as the thread is free.
    func belongs(to thread: ContextThread) {
        self.thread = thread
        coordinator.watchOtherProcesses()
        mailbox.notify(whenFree { $0.mergeSaves() })
    }

    /// Runs work with the context as soon as its thread is free, if that is known.
    func whenFree(_ work: @escaping @Sendable (ModelContext) -> Void) -> @Sendable () -> Void {
        let (context, queue) = (WeakContext(self), thread?.queue)
        return { queue?.async { context.value.map(work) } }
    }

    /// A context that only its own thread uses.
    private final class WeakContext: @unchecked Sendable {
        weak var value: ModelContext?

        init(_ context: ModelContext) { value = context }
    }

    private func merge(_ save: SavedChanges) {
        if let store = save.erased { forgetErasedObjects(of: store) }
        var refreshed: [PersistentIdentifier] =
            save.isByOtherProcess ? refreshStoredObjects(of: coordinator.tables) : []
        // Before the first of them is read again, which may release others.
        let updated = save.updated.map(registeredObject)
        for ((id, object), properties) in zip(zip(save.updated, updated), save.properties) {
            guard let object else { continue }
            if object.lifecycle == .deleted { missedChanges[ObjectIdentifier(object), default: []].append(properties) }
            guard object.lifecycle == .stored else { continue }
            refreshed.append(id)
            merge(properties, into: object)
        }
        let deleted = save.deleted.compactMap { registeredObject($0) }
        deletedByOthers += deleted.filter { !$0.isUnchanged }
        letGo(of: deleted.filter(\.isUnchanged))
        takeBackDeletions(save.inserted)
        markDerivationsStale()
        var info = save.userInfo
        info[NotificationKey.refreshedIdentifiers.rawValue] = refreshed
        NotificationCenter.default.post(name: Self.didMerge, object: self, userInfo: info)
    }

    /// Takes over that others have inserted objects again that they had deleted: their rows exist.
    ///
    /// In a save that joins several, such an object is among the deleted ones as well.
    private func takeBackDeletions(_ inserted: [PersistentIdentifier]) {
        // Most saves insert objects that no context knows.
        if deletedByOthers.isEmpty { return }
        let returned = Set(inserted.compactMap(registeredObject).map { ObjectIdentifier($0) })
        if returned.isEmpty { return }
        let objects = deletedByOthers.filter { returned.contains(ObjectIdentifier($0)) }
        deletedByOthers.removeAll { returned.contains(ObjectIdentifier($0)) }
        // The new row may have other values.
        for object in objects {
            if object.lifecycle == .deleted { missAll(of: object) }
            if object.lifecycle == .stored {
                merge(PropertyMask(all: object.entity.properties.count), into: object)
            }
        }
    }

    /// Notes that others may have changed each property of a deleted object.
    private func missAll(of object: ModelObject) {
        missedChanges[ObjectIdentifier(object)] = [PropertyMask(all: object.entity.properties.count)]
    }

    /// Has all objects of some tables and those of their sub-entities read again, because it is unknown what was changed.
    ///
    /// - Returns: Their identifiers.
    private func refreshStoredObjects(of tables: [EntityTable]) -> [PersistentIdentifier] {
        var identifiers: [PersistentIdentifier] = []
        for table in tables where table.entity.parent == nil {
            let objects = registered[table.root].objects
            let stored = objects.filter { $0.lifecycle == .stored }
            // If its deletion is taken back, an object has to be read again as well, and so have those that others have related to it.
            for object in objects where object.lifecycle == .deleted { missAll(of: object) }
            readAgain(stored)
            for object in stored where !object.isUnchanged {
                merge(PropertyMask(all: object.entity.properties.count), into: object)
            }
            identifiers += stored.map(\.persistentModelID)
        }
        return identifiers
    }

    /// Has the objects of an erased store count as deleted, and discards their changes. New objects lose them. Objects that others
    /// have saved since are read again.
    private func forgetErasedObjects(of store: StoreID) {
        // Other contexts may share the manager.
        recorder?.end()
        let tables = coordinator.tables.filter { $0.store == store && $0.entity.parent == nil }
        var kept: [Int: Set<Int64>] = [:]
        do {
            for table in tables where registered[table.root].count > 0 {
                let sql = "SELECT \(table.identity) FROM \(table.name)"
                var rows: Set<Int64> = []
                try self.rows((sql, []), in: table) { rows.insert(RowReader.identity($0)) }
                kept[table.root] = rows
            }
        } catch {
            // Whether a row is gone is found when it is read.
            _ = refreshStoredObjects(of: tables)
            return
        }
        let gone = tables.flatMap { table in
            registered[table.root].objects.filter { kept[table.root]?.contains($0.rowOrNone) != true }
        }
        for object in inserted {
            for position in object.entity.relationshipPositions {
                for other in object.knownRelated(position)
                where other.hasRow && other.lifecycle != .inserted && other.table?.store == store
                    && kept[other.table?.root ?? 0]?.contains(other.rowOrNone) != true
                {
                    object.lose(position, other)
                }
            }
        }
        keepChanged { object in
            object.table?.store != store || kept[object.table?.root ?? 0]?.contains(object.rowOrNone) == true
        }
        // Observers are notified afterwards, of all together.
        notifyingAfterwards {
            for object in gone { release(object, from: registered[object.table?.root ?? 0]) }
        }
        _ = refreshStoredObjects(of: tables)
    }

    func registeredObject(_ id: PersistentIdentifier) -> ModelObject? {
        guard case .row(let row) = id.key, let table = coordinator.table(named: id.entityName) else { return nil }
        return registered[table.root][row]
    }

    /// Takes over what others have saved of an object.
    func merge(_ properties: PropertyMask, into object: ModelObject) {
        let positions = object.entity.properties.indices.filter { properties.contains($0) }
        // A context that has overwritten a key without knowing its value does not know the object at the other side, either.
        for position in positions
        where object.entity.keyPositions.contains(position) && !object.isFault && !object.isChanged(position) {
            forget(object, at: [object.knownValues[apusEnd: position]], of: object.entity.relationship(at: position))
        }
        if object.isUnchanged { return readAgain([object]) { _ in positions } }
        tracker?.noteRefresh(of: [object])
        let relationships = object.entity.relationshipPositions
            .filter {
                properties.contains($0) && !object.entity.keyPositions.contains($0)
                    && object.entity.relationship(at: $0).storage != .memory
            }
        [object].changing({ _ in relationships }) {
            for position in relationships {
                if !object.isChanged(position) {
                    object.knownValues[apusEnd: position] = RelationshipEnd()
                } else if case .many(let related) = object.knownValues[apusEnd: position].state {
                    related.readAgain()
                } else {
                    contestedEnds[ObjectIdentifier(object), default: PropertyMask()].insert(position)
                }
            }
        }
        // All values of such an object are written as this context knows them.
        if mergePolicy != .overwrite { changesByOthers(of: object).map(takeUnchanged) }
    }

    /// Lets go of changed objects whose rows others have deleted, now that only changes at the other side of relationships were
    /// saved.
    func letGoOfDeletedByOthers() {
        let objects = deletedByOthers
        deletedByOthers = []
        letGo(of: objects.filter { $0.context === self && $0.isUnchanged })
    }

    /// Lets go of unchanged objects whose rows others have deleted.
    private func letGo(of gone: [ModelObject]) {
        if gone.isEmpty { return }
        drop(gone)
        for object in gone where object.isUnchanged {
            release(object, from: registered[object.table?.root ?? 0])
        }
    }

    /// Removes objects whose rows others have deleted from what is known of relationships without a key: who deleted them may
    /// not have known of it. Changed lists keep their changes, others are read again.
    private func drop(_ gone: [ModelObject]) {
        let identifiers = Set(gone.map { ObjectIdentifier($0) })
        let kinds = Set(gone.compactMap { $0.table?.id })
        let entities = coordinator.tables.filter { kinds.contains($0.id) }.map(\.entity)
        for table in coordinator.tables {
            let positions = table.entity.relationshipPositions.filter { position in
                let relationship = table.entity.relationship(at: position)
                return relationship.storage != .ownKey && relationship.storage != .memory
                    && entities.contains { $0.isKind(of: relationship.destination) }
            }
            if positions.isEmpty { continue }
            for owner in registered[table.root].objects where owner.table === table {
                for position in positions {
                    let known = owner.knownRelated(position).filter { identifiers.contains(ObjectIdentifier($0)) }
                    if known.isEmpty { continue }
                    owner.changing(position) {
                        if !owner.isChanged(position) {
                            owner.knownValues[apusEnd: position] = RelationshipEnd()
                        } else if case .many(let related) = owner.knownValues[apusEnd: position].state {
                            for object in known { related.drop(object) }
                        }
                    }
                }
            }
        }
    }

    /// Marks derived attributes as perhaps out of date.
    func markDerivationsStale() {
        for table in coordinator.tables where !table.derivedPositions.isEmpty {
            let objects: [ModelObject] = registered[table.root].objects.filter {
                $0.table === table && (!$0.isFault || $0.knownExtras != nil)
            }
            objects.changing({ _ in table.derivedPositions }) {
                for object in objects where !object.isFault { object.accessFlags.insert(.staleDerivations) }
                for object in objects where object.isFault {
                    for position in table.derivedPositions { object.knownExtras?.fetched.remove(position) }
                }
            }
        }
    }
}
