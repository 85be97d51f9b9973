import ApusSchema
import GRDB

extension ModelContext {
    /// Records the value of a property that is about to change for the first time since the last save.
    func noteOriginal(of object: ModelObject, at position: Int) {
        guard !object.isFault, let values = object.values, let table = object.table else { return }
        if table.columnRanges[position].isEmpty { return }
        if let found = collect({ $0.collect(position, of: values, in: table) }) {
            originals.append(found, of: position, of: object)
        }
    }

    /// Collects values; `nil` if there are none, or one of them cannot be encoded.
    func collect(_ body: (inout RowWriter) -> Void) -> [StoredValue]? {
        // A value's own code may change an object meanwhile.
        var writer = collector ?? RowWriter(nil, namesFiles: true)
        collector = nil
        writer.startCollecting()
        body(&writer)
        defer { collector = writer }
        return writer.failure == nil && !writer.values.isEmpty ? writer.values : nil
    }

    /// What others have changed in the rows of changed objects since this context began to read.
    ///
    /// - Throws: ``ConflictsFound`` if they changed properties that this context changed to other values.
    func changesByOthers(in store: PersistentStore, _ access: StoreAccess) throws -> [ConflictFinder.Found] {
        let number = try store.changes.count(access.database)
        guard let epoch = epochs[store.id], epoch != number else { return [] }
        let found = try ConflictFinder(context: self, store: store, access: access).find()
        let unresolved = found.filter(\.isUnresolved)
        if !unresolved.isEmpty { throw ConflictsFound(objects: unresolved) }
        return found
    }

    /// Records that this context has saved.
    func noteSave(in store: PersistentStore) {
        let number = store.changes.noteSave()
        // If others had changed the store before, this context still has older values.
        if epochs[store.id] ?? number - 1 == number - 1 { epochs[store.id] = number }
    }

    /// Changes objects in conflict as the merge policy says, so that they can be saved.
    ///
    /// - Throws: ``ModelError/conflict(_:)`` if the policy is to fail. Nothing has changed then.
    func resolve(_ unresolved: [ConflictFinder.Found]) throws {
        let conflicts = unresolved.filter { !$0.conflicts.isEmpty }
        if !conflicts.isEmpty, mergePolicy == .error || mergePolicy == .upsert { throw error(of: conflicts) }
        tracker?.noteRefresh(of: unresolved.map(\.object))
        for found in unresolved {
            let object = found.object
            switch mergePolicy {
            case .overwrite where !found.conflicts.isEmpty:
                if object.isFault { continue }
                for position in found.unchanged { object.noteChange(position) }
                acknowledge(found.conflicts + found.reverted + found.unchanged, of: found)
            case .rollback where !found.conflicts.isEmpty:
                let changed = object.table?.writtenPositions.filter { object.isChanged($0) } ?? []
                take(changed + found.unchanged, from: found)
            case .error, .upsert, .storeWins, .overwrite, .rollback:
                take(found.conflicts + found.reverted + found.unchanged, from: found)
            case .objectWins:
                take(found.reverted, from: found)
                acknowledge(found.conflicts, of: found)
                if !object.isChanged { take(found.unchanged, from: found) }
            }
        }
        keepChanged { $0.isChanged }
    }

    /// The error of objects in conflict.
    func error(of conflicts: [ConflictFinder.Found]) -> ModelError {
        .conflict(
            conflicts.map { found in
                let names = found.conflicts.map { found.object.entity.properties[$0].name }
                return ModelError.Conflict(object: found.object.persistentModelID, properties: names)
            }
        )
    }

    /// Takes the store's values as those that this context has seen.
    func acknowledge(_ positions: [Int], of found: ConflictFinder.Found) {
        guard let table = found.object.table else { return }
        for position in positions where found.object.isChanged(position) {
            let values = collect { $0.collect(position, of: found.stored, in: table) }
            originals.replace(position, of: found.object, by: values)
        }
    }

    /// Takes over what only others have changed in the row of an object that was saved.
    func takeUnchanged(_ found: ConflictFinder.Found) {
        take(found.unchanged.filter { !found.object.isChanged($0) }, from: found)
    }

    /// Replaces properties of an object by their stored values, which are not changes.
    func take(_ positions: [Int], from found: ConflictFinder.Found) {
        let object = found.object
        for position in positions {
            let wasChanged = object.isChanged(position)
            var ends: [RelationshipEnd] = []
            object.changing(position) {
                // It is read again with the rest of the row.
                if object.isFault { object.knownExtras?.fetched.remove(position) }
                // An observer may have changed it just now, or rolled back.
                guard object.lifecycle == .stored, !object.isFault, object.isChanged(position) == wasChanged
                else {
                    return
                }
                if object.entity.keyPositions.contains(position) {
                    ends = [object.knownValues[apusEnd: position], found.stored[apusEnd: position]]
                    object.knownValues[apusEnd: position] = ends[1]
                } else {
                    object.knownValues.apusTake(position, from: found.stored)
                }
                object.changes.remove(position)
                if wasChanged { originals.replace(position, of: object, by: nil) }
            }
            if !ends.isEmpty { forget(object, at: ends, of: object.entity.relationship(at: position)) }
        }
    }

    /// Has the objects at the other side of a relationship read again whether they are related to an object.
    func forget(_ object: ModelObject, at ends: [RelationshipEnd], of relationship: RelationshipDescription) {
        guard let inverse = relationship.inverse else { return }
        // Also a new object, which had been given this one.
        for other in ends.compactMap({ registeredObject($0, of: relationship) }) where other.context === self {
            other.changing(inverse) {
                switch other.knownValues[apusEnd: inverse].state {
                case .many(let related): related.forget(object)
                case .one(nil): other.knownValues[apusEnd: inverse] = RelationshipEnd()
                case .one(let known?) where known === object: other.knownValues[apusEnd: inverse] = RelationshipEnd()
                case .one, .unknown, .row, .detached: break
                }
            }
        }
    }

    /// The object at an end of a to-one relationship, if it is in the context.
    private func registeredObject(_ end: RelationshipEnd, of relationship: RelationshipDescription) -> ModelObject? {
        guard case .row(let row) = end.state else { return end.known.first }
        return coordinator.table(of: relationship.destination).flatMap { registered[$0.root][row] }
    }
}
