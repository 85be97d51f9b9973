import ApusMigration
import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

/// A store in a folder of its own, which can be written without its triggers.
struct StoreBench {
    let folder: TemporaryFolder

    /// The store.
    var url: URL { folder["store.sqlite"] }

    /// Creates a store with some models, in the current format or in that before it, whose tables require keys.
    init(_ schemas: Schema..., requiresKeys: Bool = false) throws {
        folder = try TemporaryFolder()
        try write { db in
            for statement in StoreFormat.statements { try db.run(statement) }
            for schema in schemas {
                for statement in Layout(schema, requiresKeys: requiresKeys).statements { try db.run(statement) }
                let state = StoreState(version: Schema.Version(1), schema: schema)
                try db.run(StoreDescription.statement(state, generation: 1))
            }
            if requiresKeys { try db.execute(sql: "PRAGMA user_version = 2") }
        }
    }

    /// Runs SQL with the triggers, or with all of them dropped before and recreated afterwards.
    func run(_ sql: String, withoutTriggers: Bool = false) throws {
        try write { db in
            guard withoutTriggers else { return try db.execute(sql: sql) }
            let triggers: [Row] = try Row.fetchAll(
                db,
                sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            )
            for trigger in triggers {
                try db.execute(sql: "DROP TRIGGER \(SQLText.name(try trigger.decode(atIndex: 0)))")
            }
            try db.execute(sql: sql)
            for trigger in triggers { try db.execute(sql: try trigger.decode(atIndex: 1)) }
        }
    }

    /// The result of verifying.
    func verify() throws -> Verification { try Verifier.verify(url) }

    /// The invalid values that verifying finds, a line each.
    func badValues() throws -> [String] {
        try verify().badValues.map {
            "\($0.table).\($0.column): \($0.count) \($0.problem): \($0.rows.joined(separator: " "))"
        }
    }

    private func write(_ work: (Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.writeWithoutTransaction(work)
        try queue.close()
    }
}
