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

    /// The values of an object's row; `nil` if there is none.
    func storedValues(of object: ModelObject, _ database: Database) throws -> ModelBacking? {
        guard let table = object.table, let row = object.row else { return nil }
        let selection = coordinator.selections[table.id]
        let statement = try coordinator.statements.statement(
            .row(table.id),
            database,
            sql: selection.select(where: "\(table.identity) = ?1")
        )
        statement.bind(row)
        var values: ModelBacking?
        try statement.rows {
            if let entity = selection.entity(of: $0) { values = try self.values(of: entity, row: row, from: $0) }
        }
        return values
    }

    /// What others have changed in the rows of changed objects since this context began to read.
    ///
    /// - Throws: ``ConflictsFound`` if they changed properties that this context changed to other values.
    func changesByOthers(_ database: Database) throws -> [ConflictFinder.Found] {
        let number = try coordinator.changes.count(database)
        guard let epoch, epoch != number else { return [] }
        let found = try ConflictFinder(self, database).find()
        let unresolved = found.filter(\.isUnresolved)
        if !unresolved.isEmpty { throw ConflictsFound(objects: unresolved) }
        return found
    }

    /// Changes objects in conflict as the merge policy says, so that they can be saved.
    ///
    /// - Throws: ``ModelError/conflict(_:)`` if the policy is to fail.
    func resolve(_ unresolved: [ConflictFinder.Found]) throws {
        for found in unresolved {
            let others = found.conflicts.isEmpty ? found.others : []
            take(found.reverted + others, of: found.object, from: found.stored)
        }
        let conflicts = unresolved.filter { !$0.conflicts.isEmpty }
        if conflicts.isEmpty { return }
        switch mergePolicy {
        case .error, .upsert:
            throw ModelError.conflict(
                conflicts.map { found in
                    let names = found.conflicts.map { found.object.entity.properties[$0].name }
                    return ModelError.Conflict(object: found.object.persistentModelID, properties: names)
                }
            )
        case .storeWins:
            for found in conflicts { take(found.conflicts + found.others, of: found.object, from: found.stored) }
        case .rollback:
            for found in conflicts {
                guard let table = found.object.table else { continue }
                let changed = (table.writtenAttributes + table.entity.keyPositions)
                    .filter { found.object.changes.contains($0) }
                take(changed + found.others, of: found.object, from: found.stored)
            }
        case .objectWins:
            for found in conflicts { acknowledge(found.conflicts, of: found) }
        case .overwrite:
            for found in conflicts {
                for position in found.others { found.object.noteChange(position) }
                acknowledge(found.conflicts + found.others, of: found)
            }
        }
    }

    /// Records that this context has saved.
    func noteSave() {
        let number = coordinator.changes.noteSave()
        // If others had changed the store before, this context still has older values.
        if let epoch, epoch == number - 1 { self.epoch = number }
    }

    /// Takes over what only others have changed in the row of an object that was saved.
    func takeUnchanged(_ found: ConflictFinder.Found) {
        let object = found.object
        for position in found.others where object.lifecycle == .stored && !object.changes.contains(position) {
            guard object.entity.keyPositions.contains(position) else {
                object.changing(position) { object.knownValues.apusTake(position, from: found.stored) }
                continue
            }
            let relationship = object.entity.relationship(at: position)
            let ends = [object.knownValues[apusEnd: position], found.stored[apusEnd: position]]
            object.changing(position) { object.knownValues[apusEnd: position] = ends[1] }
            guard let inverse = relationship.inverse else { continue }
            // The objects at the other side are read again.
            for other in ends.compactMap({ registeredObject($0, of: relationship) })
            where other.lifecycle == .stored && !other.changes.contains(inverse) {
                other.changing(inverse) { other.knownValues[apusEnd: inverse] = RelationshipEnd() }
            }
        }
    }

    /// The object at an end of a to-one relationship, if it is in the context.
    private func registeredObject(_ end: RelationshipEnd, of relationship: RelationshipDescription) -> ModelObject? {
        guard case .row(let row) = end.state else { return end.known.first }
        return coordinator.table(of: relationship.destination).flatMap { registered[$0.root][row] }
    }

    /// Takes the store's values as those that this context has seen.
    func acknowledge(_ positions: [Int], of found: ConflictFinder.Found) {
        guard let table = found.object.table else { return }
        for position in positions {
            let values = collect { $0.collect(position, of: found.stored, in: table) }
            originals.replace(position, of: found.object, by: values ?? [])
        }
    }

    /// Replaces properties of an object by their stored values, which are no changes.
    func take(_ positions: [Int], of object: ModelObject, from stored: ModelBacking) {
        for position in positions where object.lifecycle == .stored {
            if object.entity.keyPositions.contains(position) {
                if case .row(let row) = stored[apusEnd: position].state {
                    let destination = object.entity.relationship(at: position).destination
                    object.setOne(position, self.object(of: destination, row: row))
                } else {
                    object.setOne(position, nil)
                }
            } else {
                object.changing(position) { object.knownValues.apusTake(position, from: stored) }
            }
            object.changes.remove(position)
            originals.replace(position, of: object, by: [])
        }
        if object.changes.isEmpty { changed.removeAll { $0 === object } }
    }
}
