import ApusSchema
import Foundation

extension ModelContext {
    /// Takes over what other contexts of the container have saved, and posts ``didMerge``. Fetches and saves do it first, the
    /// main context and that of a ``ModelActor`` also by themselves.
    ///
    /// Unchanged objects are read again when they are accessed, and deleted ones leave the context. Changed objects keep
    /// their changes, and get the other properties.
    public func processPendingChanges() {
        // Code of a value, or an observer, may fetch while objects are being read.
        guard activeAccesses == 0 else { return }
        for save in mailbox.takeAll() { merge(save) }
    }

    /// Sets where the context is used. From now on, it takes over what other contexts save as soon as the thread is free.
    func belongs(to thread: ContextThread) {
        self.thread = thread
        let context = WeakContext(self)
        mailbox.notify { thread.queue.async { context.value?.processPendingChanges() } }
    }

    /// A context that only its own thread uses.
    private final class WeakContext: @unchecked Sendable {
        weak var value: ModelContext?

        init(_ context: ModelContext) { value = context }
    }

    private func merge(_ save: SavedChanges) {
        if save.isErasure { forgetStoredObjects() }
        var refreshed: [PersistentIdentifier] = []
        for (id, properties) in zip(save.updated, save.properties) {
            guard let object = registeredObject(id), object.lifecycle == .stored else { continue }
            refreshed.append(id)
            merge(properties, into: object)
        }
        let gone = save.deleted.compactMap { registeredObject($0) }.filter(\.isUnchanged)
        drop(gone)
        for object in gone where object.isUnchanged {
            unloadOneWay(object)
            release(object, from: registered[object.table?.root ?? 0])
        }
        markDerivationsStale()
        var info = save.userInfo
        info[NotificationKey.refreshedIdentifiers.rawValue] = refreshed
        NotificationCenter.default.post(name: Self.didMerge, object: self, userInfo: info)
    }

    /// Has all objects with a row count as deleted, and discards their changes. New objects lose them.
    private func forgetStoredObjects() {
        for object in inserted {
            for position in object.entity.relationshipPositions {
                for other in object.knownRelated(position) where other.lifecycle != .inserted {
                    object.lose(position, other)
                }
            }
        }
        let stored = registered.map { ($0, Array($0.objects)) }
        forgetChangesOfStoredObjects()
        for (map, objects) in stored {
            for object in objects where object.context === self { release(object, from: map) }
        }
    }

    private func registeredObject(_ id: PersistentIdentifier) -> ModelObject? {
        guard case .row(let row) = id.key, let table = coordinator.table(named: id.entityName) else { return nil }
        return registered[table.root][row]
    }

    private func merge(_ properties: PropertyMask, into object: ModelObject) {
        let positions = object.entity.properties.indices.filter { properties.contains($0) }
        if object.isUnchanged {
            [object].changing({ _ in positions }) {
                // An observer may have changed it just now.
                if object.isUnchanged { object.turnIntoFault() }
            }
            return
        }
        let relationships = object.entity.relationshipPositions
            .filter { properties.contains($0) && !object.entity.keyPositions.contains($0) }
        [object].changing({ _ in relationships }) {
            for position in relationships {
                if !object.changes.contains(position) {
                    object.knownValues[apusEnd: position] = RelationshipEnd()
                } else if case .many(let related) = object.knownValues[apusEnd: position].state {
                    related.readAgain()
                }
            }
        }
        // All values of such an object are written as this context knows them.
        if mergePolicy != .overwrite { changesByOthers(of: object).map(takeUnchanged) }
    }

    /// Removes objects whose rows others have deleted from changed lists, which are not read again.
    private func drop(_ gone: [ModelObject]) {
        if gone.isEmpty { return }
        let identifiers = Set(gone.map { ObjectIdentifier($0) })
        for owner in changed where owner.lifecycle == .stored {
            for position in owner.entity.relationshipPositions where owner.changes.contains(position) {
                guard case .many(let related)? = owner.values?[apusEnd: position].state else { continue }
                let dropped = related.objects.filter { identifiers.contains(ObjectIdentifier($0)) }
                if dropped.isEmpty { continue }
                owner.changing(position) { for object in dropped { related.drop(object) } }
            }
        }
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
