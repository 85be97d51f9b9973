import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// What was added by hand to tables whose rows leave, change or go: it is kept, or refused by name, by `plan` as by
/// `migrate`, and nothing is written then.
@Suite struct LeavingRowTests {
    /// A change of a model, with the losses that it accepts.
    private struct Change {
        let older: Schema
        let newer: Schema
        var accept: [String] = []
    }

    private static func base(_ others: Entity...) -> Schema {
        Schema(model: "Notes", entities: [Entity("Base", attributes: [Attribute("text", .string)])] + others)
    }

    private static func child(_ name: String, _ attribute: String) -> Entity {
        Entity(name, parent: "Base", attributes: [Attribute(attribute, .int32)])
    }

    private static let alone = Entity("Memo", attributes: [Attribute("text", .string), Attribute("m", .int32)])

    /// The table keeps most of its columns as that of the entity that leaves, so it gets the name `Memo`.
    private static let renamed = Change(older: base(child("Memo", "m")), newer: base(alone))
    private static let leaving = Change(
        older: base(child("Note", "n"), child("Memo", "m")),
        newer: base(child("Note", "n"), alone)
    )
    private static let removed = Change(
        older: base(child("Note", "n"), child("Memo", "m")),
        newer: base(child("Note", "n")),
        accept: ["Memo"]
    )
    private static let dropped = Change(
        older: base(Entity("Other", attributes: [Attribute("a", .string)])),
        newer: base(),
        accept: ["Other"]
    )

    /// The model has an index over the column itself.
    private static let indexed: Change = {
        var other = Entity("Other", attributes: [Attribute("a", .string)])
        other.indexes = [Entity.Index("byA", [.init("a")])]
        return Change(older: base(other), newer: base(), accept: ["Other"])
    }()

    private func refused(_ change: Change, _ sql: String, _ reason: StoreError.Reason, line: Int = #line) throws {
        let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        let trial = try Trial([change.older, change.newer], accept: change.accept, sql)
        let before = try trial.bytes()
        for action in [{ _ = try trial.migrator().plan(trial.url) }, { _ = try trial.migrate() }] {
            let error: StoreError? = #expect(throws: StoreError.self, sourceLocation: location) { try action() }
            #expect(error?.reason == reason, sourceLocation: location)
        }
        #expect(try trial.bytes() == before, sourceLocation: location)
    }

    @Test("A column of a table whose rows leave it") func columns() throws {
        for change in [Self.renamed, Self.leaving] {
            let sql =
                "ALTER TABLE Base ADD COLUMN mine TEXT; INSERT INTO Base (_entity, text, mine) VALUES ('Base', 'a', 'b')"
            try refused(change, sql, .wouldLose(.column("Base.mine")))
        }
    }

    @Test("Triggers and indexes of a table whose rows leave it, or that is dropped") func objects() throws {
        let trigger =
            "CREATE TABLE log (a); CREATE TRIGGER t AFTER INSERT ON Base BEGIN INSERT INTO log VALUES (1); END"
        try refused(Self.renamed, trigger, .wouldLose(.trigger("t", table: "Base")))
        try refused(Self.leaving, trigger, .wouldLose(.trigger("t", table: "Base")))
        try refused(Self.renamed, "CREATE INDEX i ON Base (text)", .wouldLose(.tableIndex("i", table: "Base")))
        try refused(Self.dropped, "CREATE INDEX i ON Other (a)", .wouldLose(.tableIndex("i", table: "Other")))
        try refused(Self.indexed, "CREATE INDEX hm ON Other (a)", .wouldLose(.tableIndex("hm", table: "Other")))
        let kept = try Trial([Self.leaving.older, Self.leaving.newer], "CREATE INDEX i ON Base (text)")
        try kept.migrate()
        #expect(try kept.rows("SELECT tbl_name FROM sqlite_schema WHERE name = 'i'") == ["Base"])
    }

