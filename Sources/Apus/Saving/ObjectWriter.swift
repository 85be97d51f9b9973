import GRDB
import GRDBSQLite

/// Writes the rows of new and of changed objects.
struct ObjectWriter {
    let save: SaveTransaction
    let keys: KeyWriter

    /// Writes new rows.
    func insert(_ objects: [ModelObject]) throws {
        var statements: [PreparedStatement?] = Array(repeating: nil, count: save.coordinator.tables.count)
        // Values can be large, and SQLite keeps its copies until the bindings are cleared.
        defer { for statement in statements { statement.map { _ = sqlite3_clear_bindings($0.pointer) } } }
        for object in objects {
            let table = try save.table(of: object)
            let statement: PreparedStatement =
                try statements[table.id] ?? save.statement(.insert(table.id), sql: table.insertion)
            statements[table.id] = statement
            var writer = RowWriter(statement.pointer, files: save.files)
            writer.bind(object.rowOrNone)
            if let discriminator = table.discriminator { writer.bind(discriminator) }
            try bindAttributes(table.writtenAttributes, of: object, in: table, to: &writer)
            for position in table.entity.keyPositions { try keys.bind(position, of: object, in: table, to: &writer) }
            try run(statement, writer, object)
        }
    }

    /// Writes the changed columns of a row.
    func update(_ object: ModelObject) throws {
        let table = try save.table(of: object)
        let attributes = table.writtenAttributes.filter { object.isChanged($0) }
        let keyPositions = table.entity.keyPositions.filter { object.isChanged($0) }
        if attributes.isEmpty, keyPositions.isEmpty { return }
        try save.dropFiles(
            of: object,
            in: table,
            at: table.externalPositions.filter { object.isChanged($0) }
        )
        let statement = try save.statement(
            .update(table.id, object.changes),
            sql: """
                UPDATE \(table.name)
                SET \(table.assignments(of: attributes + keyPositions))
                WHERE \(table.identity) = ?
                """
        )
        // Values can be large, and SQLite keeps its copies until the bindings are cleared.
        defer { sqlite3_clear_bindings(statement.pointer) }
        var writer = RowWriter(statement.pointer, files: save.files)
        try bindAttributes(attributes, of: object, in: table, to: &writer)
        for position in keyPositions { try keys.bind(position, of: object, in: table, to: &writer) }
        writer.bind(object.rowOrNone)
        try run(statement, writer, object)
        if sqlite3_changes(sqlite3_db_handle(statement.pointer)) == 0 {
            throw ModelError.objectGone(object.persistentModelID)
        }
    }

    private func bindAttributes(
        _ positions: [Int],
        of object: ModelObject,
        in table: EntityTable,
        to writer: inout RowWriter
    ) throws {
        let values = object.knownValues
        for position in positions {
            if !table.seals.isEmpty {
                writer.encryption = table.externalSeal(at: position)
                    .map { seal in
                        FileEncryption(seal: seal, identity: object.rowOrNone, keys: save.files.keys) {
                            try save.currentValue(of: object, in: table, at: position)
                        }
                    }
            }
            values.apusBind(position, to: &writer)
            if let failure = writer.failure as? FileChanges.Failure { throw failure.error }
            if let failure = writer.failure as? FileChanges.Unreadable {
                throw ModelError.unreadableEncryptedValue(
                    object: save.identifier(of: object),
                    property: object.entity.properties[position].name,
                    reason: failure.reason
                )
            }
            if let failure = writer.failure {
                let violation = ModelError.Violation(
                    object: save.identifier(of: object),
                    property: object.entity.properties[position].name,
                    reason: .notEncodable("\(failure)")
                )
                throw ModelError.validation([violation])
            }
        }
    }

    private func run(_ statement: PreparedStatement, _ writer: RowWriter, _ object: ModelObject) throws {
        guard writer.code == SQLITE_OK else { throw statement.failure() }
        do {
            try statement.run()
        } catch ModelError.database(let code, let message, _)
            where code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue
            // Another context has undone the same deletion.
            || code == ResultCode.SQLITE_CONSTRAINT_PRIMARYKEY.rawValue
        {
            let columns = try Self.columns(in: message).map { try save.table(of: object).attribute(lookedUpIn: $0) }
            throw ModelError.notUnique(object: save.identifier(of: object), columns: columns)
        }
    }

    /// The columns in SQLite's message: `UNIQUE constraint failed: Trip.name, Trip.startDate`.
    static func columns(in message: String) -> [String] {
        guard let colon = message.firstRange(of: ": ") else { return [message] }
        return message[colon.upperBound...].split(separator: ", ").map { name in
            name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? String(name)
        }
    }
}

extension EntityTable {
    /// The assignments of an UPDATE, as SQL.
    fileprivate func assignments(of positions: [Int]) -> String {
        var parameter = 0
        return positions.flatMap { writtenColumns(at: $0, identity: identity, after: &parameter) }
            .map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    }
}
