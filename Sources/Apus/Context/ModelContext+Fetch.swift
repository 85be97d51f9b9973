import ApusSchema
import ApusStore
import GRDB

extension ModelContext {
    /// Fetches objects in the order of their rows, the new ones that are not saved yet last.
    ///
    /// Objects that the context has already keep the values that they have.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let table: EntityTable = try table(of: Model.self)
        var found: [Model] = []
        try read { database in
            let statement: PreparedStatement = try container.statements.statement(
                .all(table.id),
                database,
                sql: "\(table.select) ORDER BY \(EntityTable.identity)"
            )
            try statement.rows { row in
                let object: ModelObject = try object(in: table, from: row)
                if !object.isDeleted { found.append(unsafeDowncast(object, to: Model.self)) }
            }
        }
        return found + inserted.compactMap { $0 as? Model }
    }

    /// The number of objects that a fetch would give.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        let table: EntityTable = try table(of: Model.self)
        var count: Int = 0
        try read { database in
            let statement: PreparedStatement = try container.statements.statement(
                .count(table.id),
                database,
                sql: "SELECT count(*) FROM \(table.name)"
            )
            try statement.rows { count = Int(RowReader($0).identity) }
        }
        return count - deleted.count { $0 is Model } + inserted.count { $0 is Model }
    }

    /// Fetches one object by its identifier; `nil` where the store has no such row.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetch<Model: PersistentModel>(_ type: Model.Type, id: PersistentIdentifier) throws -> Model? {
        guard let object = model(for: id) as? Model else { return nil }
        if object.isFault {
            let error: (any Error)? = loadRow(of: object)
            if let error { throw error }
        }
        return object.isDeleted ? nil : object
    }

    /// The object with that identifier, without asking the store: its values are read when they are needed.
    ///
    /// - Returns: The object; `nil` where the model has no such entity, or the identifier is a temporary one that no
    ///   object of this context has.
    public func model(for id: PersistentIdentifier) -> (any PersistentModel)? {
        guard let table = container.tables.first(where: { $0.entity.name == id.entityName }) else { return nil }
        switch id.key {
        case .row(let row): return object(in: table, row: row) as? any PersistentModel
        case .temporary: return inserted.first { $0.persistentModelID == id } as? any PersistentModel
        }
    }

    /// The object with that identifier, where the context has it already.
    public func registeredModel<Model: PersistentModel>(for id: PersistentIdentifier) -> Model? {
        guard let table = container.table(of: Model.apusEntity), table.entity.name == id.entityName else { return nil }
        switch id.key {
        case .row(let row): return registered[table.id][row] as? Model
        case .temporary: return inserted.first { $0.persistentModelID == id } as? Model
        }
    }

    // MARK: -

    /// Reads from the store, after making sure that it holds the schema still that this container knows.
    func read(_ body: (Database) throws -> Void) throws {
        try container.store.database.unsafeReentrantRead { database in
            // Saving may read what an object is related to.
            if database.isInsideTransaction { return try body(database) }
            try database.inTransaction(.deferred) {
                try container.store.checkGeneration(database)
                try body(database)
                return .commit
            }
        }
    }

    private func table(of type: (some PersistentModel).Type) throws -> EntityTable {
        guard let table = container.table(of: type.apusEntity) else {
            throw ModelError.unknownClass("\(type)")
        }
        return table
    }

    /// The one object of a row.
    func object(of entity: EntityDescription, row: Int64) -> ModelObject? {
        container.table(of: entity).map { object(in: $0, row: row) }
    }

    private func object(in table: EntityTable, row: Int64) -> ModelObject {
        if let object = registered[table.id][row] { return object }
        let object: ModelObject = table.make()
        object.row = row
        object.isFault = true
        register(object, in: table, row: row)
        return object
    }

    private func register(_ object: ModelObject, in table: EntityTable, row: Int64) {
        object.standing = .stored
        object.context = self
        registered[table.id][row] = object
    }

    /// The one object of the row that a statement stands at, with its values.
    private func object(in table: EntityTable, from statement: OpaquePointer) throws -> ModelObject {
        let row = RowReader(statement)
        let identity: Int64 = row.identity
        if let object = registered[table.id][identity] {
            if object.isFault {
                try take(row, into: object)
                object.isFault = false
            }
            return object
        }
        let object: ModelObject = table.make()
        object.row = identity
        try take(row, into: object)
        register(object, in: table, row: identity)
        return object
    }

    private func take(_ row: RowReader, into object: ModelObject) throws {
        do {
            try object.backing.apusRead(row)
        } catch let failure as RowReader.Failure {
            throw ModelError.unreadableValue(
                object: object.persistentModelID,
                property: object.backing.apusEntity.attributes[failure.position],
                expected: failure.expected
            )
        }
    }

    /// Reads the values of an object; an object whose row is gone counts as deleted from now on.
    func load(_ object: ModelObject) {
        if let error = loadRow(of: object), readingError == nil { readingError = error }
    }

    private func loadRow(of object: ModelObject) -> (any Error)? {
        guard let table = container.table(of: object.backing.apusEntity), let row = object.row else { return nil }
        do {
            try read { database in
                let statement: PreparedStatement = try container.statements.statement(
                    .row(table.id),
                    database,
                    sql: "\(table.select) WHERE \(EntityTable.identity) = ?1"
                )
                statement.bind(row)
                try statement.rows { _ = try self.object(in: table, from: $0) }
            }
        } catch {
            return error
        }
        if object.isFault {
            registered[table.id][row] = nil
            deleted.removeAll { $0 === object }
            object.leave(as: .gone)
        }
        return nil
    }

    /// The stored objects at the far end of a relationship; `nil` where the store could not be read.
    func related(to object: ModelObject, at position: Int) -> [ModelObject]? {
        let entity: EntityDescription = object.backing.apusEntity
        let relationship: RelationshipDescription = entity.relationship(at: position)
        guard let table = container.table(of: entity), let row = object.row,
            let far = container.table(of: relationship.destination.apusEntity)
        else { return [] }
        var found: [ModelObject] = []
        do {
            try read { database in
                let statement: PreparedStatement = try container.statements.statement(
                    .related(table.id, position: position),
                    database,
                    sql: "\(far.select) WHERE \(condition(relationship, at: position, of: table, far))"
                        + " ORDER BY \(EntityTable.identity)"
                )
                statement.bind(row)
                try statement.rows { found.append(try self.object(in: far, from: $0)) }
            }
        } catch {
            if readingError == nil { readingError = error }
            return nil
        }
        return found
    }

    private func condition(
        _ relationship: RelationshipDescription,
        at position: Int,
        of table: EntityTable,
        _ far: EntityTable
    ) -> String {
        if let pairs = container.pairs(of: table, at: position) {
            return "\(EntityTable.identity) IN (SELECT \(pairs.far) FROM \(pairs.name) WHERE \(pairs.near) = ?1)"
        }
        return "\(relationship.inverse.map { far.column(at: $0) } ?? EntityTable.identity) = ?1"
    }
}
