import ApusSchema
import Foundation

extension ModelContext {
    /// Takes over what other contexts of the container have saved, and posts ``didMerge``. Fetches and saves do it first, the
    /// main context and that of a ``ModelActor`` also by themselves.
    ///
    /// Unchanged objects are read again when they are accessed, and deleted ones leave the context. Changed objects keep
    /// their changes, and get the other properties.
    ///
    /// What was changed until now is undone together, apart from what is changed later; a fetch does not say that.
    public func processPendingChanges() {
        mergeSaves()
        recorder?.endEvent()
    }

    /// Takes over what other contexts of the container have saved.
    func mergeSaves() {
        // Code of a value, or an observer, may fetch while objects are being read.
        guard activeAccesses == 0 else { return }
        for save in mailbox.takeAll() { merge(save) }
    }

    /// Sets where the context is used. From now on, it takes over what other contexts save as soon as the thread is free.
    func belongs(to thread: ContextThread) {
        self.thread = thread
        coordinator.watchOtherProcesses()
        let context = WeakContext(self)
        mailbox.notify { thread.queue.async { context.value?.mergeSaves() } }
    }

    /// A context that only its own thread uses.
    private final class WeakContext: @unchecked Sendable {
        weak var value: ModelContext?

        init(_ context: ModelContext) { value = context }
    }

    private func merge(_ save: SavedChanges) {
        if let store = save.erased { forgetErasedObjects(of: store) }
        var refreshed: [PersistentIdentifier] = save.isByOtherProcess ? refreshStoredObjects(of: coordinator.tables) : []
        for (id, properties) in zip(save.updated, save.properties) {
            guard let object = registeredObject(id), object.lifecycle == .stored else { continue }
            refreshed.append(id)
            merge(object.entity.properties.indices.filter { properties.contains($0) }, into: object)
        }
        for id in save.deleted {
            guard let object = registeredObject(id), object.isUnchanged else { continue }
            unloadOneWay(object)
            release(object, from: registered[object.table?.root ?? 0])
        }
        markDerivationsStale()
        var info = save.userInfo
        info[NotificationKey.refreshedIdentifiers.rawValue] = refreshed
        NotificationCenter.default.post(name: Self.didMerge, object: self, userInfo: info)
    }

    /// Has all objects of some tables and those of their sub-entities read again, because it is unknown what was changed.
    ///
    /// - Returns: Their identifiers.
    private func refreshStoredObjects(of tables: [EntityTable]) -> [PersistentIdentifier] {
        var identifiers: [PersistentIdentifier] = []
        for table in tables where table.entity.parent == nil {
            let stored = registered[table.root].objects.filter { $0.lifecycle == .stored }
            let unchanged = stored.filter { $0.isUnchanged && !$0.isFault }
            unchanged.changing(\.properties.indices) {
                // An observer may have changed them just now.
                for object in unchanged where object.isUnchanged { object.turnIntoFault() }
            }
            for object in stored where !object.isUnchanged {
                merge(Array(object.entity.properties.indices), into: object)
            }
            identifiers += stored.map(\.persistentModelID)
        }
        return identifiers
    }

    /// Has the objects of an erased store count as deleted, and discards their changes. New objects lose them. Objects that others
    /// have saved since are read again.
    private func forgetErasedObjects(of store: PersistentStore.ID) {
        recorder?.clear()
        let tables = coordinator.tables.filter { $0.store == store && $0.entity.parent == nil }
        var kept: [Int: Set<Int64>] = [:]
        do {
            for table in tables where !registered[table.root].objects.isEmpty {
                let sql = "SELECT \(table.identity) FROM \(table.name)"
                var rows: Set<Int64> = []
                try self.rows((sql, []), in: table) { rows.insert(RowReader.identity($0)) }
                kept[table.root] = rows
            }
        } catch {
            // Whether a row is gone is found when it is read.
            return _ = refreshStoredObjects(of: tables)
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
        changed.removeAll { object in
            object.table?.store == store && kept[object.table?.root ?? 0]?.contains(object.rowOrNone) != true
        }
        // Observers are notified afterwards, of all together.
        notifyingAfterwards {
            for object in gone { release(object, from: registered[object.table?.root ?? 0]) }
        }
        _ = refreshStoredObjects(of: tables)
    }

    private func registeredObject(_ id: PersistentIdentifier) -> ModelObject? {
        guard case .row(let row) = id.key, let table = coordinator.table(named: id.entityName) else { return nil }
        return registered[table.root][row]
    }

    private func merge(_ positions: [Int], into object: ModelObject) {
        if object.isUnchanged {
            [object].changing({ _ in positions }) {
                // An observer may have changed it just now.
                if object.isUnchanged { object.turnIntoFault() }
            }
            return
        }
        let relationships = object.entity.relationshipPositions
            .filter {
                positions.contains($0) && !object.changes.contains($0) && !object.entity.keyPositions.contains($0)
                    && object.entity.relationship(at: $0).storage != .memory
            }
        [object].changing({ _ in relationships }) {
            for position in relationships { object.knownValues[apusEnd: position] = RelationshipEnd() }
        }
        // What this context has added and removed stays so.
        for position in object.entity.relationshipPositions
        where positions.contains(position) && object.changes.contains(position) {
            guard case .many(let related) = object.knownValues[apusEnd: position].state else { continue }
            object.changing(position) { related.forgetStored() }
        }
        // All values of such an object are written as this context knows them.
        if mergePolicy != .overwrite { changesByOthers(of: object).map(takeUnchanged) }
    }

    /// Forgets the lists without an inverse that have an object whose row was deleted.
    private func unloadOneWay(_ object: ModelObject) {
        for (near, position) in coordinator.oneWayJoinTables(to: object.entity) {
            for owner in registered[near.root].objects
            where owner.entity.isKind(of: near.entity) && !owner.changes.contains(position)
                && owner.isKnownToHave(object, position)
            {
                owner.changing(position) { owner.knownValues[apusEnd: position] = RelationshipEnd() }
            }
        }
    }

    /// Marks derived attributes as perhaps out of date.
    func markDerivationsStale() {
        for table in coordinator.tables where !table.derivedPositions.isEmpty {
            let objects: [ModelObject] = registered[table.root].objects.filter { $0.table === table && !$0.isFault }
            objects.changing({ _ in table.derivedPositions }) {
                for object in objects { object.accessFlags.insert(.staleDerivations) }
            }
        }
    }
}

extension ModelObject {
    /// Whether an object is known to be at the other side of a relationship.
    fileprivate final func isKnownToHave(_ object: ModelObject, _ position: Int) -> Bool {
        values?[apusEnd: position].isKnownToHave(object) == true
    }
}
