import GRDB
import GRDBSQLite

/// Checks that no row refers to a deleted object after the transaction.
struct ReferenceCheck {
    let database: Database

    /// Throws if such rows exist. SQLite counts them as they are written, so the usual case, none, costs nothing.
    func check() throws {
        var count: Int32 = 0
        var highest: Int32 = 0
        let result = sqlite3_db_status(
            database.sqliteConnection,
            SQLITE_DBSTATUS_DEFERRED_FKS,
            &count,
            &highest,
            0
        )
        guard result == SQLITE_OK, count != 0 else { return }
        let violations: [Row] = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        let references: [ModelError.DanglingReference] = violations.prefix(10).map { row in
            ModelError.DanglingReference(table: row[0], row: row[1] ?? 0, destination: row[2])
        }
        if !references.isEmpty { throw ModelError.danglingReferences(references) }
    }
}
