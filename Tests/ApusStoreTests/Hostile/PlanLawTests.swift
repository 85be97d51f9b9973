import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// `plan` refuses exactly when `migrate` does, with the same words, and a refusal writes nothing.
@Suite struct PlanLawTests {
    /// What names a column of `Note`, as statements with `$` for the column.
    static let additions: [String] = [
        "CREATE VIEW x AS SELECT $ FROM Note", "CREATE VIEW x AS SELECT * FROM Note WHERE $ > 0",
        "CREATE VIEW x AS SELECT * FROM Note; CREATE VIEW y AS SELECT $ FROM x",
        "CREATE VIEW x AS SELECT n.$ AS v FROM Note n JOIN Note m ON n.$ = m.$",
        "CREATE VIEW x AS WITH c AS (SELECT $ FROM Note) SELECT * FROM c",
        "CREATE TRIGGER x AFTER INSERT ON Note BEGIN UPDATE Note SET $ = NEW.$; END",
        "CREATE TRIGGER x AFTER UPDATE OF $ ON Note BEGIN SELECT 1; END",
        "CREATE TRIGGER x AFTER DELETE ON Note WHEN OLD.$ > 1 BEGIN SELECT 1; END",
        "CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM Note WHERE $ = NEW.a; END",
        "CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO Note SELECT * FROM Note; END",
        "CREATE VIEW x AS SELECT $ FROM Note; CREATE TRIGGER y INSTEAD OF INSERT ON x BEGIN SELECT NEW.$; END",
        "CREATE INDEX x ON Note ($)", "CREATE UNIQUE INDEX x ON Note ($)", "CREATE INDEX x ON Note ($ + 1)",
        "CREATE INDEX x ON Note (text) WHERE $ > 0", "CREATE INDEX x ON Note (\"$\" COLLATE NOCASE DESC)",
        "ALTER TABLE Note ADD COLUMN x INTEGER CHECK (x > $)",
        "ALTER TABLE Note ADD COLUMN x INTEGER GENERATED ALWAYS AS ($ + 1)",
        "ALTER TABLE Note ADD COLUMN x INTEGER DEFAULT 5",
        "ALTER TABLE Note ADD COLUMN x INTEGER REFERENCES Note (_id)",
        "CREATE TABLE t (a INTEGER REFERENCES Note (_id) ON DELETE CASCADE)",
        "CREATE VIRTUAL TABLE x USING fts5 ($, content=Note, content_rowid=_id)",
        "CREATE VIRTUAL TABLE x USING fts5 (body)",
        "CREATE TABLE apus_draft_Note (a)", "CREATE TABLE apus_passing_log (a)", "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER x AFTER INSERT ON apus_log BEGIN SELECT $ FROM Note; END",
        "CREATE VIEW x AS SELECT missing FROM Note", "CREATE VIEW x AS SELECT $ FROM nowhere",
        "CREATE TRIGGER x AFTER INSERT ON Note BEGIN SELECT unknown(NEW.$); END",
        "CREATE VIEW x AS SELECT unknown($) FROM Note",
        "CREATE UNIQUE INDEX x ON apus_log ((1)); INSERT INTO apus_log VALUES (1, '', '', '', '', 1, 1, '')",
        "ALTER TABLE apus_model ADD COLUMN x INTEGER CHECK (x > 5) DEFAULT 6",
        "ALTER TABLE apus_log ADD COLUMN x INTEGER CHECK (rows_written < 0)",
        "ALTER TABLE apus_log ADD COLUMN x INTEGER CHECK (rows_written < 1)",
        "ALTER TABLE apus_log ADD COLUMN x INTEGER CHECK (seconds = 0)",
        "ALTER TABLE apus_log ADD COLUMN x ANY GENERATED ALWAYS AS (json(rows_written || ']'))",
        "CREATE INDEX x ON apus_log (json('[' || rows_written || ']')) WHERE rows_written > 0",
        "CREATE INDEX x ON apus_log (json(to_version || ']')) WHERE id > 1",
        "ALTER TABLE apus_model ADD COLUMN x INTEGER CHECK (generation < 3)",
        "ALTER TABLE apus_model ADD COLUMN x INTEGER CHECK (generation < 2)",
        "CREATE INDEX x ON apus_model (json(version || ']')) WHERE generation = 2",
        "CREATE UNIQUE INDEX x ON apus_model (version); CREATE TABLE t (a REFERENCES apus_model (version)); INSERT INTO t VALUES (1)",
        "CREATE UNIQUE INDEX x ON apus_model (generation); CREATE TABLE t (a REFERENCES apus_model (generation)); INSERT INTO t SELECT generation FROM apus_model",
        "CREATE TABLE t (a REFERENCES apus_model (model)); INSERT INTO t SELECT model FROM apus_model",
        "CREATE UNIQUE INDEX x ON Note ($); CREATE TABLE t (a REFERENCES Note ($) ON DELETE CASCADE); INSERT INTO t SELECT $ FROM Note",
    ]