    @Test("A full-text index over a table whose rows leave it or go") func fullText() throws {
        let sql = "CREATE VIRTUAL TABLE f USING fts5 (text, content=Base, content_rowid=_id)"
        for change in [Self.leaving, Self.removed] {
            try refused(change, sql, .wouldLose(.content("Base", virtualTable: "f")))
        }
    }

    @Test("A full-text index over a derived attribute that is computed again") func derived() throws {
        func schema(_ text: String) -> Schema {
            var key = Attribute("key", .string, isOptional: true)
            key.derivation = Derivation(text)
            return .note(Attribute("text", .string), key)
        }
        let change = Change(older: schema("lowercase:(text)"), newer: schema("uppercase:(text)"))
        let sql = "CREATE VIRTUAL TABLE f USING fts5 (key, content=Note, content_rowid=_id)"
        try refused(change, sql, .wouldLose(.readColumn("Note.key", virtualTable: "f")))
        let kept = try Trial([change.older, change.older], sql)
        try kept.migrate()
    }

    @Test("A full-text index over a view") func views() throws {
        let sizes = Change(
            older: .note(Attribute("text", .string), Attribute("size", .int32)),
            newer: .note(Attribute("text", .string), Attribute("size", .string))
        )
        let view = "CREATE VIEW w AS SELECT * FROM Note; CREATE VIEW v AS SELECT _id, text || $ AS body FROM w;"
        let index = "CREATE VIRTUAL TABLE f USING fts5 (body, content=v, content_rowid=_id)"
        try refused(sizes, view.replacing("$", with: "size") + index, .wouldLose(.content("v", virtualTable: "f")))
        for text in ["'size'", "(SELECT 1 AS size)"] {
            let view = "CREATE VIEW v AS SELECT _id, text || \(text) AS body FROM Note;"
            let trial = try Trial([sizes.older, sizes.newer], view + index)
            try trial.migrate()
        }
        let added = Change(
            older: sizes.older,
            newer: .note(
                Attribute("text", .string),
                Attribute("size", .int32),
                Attribute("more", .string, isOptional: true)
            )
        )
        for text in ["'x'", "unknown(text)"] {
            let trial = try Trial([added.older, added.newer], view.replacing("$", with: text) + index)
            try trial.migrate()
        }
        let unknown = view.replacing("$", with: "unknown(text)") + index
        try refused(sizes, unknown, .wouldLose(.content("v", virtualTable: "f")))
    }

    @Test("A view that has as many columns as a table had") func columnCounts() throws {
        let older = Schema.note(Attribute("text", .string))
        let change = Change(
            older: older,
            newer: .note(Attribute("text", .string), Attribute("more", .string, isOptional: true))
        )
        let trial = try Trial([change.older, change.newer], "CREATE VIEW v (a, b) AS SELECT * FROM Note")
        let before = try trial.bytes()
        for action in [{ _ = try trial.migrator().plan(trial.url) }, { _ = try trial.migrate() }] {
            let error = try #require(throws: StoreError.self) { try action() }
            guard case .brokenViewOrTrigger(isBefore: false, let message) = error.reason else { throw error }
            #expect(message.contains("view v"))
        }
        #expect(try trial.bytes() == before)
    }

    @Test("A foreign key, a check, and indexes over values that change") func values() throws {
        let (text, size) = (Attribute("text", .string, isOptional: true), Attribute("size", .int32))
        let filled = Change(
            older: .note(text, size),
            newer: .note(Attribute("text", .string, default: .string("d")), size)
        )
        let rows = "INSERT INTO Note (text, size) VALUES (NULL, 1), (NULL, 2); CREATE TABLE p (a TEXT PRIMARY KEY);"
        let key = """
            PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '"text" TEXT', \
            '"text" TEXT REFERENCES p (a)') WHERE name = 'Note'
            """
        try refused(filled, rows + key, .wouldLose(.clause("REFERENCES \"p\"", table: "Note.text")))
        for index in ["Note (json(text))", "Note (size) WHERE text -> 'a' IS NULL"] {
            try refused(filled, rows + "CREATE INDEX i ON \(index)", .wouldLose(.index("i", column: "Note.text")))
        }
        try refused(
            filled,
            rows + "CREATE UNIQUE INDEX i ON Note (text)",
            .wouldLose(.index("i", column: "Note.text"))
        )
        let unique = try Trial([filled.older, filled.newer], rows + "CREATE UNIQUE INDEX i ON Note (text, size)")
        try unique.migrate()
        #expect(try unique.rows("SELECT text, size FROM Note") == ["d|1", "d|2"])
    }

