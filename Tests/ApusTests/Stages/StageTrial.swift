import Apus
import ApusMigration
import ApusOwnStages
import ApusSchema
import ApusStore
import Foundation
import GRDB

/// A store of the first version of the model of `Documentation/SwiftStages.md`, and its migration with code in Swift.
struct StageTrial {
    let store: TemporaryStore
    var code: MigrationCode
    var url: URL { store.url }

    /// - Parameters:
    ///   - trips: The titles and routes of the trips.
    ///   - code: The code of the stage from 2 to 3.
    /// - Throws: `StoreError`.
    init(_ trips: [(String, String)], code: MigrationCode = TripsSchema.code) throws {
        self.code = code
        store = try TemporaryStore()
        let first = try Store.open(at: store.url, planner: TripsSchema.planner(), target: .version(Schema.Version(1)))
        try first.database.write { db in
            for (title, route) in trips {
                try db.execute(sql: "INSERT INTO Trip (title, route) VALUES (?, ?)", arguments: [title, route])
            }
        }
        try first.database.close()
    }

    init(_ trips: [(String, String)], after migrate: @escaping @Sendable (MigrationContexts) throws -> Void) throws {
        try self.init(trips, code: MigrationCode(stages: [Self.stage(after: migrate)]))
    }

    static func stage(
        before: (@Sendable (ModelContext) throws -> Void)? = nil,
        after: (@Sendable (MigrationContexts) throws -> Void)? = nil
    ) -> MigrationStage {
        .custom(
            "TripsStages.split",
            fromVersion: TripsV2.self,
            toVersion: TripsV3.self,
            willMigrate: before,
            didMigrate: after
        )
    }

    /// What migrates the store.
    func migrator(to target: Planner.Target = .head) throws -> Migrator {
        var migrator = Migrator(planner: try TripsSchema.planner(), target: target)
        migrator.code = code
        return migrator
    }

    @discardableResult
    func migrate(to target: Planner.Target = .head) throws -> MigrationReport { try migrator(to: target).migrate(url) }

    /// The text of the error with which the migration is refused; `nil` if it is carried out.
    func failure(to target: Planner.Target = .head) -> String? {
        do {
            try migrate(to: target)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// All that the store's tables have, as SQL, and the names of its external files.
    func content() throws -> String {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        let text = try queue.read { db in
            try String.fetchAll(db, sql: "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name")
                + String.fetchAll(db, sql: tables).flatMap { table in
                    try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0.databaseValues)" }
                }
        }
        .joined(separator: "\n")
        let files = try? FileManager.default.contentsOfDirectory(atPath: url.path + "-files")
        return text + "\n" + (files ?? []).sorted().joined(separator: "\n")
    }

    static let old: Planner.Target = .version(Schema.Version(2))
}