    /// The versions, by what happens to `size`.
    static let changes: [(name: String, schemas: [Schema], accept: [String])] = {
        let (text, size) = (Attribute("text", .string), Attribute("size", .int16))
        let optional = Attribute("size", .int16, isOptional: true)
        let old: Schema = .note(text, size)
        return [
            ("renamed", [old, .note(text, Attribute("width", .int16, originalName: "size"))], []),
            ("removed", [old, .note(text)], ["Note.size"]),
            ("widened", [old, .note(text, Attribute("size", .int64))], []),
            ("converted", [old, .note(text, Attribute("size", .string))], []),
            ("filled", [.note(text, optional), .note(text, Attribute("size", .int16, default: .int(1)))], []),
            ("beside a new one", [old, .note(text, size, Attribute("more", .bool, default: .bool(true)))], []),
            ("in a renamed table", [old, .notes(Entity("Memo", originalName: "Note", attributes: [text, size]))], []),
            ("in a removed table", [old, .notes(Entity("Other", attributes: [text]))], ["Note"]),
            (
                "renamed, then removed",
                [old, .note(text, Attribute("width", .int16, originalName: "size")), .note(text)],
                ["Note.width"]
            ),
        ]
    }()

    @Test(arguments: changes.map(\.name), TableStrategy.Rule.allCases)
    func planRefusesWhenMigrateDoes(change: String, rule: TableStrategy.Rule) throws {
        let first = try #require(Self.changes.firstIndex { $0.name == change })
        let (_, schemas, accept) = Self.changes[first]
        // A usual run tries an addition and a change with one of the rules, others with other ones.
        let rules = TableStrategy.Rule.allCases
        for (number, addition) in Self.additions.enumerated()
        where TestScale.factor > 1 || rules[(first + number) % rules.count] == rule {
            for column in TestScale.factor > 1 ? ["size", "text"] : ["size"] {
                let sql = addition.replacing("$", with: column)
                let setting = "\(change), \(rule): \(sql)"
                let trial = try Trial(
                    schemas,
                    accept: accept,
                    rule: rule,
                    "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
                )
                do { try trial.run(sql) } catch {
                    Issue.record("\(setting): \(error)")
                    continue
                }
                let before = try trial.bytes()
                let orphans = try trial.rows("PRAGMA foreign_key_check")
                let planned = error { _ = try trial.migrator().plan(trial.url) }
                #expect(try trial.bytes() == before, "\(setting)")
                let migrated = error { try trial.migrate() }
                #expect(planned == migrated, "\(setting)")
                if migrated == nil {
                    #expect(try trial.rows("PRAGMA integrity_check") == ["ok"], "\(setting)")
                    #expect(try trial.rows("PRAGMA foreign_key_check") == orphans, "\(setting)")
                } else {
                    #expect(try trial.bytes() == before, "\(setting)")
                }
            }
        }
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }

    @Test(
        "An index that only the app's connection can use is named, if its table changes",
        arguments: ["CREATE INDEX x ON Note (myFunction(text))", "CREATE INDEX x ON Note (text COLLATE mine)"]
    )
    func indexOfTheApp(sql: String) throws {
        for (change, schemas, accept) in Self.changes {
            let trial = try Trial(schemas, accept: accept, "INSERT INTO Note (text, size) VALUES ('a', 1)")
            try trial.runAsApp(sql)
            let before = try trial.bytes()
            let planned = error { _ = try trial.migrator().plan(trial.url) }
            #expect(error { try trial.migrate() } == planned, "\(change)")
            // SQLite adds a column without looking at the indexes, and `widened` edits the catalogue.
            if ["widened", "beside a new one"].contains(change), planned == nil { continue }
            #expect(
                planned?.description.replacing("'", with: "").contains("index x") == true,
                "\(change): \(planned?.description ?? "no error")"
            )
            #expect(try trial.bytes() == before, "\(change)")
        }
    }
}
