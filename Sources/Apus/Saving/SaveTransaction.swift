import GRDB

/// What the writers of one save share: the container, its connection within the transaction, and the changes of files.
struct SaveTransaction {
    let container: ModelContainer
    let database: Database
    let files: FileChanges

    /// The table of an object of the context.
    func table(of object: ModelObject) throws -> EntityTable {
        guard let table = object.table else { throw ModelError.unknownClass("\(type(of: object))") }
        return table
    }

    /// The prepared statement of that key.
    func statement(_ key: StatementCache.Key, sql: @autoclosure () -> String) throws -> PreparedStatement {
        try container.statements.statement(key, database, sql: sql())
    }

    /// The identifier of an object in an error: a new object has no identity if the save fails.
    func identifier(of object: ModelObject) -> PersistentIdentifier {
        guard object.standing == .inserted else { return object.persistentModelID }
        let row: Int64? = object.row
        defer { object.row = row }
        object.row = nil
        return object.persistentModelID
    }

    /// Notes the files that a row names by properties that it will not have any more, or have another value of.
    func dropFiles(of object: ModelObject, in table: EntityTable, at positions: [Int]) throws {
        for position in positions {
            let column: String = table.column(at: position)
            let statement: PreparedStatement = try self.statement(
                .file(table.id, position: position),
                sql: """
                    SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?1 AND typeof(\(column)) = 'text'
                    """
            )
            statement.bind(object.rowOrZero)
            try statement.rows { files.drop(RowReader.text($0, 0)) }
        }
    }
}
