import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A migration that would lose or break something is refused with its name, and the store is unchanged.
@Suite struct LossTests {
    private static let rebuild: [Schema] = HandMadeTests.rebuild
    private static let loss: [[Schema]] = HandMadeTests.loss

    private func refused(_ trial: Trial, naming name: String, line: Int = #line) throws {
        let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        let before: [String: Data] = try trial.bytes()
        let planned: StoreError? = #expect(throws: StoreError.self, sourceLocation: location) {
            _ = try trial.migrator().plan(trial.url)
        }
        let error: StoreError? = #expect(throws: StoreError.self, sourceLocation: location) { try trial.migrate() }
        #expect(planned == error, sourceLocation: location)
        switch error?.reason {
        case .wouldLose(let loss): #expect(loss.description.contains(name), sourceLocation: location)
        case .brokenViewOrTrigger(_, let message): #expect(message.contains(name), sourceLocation: location)
        default: Issue.record("another error: \(String(describing: error))", sourceLocation: location)
        }
        #expect(try trial.bytes() == before, sourceLocation: location)
        #expect(error?.diagnostics.count == 1, sourceLocation: location)
    }

    @Test("a column that was added by hand is kept with its table, and reported if the table is rebuilt")
    func columns() throws {
        let sql: String =
            "ALTER TABLE Note ADD COLUMN mine TEXT DEFAULT 'm'; INSERT INTO Note (text, size) VALUES ('a', 1)"
        let kept = try Trial(
            [Self.rebuild[0], .note(Attribute("body", .string, originalName: "text"), Attribute("size", .int16))],
            sql
        )
        try kept.migrate()
        #expect(try kept.rows("SELECT body, mine FROM Note") == ["a|m"])
        try refused(Trial(Self.rebuild, sql), naming: "'Note.mine'")
        try refused(Trial([Self.rebuild[0], .notes()], accept: ["Note"], sql), naming: "'Note.mine'")
        let taken: Schema = .note(
            Attribute("text", .string),
            Attribute("size", .int16),
            Attribute("Mine", .string, isOptional: true)
        )
        try refused(Trial([Self.rebuild[0], taken], sql), naming: "'Note.Mine'")
        let generated = "ALTER TABLE Note ADD COLUMN twice INTEGER AS (size * 2)"
        try refused(Trial(Self.rebuild, generated), naming: "'Note.twice'")
    }

    @Test(
        "a constraint that a rebuild would lose is reported",
        arguments: [
            ("\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL CHECK (size > 0)", "CHECK"),
            ("\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL UNIQUE", "UNIQUE"),
            ("\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL, UNIQUE (text, size)", "UNIQUE"),
            ("\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL DEFAULT 5 CHECK (1)", "CHECK"),
            ("\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL DEFAULT (random())", "random()"),
            (
                "\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL REFERENCES Note (_id) ON DELETE CASCADE",
                "CASCADE"
            ),
            (
                "\"size\" INTEGER NOT NULL", "\"size\" INTEGER NOT NULL, FOREIGN KEY (size) REFERENCES Note (_id)",
                "FOREIGN KEY"
            ),
            ("\"text\" TEXT NOT NULL", "\"text\" TEXT NOT NULL COLLATE NOCASE", "COLLATE"),
            ("\"text\" TEXT NOT NULL", "\"text\" TEXT NOT NULL ON CONFLICT REPLACE", "CONFLICT"),
        ]
    )
    func constraints(usual: String, edited: String, name: String) throws {
        let trial = try Trial(Self.rebuild)
        try trial.rewriteNote(usual, as: edited)
        #expect(try Verifier.verify(trial.url).drifts.filter(\.isExtra).count == 1)
        try refused(trial, naming: name)
        let renamed: Schema = .note(Attribute("body", .string, originalName: "text"), Attribute("size", .int16))
        try trial.with([Self.rebuild[0], renamed]).migrate()
        #expect(try Verifier.verify(trial.url).drifts.count == 1, "an alteration keeps it")
    }

    @Test(
        "a full-text index over changed values is reported",
        arguments: [
            Attribute("size", .double), Attribute("size", .decimal), Attribute("size", .int16, default: .int(1)),
        ]
    )
    func fullTextValues(newer: Attribute) throws {
        let sql: String = """
            INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2);
            CREATE VIRTUAL TABLE found USING fts5 (size, content="Note", content_rowid=_id);
            INSERT INTO found (found) VALUES ('rebuild');
            """
        var older = Attribute("size", .int16)
        older.isOptional = newer.type == older.type
        let text = Attribute("text", .string)
        try refused(Trial([.note(text, older), .note(text, newer)], sql), naming: "'Note.size'")
    }

    @Test("rows that were added by hand and refer to a removed row are reported")
    func keys() throws {
        func schema(_ names: String...) -> Schema {
            .notes(
                Entity("Animal", attributes: [Attribute("name", .string)]),
                names.count > 0 ? Entity(names[0], parent: "Animal") : Entity("Other"),
                Entity("Cat", parent: "Animal")
            )
        }
        let rows: String = """
            INSERT INTO Animal (_id, _entity, name) VALUES (1, 'Dog', 'a'), (2, 'Cat', 'b'), (3, 'Dog', 'c');
            CREATE TABLE my_walks (at TEXT, animal INTEGER REFERENCES Animal (_id));
            INSERT INTO my_walks VALUES ('noon', 1), ('night', 1), ('never', 2), ('lost before', 77);
            """
        try refused(Trial([schema("Dog"), schema()], accept: ["Dog"], rows), naming: "2 rows of table 'my_walks'")
        let trial = try Trial(
            [schema("Dog"), schema()],
            accept: ["Dog"],
            rows + "DELETE FROM my_walks WHERE animal = 1"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT at FROM my_walks") == ["never", "lost before"])
        #expect(try trial.rows("SELECT name FROM Animal") == ["b"])
    }

    @Test(
        "a full-text index over renamed or removed columns is reported",
        arguments: [
            (rebuild, []), (loss[0], ["Note.text"]), (loss[1], ["Note.text"]), ([rebuild[0], .notes()], ["Note"]),
            (
                [
                    rebuild[0],
                    .notes(Entity("Memo", originalName: "Note", attributes: rebuild[0].entities[0].attributes)),
                ], []
            ),
        ] as [([Schema], [String])]
    )
    func fullTextIndexesAreNamed(schemas: [Schema], accept: [String]) throws {
        let sql = "CREATE VIRTUAL TABLE found USING fts5 (text, content=\"Note\", content_rowid=_id)"
        try refused(Trial(schemas, accept: accept, sql), naming: "'found'")
    }

    @Test(
        "an object that uses a removed column is reported",
        arguments: loss,
        [
            ("CREATE INDEX mine ON Note (size, text)", "'mine'"),
            ("CREATE INDEX mine ON Note (length(text))", "'mine'"),
            ("CREATE INDEX mine ON Note (size) WHERE text > ''", "'mine'"),
            ("CREATE VIEW texts AS SELECT text FROM Note", "view texts"),
            ("CREATE VIEW texts AS SELECT * FROM Note", ""),
            ("CREATE TRIGGER watch AFTER UPDATE OF size, [text] ON Note BEGIN SELECT 1; END", "'watch'"),
            ("CREATE TRIGGER watch AFTER UPDATE ON Note BEGIN SELECT NEW.text; END", "trigger watch"),
            ("CREATE UNIQUE INDEX key ON Note (text); CREATE TABLE other (t TEXT REFERENCES Note (text))", "'key'"),
        ]
    )
    func usesOfLostColumns(schemas: [Schema], use: (sql: String, name: String)) throws {
        let trial = try Trial(schemas, accept: ["Note.text"], use.sql)
        if use.name.isEmpty {
            try trial.migrate()
        } else {
            try refused(trial, naming: use.name)
        }
    }

    @Test(
        "an object that uses a removed table is reported",
        arguments: [
            ("CREATE TRIGGER watch AFTER INSERT ON Note BEGIN SELECT 1; END", "'watch'"),
            ("CREATE VIEW texts AS SELECT text FROM Note", "view texts"),
            ("CREATE TABLE child (note INTEGER REFERENCES note ON DELETE CASCADE)", "'child.note'"),
            ("ALTER TABLE Other ADD COLUMN mine INTEGER REFERENCES Note (_id)", "'Other.mine'"),
        ]
    )
    func usesOfLostTables(sql: String, name: String) throws {
        let other = Entity("Other", attributes: [Attribute("a", .string)])
        let old: Schema = .notes(Self.rebuild[0].entities[0], other)
        try refused(Trial([old, .notes(other)], accept: ["Note"], sql), naming: name)
    }

    @Test func brokenViewsAndTriggersAreReportedBefore() throws {
        for sql in [
            "CREATE VIEW broken AS SELECT * FROM nowhere",
            "CREATE TRIGGER broken AFTER INSERT ON Note BEGIN DELETE FROM nowhere; END",
        ] {
            let trial = try Trial(Self.rebuild, sql)
            try refused(trial, naming: "broken")
            let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
            guard case .brokenViewOrTrigger(isBefore: true, _)? = error?.reason else {
                Issue.record("not named as broken before")
                continue
            }
        }
    }

    @Test("a trigger that no longer compiles is reported: SQLite's renaming does not count its values")
    func triggersByPosition() throws {
        let grown: Schema = .note(
            Attribute("text", .string),
            Attribute("size", .int16),
            Attribute("more", .string, isOptional: true)
        )
        let trial = try Trial(
            [Self.rebuild[0], grown],
            "CREATE TABLE box (a); CREATE TRIGGER fill AFTER INSERT ON box BEGIN INSERT INTO Note VALUES (NULL, NEW.a, 1); END"
        )
        try refused(trial, naming: "fill")
    }

    @Test func takenNamesAreReported() throws {
        let new: Schema = .notes(Self.rebuild[0].entities[0], Entity("Extra", attributes: [Attribute("a", .string)]))
        for sql in ["CREATE TABLE extra (mine)", "CREATE VIEW extra AS SELECT 1", "CREATE INDEX EXTRA ON Note (text)"] {
            try refused(Trial([Self.rebuild[0], new], sql), naming: "'Extra'")
        }
    }

    @Test("A trigger has the name of one of the new version; a view may have it") func takenNamesOfTriggers() throws {
        let extra = Entity("Extra", attributes: [Attribute("a", .int16)])
        let new: Schema = .notes(Self.rebuild[0].entities[0], extra)
        let trigger = "CREATE TRIGGER APUS_rules_insert_Extra AFTER INSERT ON Note BEGIN SELECT 1; END"
        try refused(Trial([Self.rebuild[0], new], trigger), naming: "'APUS_rules_insert_Extra'")
        // One of the store's own has made room.
        for (table, made) in [("mine", "CREATE TABLE mine (x);"), ("apus_log", "")] {
            let sql = """
                DROP TRIGGER apus_rules_insert_Note; \(made)
                CREATE TRIGGER Apus_rules_insert_Note AFTER INSERT ON \(table) BEGIN SELECT 1; END
                """
            try refused(Trial([Self.rebuild[0], new], sql), naming: "'apus_rules_insert_Note'")
        }
        let trial = try Trial([Self.rebuild[0], new], "CREATE VIEW apus_rules_insert_Extra AS SELECT 1")
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A table has the name of one of a new R-tree", arguments: ["", "_node", "_ROWID", "_parent"])
    func takenNamesOfRTrees(suffix: String) throws {
        let place = Entity("Place", attributes: [Attribute("x", .double), Attribute("y", .double)])
        var mapped = place
        mapped.indexes = [Entity.Index("map", [.init(.property(["x"])), .init(.property(["y"]))], kind: .rtree)]
        let table = "CREATE TABLE \"apus_rtree_Place.map\(suffix)\" (x)"
        try refused(
            Trial([.notes(place), .notes(mapped)], table),
            naming: "'apus_rtree_Place.map\(suffix.lowercased())'"
        )
    }

    @Test func twoIndexesAlike() throws {
        let target = Entity("Tag")
        let old: Schema = .notes(Entity("Note", relationships: [.toOne("tag", "Tag", isOptional: true)]), target)
        let trial = try Trial(
            [old, .notes(Entity("Note"), target)],
            accept: ["Note.tag"],
            "CREATE INDEX aaa ON Note (tag)"
        )
        try refused(trial, naming: "'aaa'")
    }
}
