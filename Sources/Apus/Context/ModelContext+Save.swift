import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Writes all changes in one transaction.
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
        guard hasChanges else { return }
        guard coordinator.configuration.allowsSave else { throw ModelError.readOnly }
        processPendingChanges()
        NotificationCenter.default.post(name: Self.willSave, object: self)
        let ends = unlinkCauses()
        var saved: SavedChanges?
        // An observer that saves in between would save the same changes again.
        try notifyingAfterwards {
            let others: [ConflictFinder.Found]
            do {
                others = try write()
            } catch {
                for end in ends.reversed() { end.restore() }
                throw error
            }
            saved = savedChanges()
            settle()
            for found in others { takeUnchanged(found) }
        }
        saved.map(post)
    }

    /// Writes all changes, after resolving what does not go together with the store as the merge policy says.
    ///
    /// - Returns: What others have changed in the rows of changed objects.
    private func write() throws -> [ConflictFinder.Found] {
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

    private func runSave() throws -> [ConflictFinder.Found] {
        var operation: SaveOperation?
        var others: [ConflictFinder.Found] = []
        try accessStore {
            try coordinator.connections.write { access in
                let database = access.database
                try database.beginTransaction(.immediate)
                do {
                    try using(access) {
                        try coordinator.store.checkGeneration(database)
                        others = try changesByOthers(access)
                        // Only now, because values' own code runs in the comparison.
                        let save = SaveOperation(self)
                        operation = save
                        try save.run(access)
                        try database.commit()
                    }
                } catch {
                    // The first error is the one to report; SQLite may have rolled back by itself.
                    if database.isInsideTransaction { try? database.rollback() }
                    operation?.undo()
                    throw error
                }
                noteSave()
            }
        }
        operation?.settle()
        return others
    }

    /// Marks all changes as saved.
    private func settle() {
        let gone = deleted
        var replaced: [(ModelObject, IdentityMap)] = []
        for object in inserted {
            object.lifecycle = .stored
            if let table = object.table {
                let map = registered[table.root]
                // A fault was created for this row before it existed.
                if let early = map[object.rowOrNone] {
                    map.remove(object.rowOrNone)
                    replaced.append((early, map))
                }
                map.insert(object)
            }
            settleEnds(of: object)
        }
        for object in changed where object.lifecycle == .stored {
            settleEnds(of: object)
            object.changes.removeAll()
        }
        insertions = ObjectList()
        changed = []
        originals = OriginalValues()
        deletions = ObjectList()
        cascades = Cascades()
        absentOwners = [:]
        missedChanges = [:]
        restored = ObjectList()
        // Only now observers are notified: one may save again.
        for (object, map) in replaced { release(object, from: map) }
        forget(gone)
        letGoOfDeletedByOthers()
        markDerivationsStale()
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
            if let table = object.table, let row = object.row { registered[table.root].remove(row) }
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
                    other.changing(inverse) { other.knownValues[apusEnd: inverse] = RelationshipEnd() }
                }
            }
        }
        for object in gone { object.leave(as: .gone) }
    }
}
