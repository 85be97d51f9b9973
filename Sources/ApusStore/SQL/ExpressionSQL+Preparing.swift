import ApusSchema
import GRDB

extension ExpressionSQL {
    /// Makes the functions and temporary tables that the SQL so far needs, unless they are there already.
    ///
    /// Temporary tables are not part of a store, which may be open only for reading.
    ///
    /// - Parameter db: The connection of the statements.
    /// - Throws: `DatabaseError`.
    mutating func prepare(in db: Database) throws {
        for function in functions[prepared.functions...] { function.add(to: db) }
        prepared.functions = functions.count
        if prepared.tables == tables.count { return }
        try db.changeTemporaryTables {
            for table in tables[prepared.tables...] {
                for statement in table.statements {
                    try db.execute(sql: statement.sql, arguments: StatementArguments(statement.arguments))
                }
                prepared.tables += 1
            }
        }
    }

    /// Drops the temporary tables. One that cannot be dropped goes with the connection.
    mutating func discard(from db: Database) {
        if prepared.tables == 0 { return }
        try? db.changeTemporaryTables {
            for table in tables[..<prepared.tables].reversed() { try? db.execute(sql: table.dropStatement.sql) }
        }
        prepared.tables = 0
    }
}

extension Database {
    /// Changes temporary tables, even if the connection is for reading.
    func changeTemporaryTables(_ work: () throws -> Void) throws {
        let isForReading = try Bool.fetchOne(self, sql: "PRAGMA query_only") == true
        if isForReading { try execute(sql: "PRAGMA query_only = OFF") }
        defer { if isForReading { try? execute(sql: "PRAGMA query_only = ON") } }
        try work()
    }
}
