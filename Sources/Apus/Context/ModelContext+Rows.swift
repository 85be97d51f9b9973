import ApusSchema
import ApusStore
import GRDB

extension ModelContext {
    /// Reads from the store, after making sure that it holds the schema still that this container knows.
    func read(_ body: (Database) throws -> Void) throws {
        try container.database.unsafeReentrantRead { database in
            // Saving may read what an object is related to.
            if database.isInsideTransaction { return try body(database) }
            try database.inTransaction(.deferred) {
                try container.store.checkGeneration(database)
                try body(database)
                return .commit
            }
        }
    }

    /// The one object of a row that a key names; `nil` where there is none, or the store cannot be read.
    ///
    /// Where a table holds several entities the row must be read first: it says which class the object has.
    func object(of entity: EntityDescription, row: Int64) -> ModelObject? {
        guard let table = container.table(of: entity) else { return nil }
        if let object = registered[table.root][row] { return object.entity.isKind(of: entity) ? object : nil }
        let selection: Selection = container.selections[table.id]
        if table.kind == nil { return fault(in: table, row: row) }
        do {
            return try fetchRow(row, table, selection)
        } catch {
            if readingError == nil { readingError = error }
            return nil
        }
    }

    /// The one object of a row of a known kind.
    func fault(in table: EntityTable, row: Int64) -> ModelObject {
        if let object = registered[table.root][row] { return object }
        let object: ModelObject = table.entity.objectType.init(apusBacking: nil)
        object.obstacles.insert(.fault)
        register(object, in: table, row: row, registered[table.root])
        return object
    }

    /// The one object of a row whose kind the store has just said.
    func knownFault(in table: EntityTable, row: Int64) -> ModelObject {
        let map: IdentityMap = registered[table.root]
        // Somebody asked for the row as an object of another entity, which it is not.
        if let object = map[row], object.table !== table { release(object, from: map) }
        return fault(in: table, row: row)
    }

    private func register(_ object: ModelObject, in table: EntityTable, row: Int64, _ map: IdentityMap) {
        object.rowOrZero = row
        object.join(self, table, as: .stored)
        map.insert(object)
    }

    /// The one object of the row that a statement stands at, with its values.
    func object(_ selection: Selection, _ map: IdentityMap, from statement: OpaquePointer) throws -> ModelObject {
        let identity: Int64 = RowReader.identity(statement)
        guard let kind = selection.kind(of: statement) else {
            throw ModelError.unknownKind(RowReader.text(statement, 1), row: identity)
        }
        if let object = map[identity] {
            if object.table === kind.table {
                if object.isFault {
                    object.take(try values(kind, identity, statement))
                } else if object.obstacles.contains(.staleDerivations) {
                    try takeDerived(kind, identity, statement, object)
                }
                return object
            }
            // Somebody asked for the row as an object of another entity, which it is not.
            release(object, from: map)
        }
        let object: ModelObject = kind.objectType.init(apusBacking: try values(kind, identity, statement))
        register(object, in: kind.table, row: identity, map)
        return object
    }

    private func values(_ kind: Selection.Kind, _ identity: Int64, _ statement: OpaquePointer) throws -> ModelBacking {
        do {
            return try kind.valuesType.init(apusRow: RowReader(statement, kind.places))
        } catch {
            throw explained(error, kind.table, identity)
        }
    }

    private func takeDerived(
        _ kind: Selection.Kind,
        _ identity: Int64,
        _ statement: OpaquePointer,
        _ object: ModelObject
    ) throws {
        do {
            try object.knownValues.apusTakeDerived(RowReader(statement, kind.places))
        } catch {
            throw explained(error, kind.table, identity)
        }
        object.obstacles.remove(.staleDerivations)
    }

    /// An error of a row in the words of the model.
    private func explained(_ error: any Error, _ table: EntityTable, _ identity: Int64) -> any Error {
        guard let failure = error as? RowReader.Failure else { return error }
        let position: Int? = table.columnRanges.firstIndex { $0.contains(failure.column) }
        return ModelError.unreadableValue(
            object: PersistentIdentifier(entityName: table.entity.name, row: identity),
            property: position.map { table.entity.properties[$0].name } ?? "",
            expected: failure.expected
        )
    }

