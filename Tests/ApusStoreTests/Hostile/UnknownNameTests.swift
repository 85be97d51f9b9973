import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Objects that need a collation or a function that only the app's connection has.
@Suite struct UnknownNameTests {
    /// The SQL that adds an object by hand, and the change of its text in the catalogue.
    struct Addition: Sendable, CustomTestStringConvertible {
        let sql: String
        let object: String
        let (from, to): (String, String)
        let isRefused: Bool
        var testDescription: String { "\(object): \(to)" }

        init(_ sql: String, _ object: String, _ from: String, _ to: String, isRefused: Bool) {
            (self.sql, self.object, self.from, self.to, self.isRefused) = (sql, object, from, to, isRefused)
        }

        func trial(_ versions: [Schema]) throws -> Trial {
            let rows = "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
            return try Trial(
                versions,
                """
                \(rows); \(sql); PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = replace(sql, '\(from)', '\(to)') WHERE name = '\(object)';
                PRAGMA writable_schema = RESET; PRAGMA wal_checkpoint(TRUNCATE)
                """
            )
        }
    }

    static let additions: [Addition] = [
        Addition("CREATE TABLE k (a); CREATE INDEX ix ON k (a)", "ix", "(a)", "(a COLLATE none)", isRefused: true),
        Addition("CREATE INDEX ix ON Other (text)", "ix", "(text)", "(text COLLATE none)", isRefused: true),
        Addition("CREATE INDEX ix ON Note (text)", "ix", "(text)", "(text COLLATE none)", isRefused: true),
        Addition("CREATE INDEX ix ON Note (abs(text))", "ix", "abs", "none", isRefused: true),
        Addition("CREATE INDEX ix ON Note (text) WHERE abs(size) > 0", "ix", "abs", "none", isRefused: true),
        Addition("CREATE INDEX ix ON apus_log (summary)", "ix", "(summary)", "(summary COLLATE none)", isRefused: true),
        Addition("CREATE INDEX ix ON apus_log (abs(summary))", "ix", "abs", "none", isRefused: true),
        Addition(
            "CREATE INDEX ix ON apus_model (version)",
            "ix",
            "(version)",
            "(version COLLATE none)",
            isRefused: true
        ),
        Addition("", "apus_log", "summary TEXT", "summary TEXT CHECK (none(summary))", isRefused: true),
        Addition("", "apus_model", "schema TEXT", "schema TEXT CHECK (none(schema))", isRefused: true),
        Addition("", "apus_model", "PRIMARY KEY", "PRIMARY KEY COLLATE none", isRefused: true),
        // The table cannot be created without the function, and yet the index counts.
        Addition(
            "CREATE TABLE k (a, b UNIQUE, c AS (abs(a)), CHECK (abs(a) >= 0)); CREATE INDEX ix ON k (a)",
            "k' OR name = 'ix",
            "(a)",
            "(a COLLATE none)",
            isRefused: true
        ),
        Addition("CREATE TABLE k (a, b UNIQUE, CHECK (abs(a) > 0))", "k", "abs", "none", isRefused: false),
        Addition(
            "CREATE TABLE k (a PRIMARY KEY, b UNIQUE) WITHOUT ROWID",
            "k",
            "b ",
            "b COLLATE none ",
            isRefused: false
        ),
        Addition("CREATE TABLE k (a, b AS (abs(a)))", "k", "abs", "none", isRefused: false),
        Addition("CREATE TABLE k (a); CREATE INDEX ix ON k (abs(a))", "ix", "abs", "none", isRefused: false),
        Addition("CREATE TABLE k (a); CREATE VIEW v AS SELECT abs(a) FROM k", "v", "abs", "none", isRefused: false),
        Addition("CREATE VIEW v AS SELECT abs(text) FROM Note", "v", "abs", "none", isRefused: false),
        Addition(
            "CREATE TRIGGER mine AFTER INSERT ON Note BEGIN SELECT abs(new.size); END",
            "mine",
            "abs",
            "none",
            isRefused: false
        ),
    ]

    @Test("Plan refuses what migrate refuses, in the same words", arguments: additions, [false, true])
    func law(addition: Addition, hasView: Bool) throws {
        let trial = try addition.trial(PageTests.versions)
        // With a view, SQLite reads the whole catalogue once more.
        if hasView { try trial.run("CREATE VIEW seen AS SELECT text FROM Note; PRAGMA wal_checkpoint(TRUNCATE)") }
        let before = try trial.bytes()
        let planned = Result { try trial.migrator().forecast(trial.url) }
        let migrated = Result { try trial.migrator().migrate(trial.url) }
        switch (planned, migrated) {
        case (.failure(let one as StoreError), .failure(let other as StoreError)):
            #expect(one == other)
            #expect(addition.isRefused, "\(one)")
            guard case .brokenViewOrTrigger = one.reason else {
                Issue.record("not by name: \(one)")
                return
            }
            #expect(one.description.contains("what only the app's own connections have"), "\(one)")
            #expect(try trial.bytes()["store.sqlite"] == before["store.sqlite"])
        case (.success, .success):
            #expect(!addition.isRefused)
            #expect(try trial.rows("SELECT text, size FROM Note NOT INDEXED") == ["a|1", "b|2"])
        default: Issue.record("planned: \(planned), migrated: \(migrated)")
        }
    }

    @Test("More views than a migration can read are refused by plan and migrate alike") func manyViews() throws {
        let views = (0...2000).map { "CREATE VIEW v\($0) AS SELECT \($0);" }
        let trial = try Trial(PageTests.versions, "BEGIN; \(views.joined()) COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        #expect(planned.reason == .tooManyViews(found: 2001, limit: 2000))
        #expect(throws: planned) { try trial.migrate() }
    }

    @Test("A table that a migration leaves alone is counted without such an index") func counting() throws {
        let more = PageTests.versions[0].entities + [Entity("More", attributes: [Attribute("text", .string)])]
        let addition = Addition(
            "CREATE INDEX ix ON Note (text)",
            "ix",
            "(text)",
            "(text COLLATE none)",
            isRefused: false
        )
        let trial = try addition.trial([PageTests.versions[0], Schema(model: "Notes", entities: more)])
        let status = try StoreStatus(of: trial.url)
        #expect(status.rows.first { $0.entity == "Note" }?.count == 2)
        _ = try trial.migrator().forecast(trial.url)
        try trial.migrate()
    }
}