    @Test("A reference, added by hand, within a table whose rows go") func references() throws {
        let rows = """
            ALTER TABLE Base ADD COLUMN mine INTEGER REFERENCES Base (_id);
            INSERT INTO Base (_entity, text, "Note.n", "Memo.m", mine) VALUES ('Note', 'a', 1, NULL, 2), \
            ('Memo', 'b', NULL, 1, 1)
            """
        try refused(Self.removed, rows, .wouldLose(.references(rows: 1, table: "Base")))
    }

    @Test("A default that Apus does not write") func defaults() throws {
        let sizes = Change(
            older: .note(Attribute("text", .string, isOptional: true), Attribute("size", .int32)),
            newer: .note(Attribute("text", .string, isOptional: true), Attribute("size", .string))
        )
        let sql = """
            PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '"text" TEXT', \
            '"text" TEXT DEFAULT CURRENT_TIMESTAMP') WHERE name = 'Note'
            """
        try refused(sizes, sql, .wouldLose(.clause("\"text\" DEFAULT CURRENT_TIMESTAMP", table: "Note")))
    }

    @Test("A key that becomes pairs, and a dropped table's own reference") func kept() throws {
        func task(_ owner: Relationship) -> Schema {
            .notes(Entity("Task", attributes: [Attribute("text", .string)], relationships: [owner]), Entity("Person"))
        }
        let keys = try Trial(
            [task(.toOne("owner", "Person", isOptional: true)), task(.toMany("owner", "Person"))],
            "ALTER TABLE Task ADD COLUMN mine TEXT; INSERT INTO Task (text, mine) VALUES ('a', 'b')"
        )
        try keys.migrate()
        #expect(try keys.rows("SELECT text, mine FROM Task") == ["a|b"])
        func base(_ others: Entity...) -> Schema {
            Schema(model: "Notes", entities: [Entity("Base", attributes: [Attribute("text", .string)])] + others)
        }
        let older = base(
            Self.child("Note", "n"),
            Self.child("Memo", "m"),
            Entity("Tag", attributes: [Attribute("base", .int64)])
        )
        let trial = try Trial(
            [older, base(Self.child("Note", "n"))],
            accept: ["Memo", "Tag"],
            """
            PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '"base" INTEGER', \
            '"base" INTEGER REFERENCES Base (_id)') WHERE name = 'Tag';
            INSERT INTO Base (_entity, text, "Memo.m") VALUES ('Memo', 'b', 1); INSERT INTO Tag (base) VALUES (1)
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Base") == ["0"])
    }

    @Test("A check of values that a keyword or a string only resembles") func checks() throws {
        let text = Attribute("text", .string, isOptional: true)
        let trial = try Trial(
            [.note(text), .note(Attribute("text", .string, default: .string("d")))],
            """
            INSERT INTO Note (text) VALUES (NULL);
            ALTER TABLE Note ADD COLUMN kind TEXT DEFAULT 'a' CHECK (kind IN ('a', 'text'))
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT text, kind FROM Note") == ["d|a"])
    }

    @Test("A store whose state has the greatest number") func generation() throws {
        let change = Change(
            older: .note(Attribute("text", .string)),
            newer: .note(Attribute("text", .string, isOptional: true))
        )
        let sql = "UPDATE apus_model SET generation = 999999999999999"
        try refused(change, sql, .unreadableMetadata(.fullGeneration))
    }
}
