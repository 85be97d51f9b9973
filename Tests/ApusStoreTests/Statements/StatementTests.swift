import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// The statements that `apus plan --sql` prints: what they are, and that a migration runs these and no others.
@Suite struct StatementTests {
    private static let goldens: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Goldens")

    private func trial(_ item: StatementCase, rule: TableStrategy.Rule = .cheapest) throws -> Trial {
        try Trial(item.schemas, mappings: item.mappings, rule: rule, item.sql)
    }

    @Test("The statements of a stage are those in its file; APUS_RECORD=1 records them", arguments: StatementCase.all)
    func golden(item: StatementCase) throws {
        let trial = try trial(item)
        let script: String = try trial.migrator().statements(trial.url).script + "\n"
        let url: URL = Self.goldens.appending(path: "\(item.name).sql")
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            try Data(script.utf8).write(to: url)
            Issue.record("recorded \(item.name).sql: look at the change, then run again without APUS_RECORD")
            return
        }
        #expect(try script == String(contentsOf: url, encoding: .utf8))
    }

    @Test(
        "What SQLite executes in a migration is what was listed before, word for word and in order",
        arguments: StatementCase.all,
        TableStrategy.Rule.allCases
    )
    func trace(item: StatementCase, rule: TableStrategy.Rule) throws {
        let trial = try trial(item, rule: rule)
        let listed: [MigrationStatement] = try trial.migrator().statements(trial.url)
        let executed: [String] = try trace(trial)
        #expect(executed == listed.map(\.sql))
        #expect(executed.count > 4 && executed.first == "BEGIN IMMEDIATE TRANSACTION")
    }

    @Test("A copy in several ranges is listed once")
    func ranges() throws {
        let trial = try Trial(
            [
                .note(Attribute("text", .string), Attribute("size", .int16)),
                .note(Attribute("text", .string), Attribute("size", .decimal)),
            ],
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
            INSERT INTO Note (text, size) SELECT 'a', 1 FROM n
            """
        )
        let listed: [MigrationStatement] = try trial.migrator().statements(trial.url)
        let copies: [MigrationStatement] = listed.filter { $0.title == "copy 'Note'" }
        #expect(copies.map(\.values) == [["the first identity of a range", "its last identity"]])
        let all: [String] = try trace(trial, foldingRanges: false)
        #expect(all.count { $0 == copies.first?.sql } == 2)
        #expect(all.count == listed.count + 1)
    }

    @Test("Listing leaves the store unchanged, and a store at the target has no statements")
    func listing() throws {
        let trial = try trial(StatementCase.all[0])
        let before: [String: Data] = try trial.bytes()
        _ = try trial.migrator().statements(trial.url)
        #expect(try trial.bytes() == before)
        try trial.migrate()
        #expect(try trial.migrator().statements(trial.url) == [])
    }

    @Test("The statements of a version are those of a newly created store", arguments: StatementCase.all)
    func ofVersion(item: StatementCase) throws {
        let trial = try Trial(item.schemas, mappings: item.mappings)
        let source = StoreState(version: Schema.Version(1), schema: item.schemas[0])
        #expect(
            try trial.migrator().statements(from: source).map(\.sql)
                == trial.migrator().statements(trial.url).map(\.sql)
        )
    }

    @Test("A store is migrated from the tables of its state's layout, whatever their names")
    func givenLayout() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string)),
            .note(Attribute("text", .string), Attribute("size", .int16, default: .int(3))),
        ]
        let columns: [ApusSchema.Column] = [
            ApusSchema.Column(name: "Z_PK", owner: "Note", field: .identity, type: .int64, isNullable: false),
            ApusSchema.Column(
                name: "ZTEXT",
                owner: "Note",
                field: .attribute(["text"]),
                type: .string,
                isNullable: false
            ),
        ]
        let table = ApusSchema.Table(
            name: "ZNOTE",
            origin: .hierarchy("Note"),
            concreteEntities: ["Note"],
            columns: columns
        )
        let source = StoreState(version: Schema.Version(1), schema: schemas[0], layout: Layout(tables: [table]))
        #expect(source != StoreState(version: Schema.Version(1), schema: schemas[0]))
        let migrator = Migrator(planner: Trial.planner(schemas))
        // The result is checked against the model's own layout as every migration's is.
        let statements: [String] = try migrator.statements(from: source).map(\.sql).filter { $0.hasPrefix("ALTER") }
        #expect(
            statements == [
                #"ALTER TABLE "ZNOTE" RENAME TO "Note""#, #"ALTER TABLE "Note" RENAME COLUMN "Z_PK" TO "_id""#,
                #"ALTER TABLE "Note" RENAME COLUMN "ZTEXT" TO "text""#,
                #"ALTER TABLE "Note" ADD COLUMN "size" INTEGER NOT NULL DEFAULT 3"#,
            ]
        )
    }

    /// Migrates a store, and returns the statements from `BEGIN` to `COMMIT` that SQLite executed, without those that
    /// only read.
    private func trace(_ trial: Trial, foldingRanges: Bool = true) throws -> [String] {
        let seen = Trace()
        var migrator: Migrator = trial.migrator()
        migrator.onOpening = { db in
            db.trace { event in
                guard case .statement(let statement) = event else { return }
                let sql: String = statement.sql
                seen.statements.withLock { $0.append(sql) }
            }
        }
        try migrator.migrate(trial.url)
        var all: [String] = seen.statements.withLock { $0 }
        let first: Int = try #require(all.firstIndex(of: "BEGIN IMMEDIATE TRANSACTION"))
        let last: Int = try #require(all.firstIndex(of: "COMMIT TRANSACTION"))
        all = Array(all[first...last])
        // The check whether the connection may edit the catalogue.
        let question: [String] = ["PRAGMA writable_schema = ON", "PRAGMA writable_schema = OFF"]
        if let start = all.indices.first(where: { all[$0...].starts(with: question) }) {
            all.removeSubrange(start..<start + question.count)
        }
        // SQLite marks the statements that it runs within another one, such as a trigger's.
        let reads: [String] = ["SELECT ", "WITH ", "--", "PRAGMA quick_check(", "PRAGMA ignore_check_constraints = "]
        let readPragmas: Set<String> = [
            "PRAGMA application_id", "PRAGMA user_version", "PRAGMA foreign_keys", "PRAGMA schema_version",
            "PRAGMA database_list",
        ]
        all.removeAll { sql in reads.contains(where: sql.hasPrefix) || readPragmas.contains(sql) }
        guard foldingRanges else { return all }
        return all.enumerated().filter { number, sql in
            number == 0 || all[number - 1] != sql || !sql.contains(" >= ? AND ")
        }.map(\.element)
    }

    private final class Trace: Sendable {
        let statements = Mutex<[String]>([])
    }
}
