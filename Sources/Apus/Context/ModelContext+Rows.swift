import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Reads from the store of a table, after checking that no other process has migrated it. What is read in one call is of one
    /// moment.
    func read(_ table: EntityTable, _ body: (StoreAccess) throws -> Void) throws {
        let store = coordinator.stores[table.store]
        try accessStore(store) {
            let pin = pins?[store.id]
            // Also if a value's own code rolls back meanwhile.
            let known = pin?.known ?? store.changes.known
            defer { if epochs[store.id] == nil { epochs[store.id] = known } }
            // A save reads related objects in its transaction, and a fetch the values that its rows refer to.
            if let access = accesses[store.id] { return try body(access) }
            if let pin { return try pin.read { access in try using(access, of: store) { try body(access) } } }
            try store.connections.read { access in
                try using(access, of: store) {
                    // Another context is saving on this thread, and there is only one connection.
                    if access.database.isInsideTransaction { return try body(access) }
                    try access.database.inTransaction(.deferred) {
                        try store.file.checkGeneration(access.database)
                        try body(access)
                        return .commit
                    }
                }
            }
        }
    }

    /// Runs work that may be run again, if another process began to write during the first time.
    func repeatingIfWritten(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as StoreError where error.reason == .writtenMeanwhile {
            try work()
        }
    }

    /// Runs work in which the context uses a connection.
    func using(_ access: StoreAccess, of store: PersistentStore, _ work: () throws -> Void) rethrows {
        let outer = accesses[store.id]
        accesses[store.id] = access
        defer { accesses[store.id] = outer }
        try work()
    }

    /// Runs work on the store. The observers of objects that leave the context meanwhile are notified afterwards, because
    /// they may use the store, too.
    func accessStore(_ store: PersistentStore, _ work: () throws -> Void) throws {
        try notifyingAfterwards {
            do {
                try store.file.wrappingErrors(work)
            } catch  where coordinator.isClosed {
                throw ModelError.containerClosed
            } catch let error as StoreError where error.reason == .writtenMeanwhile {
                // What was read is perhaps wrong, and a state that others have written over cannot be read any more.
                pins = nil
                readAgain(registered.flatMap(\.objects))
                throw error
            }
        }
    }

    /// Runs work, and notifies the observers of objects that leave the context meanwhile afterwards.
    func notifyingAfterwards(_ work: () throws -> Void) rethrows {
        activeAccesses += 1
        defer {
            activeAccesses -= 1
            if activeAccesses == 0, !leaving.isEmpty { letGo() }
        }
        try work()
    }

    /// The object of the row that a foreign key refers to; `nil` if the row does not exist, or the store cannot be
    /// read.
    ///
    /// If the table stores several entities, the row is read at once, because its entity determines the object's class.
    func object(of entity: EntityDescription, row: Int64) -> ModelObject? {
        guard let table = coordinator.table(of: entity) else { return nil }
        if let object = registered[table.root][row] { return object.entity.isKind(of: entity) ? object : nil }
        let selection = coordinator.selections[table.id]
        do {
            if row == ModelObject.noRow { throw unusableIdentity(in: table) }
            if table.discriminator == nil { return fault(in: table, row: row) }
            return try fetchRow(row, table, selection)
        } catch {
            if readingError == nil { readingError = error }
            return nil
        }
    }

    /// The object of a row whose entity is known.
    func fault(in table: EntityTable, row: Int64) -> ModelObject {
        if let object = registered[table.root][row] { return object }
        let object = table.entity.objectType.init(apusBacking: nil)
        object.accessFlags.insert(.fault)
        let map = registered[table.root]
        map.lock.withLock { register(object, in: table, row: row, map) }
        return object
    }

    /// The object of a row whose entity was just read from the store.
    func knownFault(in table: EntityTable, row: Int64) -> ModelObject {
        let map = registered[table.root]
        // A fault was created for this row earlier, with an identifier of the wrong entity.
        if let object = map[row], object.table !== table { release(object, from: map) }
        return fault(in: table, row: row)
    }

    private func register(_ object: ModelObject, in table: EntityTable, row: Int64, _ map: IdentityMap) {
        object.rowOrNone = row
        object.join(map, table, as: .stored)
        map.add(object)
    }

    /// The entity of a statement's current row.
    ///
    /// - Throws: ``ModelError/unknownEntity(_:row:)``.
    func entity(_ selection: Selection, of statement: OpaquePointer) throws -> Selection.ConcreteEntity {
        if let entity = selection.entity(of: statement) { return entity }
        throw ModelError.unknownEntity(RowReader.text(statement, 1), row: RowReader.identity(statement))
    }

    /// The object of a statement's current row, with its values, for whoever holds the map's lock.
    ///
    /// - Parameters:
    ///   - selection: What the statement reads.
    ///   - map: The context's objects.
    ///   - statement: The statement.
    ///   - packer: What packs the row of a new object, whose values are made when they are needed; `nil` to make them at once.
    /// - Returns: The object.
    /// - Throws: ``ModelError`` if the row has a value that the object cannot have.
    func object(
        _ selection: Selection,
        _ map: IdentityMap,
        from statement: OpaquePointer,
        _ packer: RowPacker? = nil
    ) throws -> ModelObject {
        let identity = RowReader.identity(statement)
        let entity = try self.entity(selection, of: statement)
        if identity == ModelObject.noRow { throw unusableIdentity(in: entity.table) }
        if let object = map.find(identity) {
            if object.table === entity.table {
                if object.isFault {
                    object.take(try values(of: entity, row: identity, from: statement), fetched: entity.fetched)
                } else if object.accessFlags.contains(.staleDerivations), entity.fetched == nil {
                    try takeDerived(object, of: entity, row: identity, from: statement)
                }
                return object
            }
            // A fault was created for this row earlier, with an identifier of the wrong entity.
            release(object, from: map)
        }
        // What can fail comes first: an object has values as long as its class uses it.
        let object: ModelObject
        if let (rows, start) = try packed(entity, row: identity, from: statement, packer) {
            object = entity.objectType.init(apusBacking: nil)
            object.pack(rows, start)
        } else {
            object = entity.objectType.init(apusBacking: try values(of: entity, row: identity, from: statement))
        }
        if let fetched = entity.fetched {
            object.accessFlags.insert(.fault)
            object.extras.fetched = fetched
        }
        register(object, in: entity.table, row: identity, map)
        return object
    }

    /// The values of a statement's current row.
    func values(
        of entity: Selection.ConcreteEntity,
        row: Int64,
        from statement: OpaquePointer
    ) throws -> ModelBacking {
        do {
            return try RowReader.read(statement, entity.columnIndexes) { reader in
                for (column, type) in entity.table.requiredExternalColumns where reader.isNull(column) {
                    throw RowReader.Failure(column: column, expected: type)
                }
                return try entity.valuesType.init(apusRow: reader)
            }
        } catch {
            throw explained(error, entity.table, row)
        }
    }

    private func takeDerived(
        _ object: ModelObject,
        of entity: Selection.ConcreteEntity,
        row: Int64,
        from statement: OpaquePointer
    ) throws {
        do {
            try RowReader.read(statement, entity.columnIndexes) { try object.knownValues.apusTakeDerived($0) }
        } catch {
            throw explained(error, entity.table, row)
        }
        object.accessFlags.remove(.staleDerivations)
        _ = object.knownValues
    }

    /// The error of a row whose identity stands for no row.
    func unusableIdentity(in table: EntityTable) -> ModelError {
        .unreadableValue(
            object: PersistentIdentifier(entityName: table.entity.name, row: ModelObject.noRow),
            property: table.identity.replacing("\"", with: ""),
            expected: "identity"
        )
    }

    /// The error of a row in terms of the model: the object and the property instead of the column.
    func explained(_ error: any Error, _ table: EntityTable, _ identity: Int64) -> any Error {
        guard let failure = error as? RowReader.Failure else { return error }
        let position = table.columnRanges.firstIndex { $0.contains(failure.column) }
        return ModelError.unreadableValue(
            object: PersistentIdentifier(entityName: table.entity.name, row: identity),
            property: position.map { table.entity.properties[$0].name } ?? "",
            expected: failure.expected
        )
    }

    /// Reads the derived attributes of an object.
    func loadDerived(_ object: ModelObject) {
        guard object.lifecycle == .stored, let table = object.table, let row = object.row else { return }
        do {
            _ = try fetchRow(row, table, coordinator.selections[table.id])
        } catch {
            // The next access tries again: a copy must not take the older values for those of now.
            if readingError == nil { readingError = error }
            return
        }
        // Also if the row is gone: there are no newer values then.
        object.accessFlags.remove(.staleDerivations)
    }

    /// Reads the values of an object. An object whose row is gone counts as deleted from then on.
    func load(_ object: ModelObject) {
        if IdentityMap.isEnding(object) {
            _ = object.knownValues
            return
        }
        do {
            try loadRow(of: object)
        } catch {
            if readingError == nil { readingError = error }
        }
        _ = object.knownValues
    }

    func loadRow(of object: ModelObject) throws {
        guard let table = object.table, let row = object.row else { return }
        if let batch = batches.take(object) {
            try load(batch)
            if !object.isFault { return }
        }
        let selection = coordinator.selections[table.id]
        // An object that is being deallocated is not found, whether or not its row exists.
        if try fetchRow(row, table, selection) == nil, object.isFault { release(object, from: registered[table.root]) }
    }

    /// Removes an object without a row from the context.
    func release(_ object: ModelObject, from map: IdentityMap) {
        map.remove(object)
        originals.forget(object)
        tracker?.noteRemoval(of: object)
        deletions.remove(object)
        _ = cascades.forget(object)
        leaving.append(object)
        if activeAccesses == 0 { letGo() }
    }

    private func letGo() {
        let objects = leaving
        leaving = []
        for object in objects { object.leave(as: .gone) }
    }

    /// The object of a row, with its values; `nil` if the row does not exist.
    private func fetchRow(_ row: Int64, _ table: EntityTable, _ selection: Selection) throws -> ModelObject? {
        let map = registered[table.root]
        var found: ModelObject?
        try repeatingIfWritten {
            try read(table) { access in
                try self.row(row, in: table, access) { statement in
                    found = try map.lock.withLock { try self.object(selection, map, from: statement) }
                }
            }
        }
        return found
    }

    /// Passes a row to a closure, if it exists.
    private func row(
        _ row: Int64,
        in table: EntityTable,
        _ access: StoreAccess,
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        let statement = try access.statement(
            .row(table.id),
            sql: coordinator.selections[table.id].select(where: "\(table.identity) = ?1")
        )
        statement.bind(row)
        try statement.rows(body)
    }

    /// Passes the row of an object to a closure, if it exists, with its entity and its identity.
    func row(
        of object: ModelObject,
        _ access: StoreAccess,
        _ body: (Selection.ConcreteEntity, Int64, OpaquePointer) throws -> Void
    ) throws {
        guard let table = object.table, let row = object.row else { return }
        try self.row(row, in: table, access) { statement in
            if let entity = coordinator.selections[table.id].entity(of: statement) { try body(entity, row, statement) }
        }
    }

    /// The stored objects of a relationship, in their order if it is ordered; `nil` if the store cannot be read.
    func related(to object: ModelObject, at position: Int) -> [ModelObject]? {
        guard let table = object.table, let row = object.row else { return [] }
        let relationship = table.entity.relationship(at: position)
        guard relationship.storage != .memory, let far = coordinator.table(of: relationship.destination) else {
            return []
        }
        let selection = coordinator.selections[far.id]
        let map = registered[far.root]
        var found: [ModelObject] = []
        do {
            try repeatingIfWritten {
                found = []
                try read(table) { access in
                    let statement = try access.statement(
                        .related(table.id, position: position),
                        sql: selection.select(
                            where: condition(relationship, table.joinTables[position], far),
                            orderedBy: orderKey(relationship, table.joinTables[position], far)
                                .map { "\($0), \(far.identity)" } ?? far.identity
                        )
                    )
                    statement.bind(row)
                    try map.lock.withLock {
                        try statement.rows { found.append(try self.object(selection, map, from: $0)) }
                    }
                }
            }
        } catch {
            if readingError == nil { readingError = error }
            return nil
        }
        return found
    }

    private func condition(_ relationship: RelationshipDescription, _ join: JoinTable?, _ far: EntityTable) -> String {
        if let join {
            return "\(far.identity) IN (SELECT \(join.far) FROM \(join.name) WHERE \(join.near) = ?1)"
        }
        return "\(relationship.inverse.map { far.column(at: $0) } ?? far.identity) = ?1"
    }

    /// The order key of an ordered relationship's objects, as SQL.
    private func orderKey(_ relationship: RelationshipDescription, _ join: JoinTable?, _ far: EntityTable) -> String? {
        guard relationship.isOrdered else { return nil }
        if let join {
            return join.orderKey.map {
                """
                (SELECT \($0) FROM \(join.name) AS pair WHERE pair.\(join.near) = ?1 \
                AND pair.\(join.far) = \(far.name).\(far.identity))
                """
            }
        }
        return relationship.inverse.flatMap { far.orderKeyColumns[$0] }
    }
}
