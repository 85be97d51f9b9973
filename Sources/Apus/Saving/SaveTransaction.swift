import ApusSchema
import ApusStore
import GRDB

/// The context of a save's writers: the container, the connection in its transaction, and the changes of files.
struct SaveTransaction {
    let coordinator: StoreCoordinator
    let access: StoreAccess
    let files: FileChanges

    var database: Database { access.database }

    /// The table of an object in the context.
    func table(of object: ModelObject) throws -> EntityTable {
        guard let table = object.table else { throw ModelError.unknownClass("\(type(of: object))") }
        return table
    }

    /// The prepared statement for a key.
    func statement(_ key: StatementCache.Key, sql: @autoclosure () -> String) throws -> PreparedStatement {
        try access.statement(key, sql: sql())
    }

    /// The identifier of an object for an error: a new object stays without identity if the save fails.
    func identifier(of object: ModelObject) -> PersistentIdentifier {
        guard object.lifecycle == .inserted, object.knownExtras?.returnedTo == nil else {
            return object.persistentModelID
        }
        let row = object.row
        defer { object.row = row }
        object.row = nil
        return object.persistentModelID
    }

    /// The first column of a property in an object's row; `nil` if there is no row.
    func currentValue(of object: ModelObject, in table: EntityTable, at position: Int) throws -> StoredValue? {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT \(table.column(at: position)) FROM \(table.name) WHERE \(table.identity) = ?",
            arguments: [object.rowOrNone]
        )
        return row.flatMap { StoredValue.fromDatabaseValue($0[0]) }
    }

    /// Records the external files of properties that are deleted or get a new value.
    func dropFiles(of object: ModelObject, in table: EntityTable, at positions: [Int]) throws {
        for position in positions {
            let column = table.column(at: position)
            let statement = try self.statement(
                .file(table.id, position: position),
                sql: """
                    SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?1 AND typeof(\(column)) = 'text'
                    """
            )
            statement.bind(object.rowOrNone)
            try statement.rows { files.drop(RowReader.text($0, 0)) }
        }
    }
}
