import ApusMigration
import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

/// A folder with a store that gets seed data.
struct SeededFolder {
    let url: URL
    private let folder: TemporaryFolder
    private let schema: Schema

    init(_ schema: Schema) throws {
        self.schema = schema
        folder = try TemporaryFolder()
        url = folder["seeded.store"]
    }

    /// Opens the store as an app with this data does, and closes it. Without data, the app knows of none.
    func open(_ rows: [SeedRows.Row]?, roots: Set<String>? = nil) throws {
        var migrator = Migrator(
            planner: Planner(history: History(model: schema.model, entries: [], head: schema), mappings: []),
            target: .head
        )
        migrator.seedData = rows.map { rows in
            let json = SeedRows(rows).json
            return SeedSource(digest: SeedRows.digest(of: json), json: json, roots: roots)
        }
        let store = try Store.open(at: url, with: migrator)
        try store.database.close()
    }

    /// What this data will do to the store, after a migration to its schema.
    func forecast(_ rows: [SeedRows.Row], in newer: Schema? = nil) throws -> SeedForecast {
        let migrator = Migrator(
            planner: Planner(history: History(model: schema.model, entries: [], head: newer ?? schema), mappings: []),
            target: .head
        )
        return try SeedForecast(of: url, SeedRows(rows), after: migrator.plan(url))
    }

    func lines(_ sql: String) throws -> [String] {
        let database = try DatabaseQueue(path: url.path)
        defer { try? database.close() }
        return try database.read { db in
            try GRDB.Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? ($0.isNull ? "" : $0.description) }
                    .joined(separator: "|")
            }
        }
    }

    /// Changes the store as a user does.
    func change(_ sql: String) throws {
        let database = try StoreFile(url).openForWriting(enforcesForeignKeys: true)
        try database.write { try $0.execute(sql: sql) }
        try database.close()
    }
}
