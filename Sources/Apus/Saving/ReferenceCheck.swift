import GRDB
import GRDBSQLite

/// Finds the rows that would refer to deleted objects after the transaction.
struct ReferenceCheck {
    let database: Database

    /// Refuses such rows. SQLite counts them as they are written, so it costs nothing to know that there are none.
    func check() throws {
        var count: Int32 = 0
        var highest: Int32 = 0
        let answer: Int32 = sqlite3_db_status(
            database.sqliteConnection,
            SQLITE_DBSTATUS_DEFERRED_FKS,
            &count,
            &highest,
            0
        )
        guard answer == SQLITE_OK, count != 0 else { return }
        let violations: [Row] = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        let references: [ModelError.DanglingReference] = violations.prefix(10).map { row in
            ModelError.DanglingReference(table: row[0], row: row[1] ?? 0, destination: row[2])
        }
        if !references.isEmpty { throw ModelError.danglingReferences(references) }
    }
}