    /// Reads what the store computes of an object.
    func loadDerived(_ object: ModelObject) {
        guard object.standing == .stored, let table = object.table, let row = object.row else { return }
        do {
            _ = try fetchRow(row, table, container.selections[table.id])
        } catch {
            if readingError == nil { readingError = error }
        }
        // Of a row that is gone there is nothing new to know.
        object.obstacles.remove(.staleDerivations)
    }

    /// Reads the values of an object; an object whose row is gone counts as deleted from now on.
    func load(_ object: ModelObject) {
        do {
            try loadRow(of: object)
        } catch {
            if readingError == nil { readingError = error }
            _ = object.knownValues
        }
    }

    func loadRow(of object: ModelObject) throws {
        guard let table = object.table, let row = object.row else { return }
        if let batch = batches.take(object) {
            try load(batch)
            if !object.isFault { return }
        }
        let selection: Selection = container.selections[table.id]
        _ = try fetchRow(row, table, selection)
        if object.isFault { release(object, from: registered[table.root]) }
    }

    /// Lets go of an object that has no row.
    func release(_ object: ModelObject, from map: IdentityMap) {
        if map[object.rowOrZero] === object { map.remove(object.rowOrZero) }
        deleted.removeAll { $0 === object }
        object.leave(as: .gone)
    }

    /// The object of one row, with its values; `nil` where there is no row.
    private func fetchRow(_ row: Int64, _ table: EntityTable, _ selection: Selection) throws -> ModelObject? {
        let map: IdentityMap = registered[table.root]
        var found: ModelObject?
        try read { database in
            let statement: PreparedStatement = try container.statements.statement(
                .row(table.id),
                database,
                sql: selection.select(where: "\(table.identity) = ?1")
            )
            statement.bind(row)
            try statement.rows { found = try self.object(selection, map, from: $0) }
        }
        return found
    }

    /// The stored objects at the far end of a relationship, in their order where they have one; `nil` where the store
    /// could not be read.
    func related(to object: ModelObject, at position: Int) -> [ModelObject]? {
        guard let table = object.table, let row = object.row else { return [] }
        let relationship: RelationshipDescription = table.entity.relationship(at: position)
        guard relationship.storage != .memory, let far = container.table(of: relationship.destination) else {
            return []
        }
        let selection: Selection = container.selections[far.id]
        let map: IdentityMap = registered[far.root]
        var found: [ModelObject] = []
        do {
            try read { database in
                let statement: PreparedStatement = try container.statements.statement(
                    .related(table.id, position: position),
                    database,
                    sql: selection.select(
                        where: condition(relationship, table.pairs[position], far),
                        orderedBy: place(relationship, table.pairs[position], far).map { "\($0), \(far.identity)" }
                            ?? far.identity
                    )
                )
                statement.bind(row)
                try statement.rows { found.append(try self.object(selection, map, from: $0)) }
            }
        } catch {
            if readingError == nil { readingError = error }
            return nil
        }
        return found
    }

    private func condition(_ relationship: RelationshipDescription, _ pairs: PairTable?, _ far: EntityTable) -> String {
        if let pairs {
            return "\(far.identity) IN (SELECT \(pairs.far) FROM \(pairs.name) WHERE \(pairs.near) = ?1)"
        }
        return "\(relationship.inverse.map { far.column(at: $0) } ?? far.identity) = ?1"
    }

    /// What an ordered relationship's objects are in the order of.
    private func place(_ relationship: RelationshipDescription, _ pairs: PairTable?, _ far: EntityTable) -> String? {
        guard relationship.isOrdered else { return nil }
        if let pairs {
            return pairs.place.map {
                """
                (SELECT \($0) FROM \(pairs.name) AS pair WHERE pair.\(pairs.near) = ?1 \
                AND pair.\(pairs.far) = \(far.name).\(far.identity))
                """
            }
        }
        return relationship.inverse.flatMap { far.placeColumns[$0] }
    }
}
