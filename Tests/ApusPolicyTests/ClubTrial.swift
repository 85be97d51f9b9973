import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB

/// A store of the first version of `Schemas/Club`, and its migration with policies.
final class ClubTrial {
    let url: URL

    /// - Parameter rows: Statements that insert rows.
    /// - Throws: `StoreError`, `DatabaseError`.
    init(_ rows: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-club-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "club.sqlite")
        let first = try Store.open(at: url, planner: ClubSchema.planner(), target: .version(Schema.Version(1)))
        try first.database.write { try $0.execute(sql: rows) }
        try first.database.close()
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

    /// The rows of a query, each with its values.
    func lines(_ sql: String) throws -> [String] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? "" : String.fromDatabaseValue($0) ?? "\($0)" }.joined(
                    separator: "|"
                )
            }
        }
    }

    /// Migrates a store.
    static func migrate(_ path: String, _ policies: [any EntityMigrationPolicy.Type]) throws {
        try migrator(policies).migrate(URL(fileURLWithPath: path))
    }

    func migrator(_ policies: [any EntityMigrationPolicy.Type]) throws -> Migrator { try Self.migrator(policies) }

    private static func migrator(
        _ policies: [any EntityMigrationPolicy.Type],
        after: (@Sendable (MigrationContexts) throws -> Void)? = nil
    ) throws -> Migrator {
        var migrator = Migrator(planner: try ClubSchema.planner(), target: .head)
        let stage = MigrationStage.custom(
            "ClubStages.policies",
            fromVersion: ClubV1.self,
            toVersion: ClubV2.self,
            policies: policies,
            didMigrate: after
        )
        migrator.code = MigrationCode(stages: [stage])
        return migrator
    }

    @discardableResult
    func migrate(
        _ policies: [any EntityMigrationPolicy.Type],
        after: (@Sendable (MigrationContexts) throws -> Void)? = nil
    ) throws -> MigrationReport {
        try Self.migrator(policies, after: after).migrate(url)
    }

    /// The text of the error with which the migration is refused; `nil` if it is carried out.
    func failure(_ policies: [any EntityMigrationPolicy.Type]) -> String? {
        do {
            try migrate(policies)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// All that the store's tables have, and their SQL.
    func content() throws -> [String] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { db in
            let objects = try Row.fetchAll(db, sql: "SELECT name, type, sql FROM sqlite_schema ORDER BY type, name")
            let tables = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            )
            let rows = try tables.flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0.databaseValues)" }
            }
            return objects.map { "\($0.databaseValues)" } + rows
        }
    }
}
