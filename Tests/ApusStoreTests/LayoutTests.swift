import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A store created at a version and one migrated to it are the same.
@Suite struct LayoutTests {
    /// Everything that SQLite reports about the tables, except for defaults, the order of columns and the names of
    /// indexes.
    private func structure(_ trial: Trial) throws -> [String] {
        try trial.read { db in
            let tables: [String] = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            )
            return try tables.flatMap { table in
                try [
                    "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)",
                    "SELECT \"table\", \"from\", \"to\", on_update, on_delete, match FROM pragma_foreign_key_list(?)",
                    "SELECT type, wr, strict FROM pragma_table_list WHERE name = ?",
                    """
                    SELECT "unique", origin, partial,
                      (SELECT group_concat(name || "desc" || coll) FROM pragma_index_xinfo(list.name))
                    FROM pragma_index_list(?) AS list
                    """,
                ].flatMap { sql in try Row.fetchAll(db, sql: sql, arguments: [table]).map { "\(table): \($0)" } }
                    .sorted()
            }
        }
    }

    @Test("created at v = migrated to v", arguments: 1...4)
    func createdIsMigrated(from first: Int) throws {
        for last in first...4 {
            let schemas: [Schema] = Array(TripsHistory.schemas[(first - 1)..<last])
            let migrated = try Trial(schemas, accept: TripsHistory.accept)
            try migrated.migrate()
            let created = try Trial([TripsHistory.schemas[last - 1]])
            #expect(try structure(migrated) == structure(created), "from \(first) to \(last)")
            #expect(try Verifier.verify(migrated.url).drifts.isEmpty)
        }
    }

    @Test("a migrated store enforces what a created one does")
    func isEnforced() throws {
        let trial = try Trial(TripsHistory.schemas, accept: TripsHistory.accept)
        try trial.migrate()
        let queue = try DatabaseQueue(path: trial.url.path)
        func refuses(_ sql: String) -> Bool {
            do {
                try queue.write { try $0.execute(sql: sql) }
                return false
            } catch { return true }
        }
        #expect(refuses("INSERT INTO BucketListItem (title, isDone, trip) VALUES ('x', 0, 99)"))
        #expect(refuses("INSERT INTO Person (name) VALUES (x'00')"))
        #expect(refuses("INSERT INTO Person (email) VALUES ('nameless')"))
        #expect(!refuses("INSERT INTO Person (name) VALUES ('Ada')"))
        try queue.close()
    }
}
