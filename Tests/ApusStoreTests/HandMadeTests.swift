import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Objects that were added by hand are kept.
@Suite struct HandMadeTests {
    static let rebuild: [Schema] = [
        .note(Attribute("text", .string), Attribute("size", .int16)),
        .note(Attribute("body", .string, originalName: "text"), Attribute("size", .decimal)),
    ]

    /// `text` is removed: by a rebuild if `size` is widened as well, otherwise by dropping the column.
    static let loss: [[Schema]] = [
        [rebuild[0], .note(Attribute("size", .decimal))], [rebuild[0], .note(Attribute("size", .int16))],
    ]

    @Test func triggersViewsAndIndexesAreKept() throws {
        let trial = try Trial(
            Self.rebuild,
            """
            CREATE TABLE audit (line TEXT);
            INSERT INTO Note (text, size) VALUES ('A', 1), ('b', 2);
            CREATE TRIGGER noteInserted AFTER INSERT ON Note BEGIN INSERT INTO audit VALUES ('+' || NEW.text); END;
            CREATE TRIGGER noteDeleted AFTER DELETE ON Note BEGIN INSERT INTO audit VALUES ('-' || OLD.text); END;
            CREATE TRIGGER noteChanged AFTER UPDATE OF text ON Note BEGIN INSERT INTO audit VALUES ('~' || NEW.text); END;
            CREATE TRIGGER audited AFTER INSERT ON audit WHEN NEW.line = '!' BEGIN UPDATE Note SET text = 'x' WHERE size < 0; END;
            CREATE VIEW texts AS SELECT text FROM Note WHERE size > 0;
            CREATE UNIQUE INDEX folded ON Note (text COLLATE NOCASE DESC);
            CREATE INDEX large ON Note (text) WHERE size > 100;
            CREATE INDEX computed ON Note (length(text), size + 1);
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM audit") == ["0"], "no trigger fires in a migration")
        #expect(try trial.rows("SELECT * FROM texts") == ["A", "b"])
        try trial.run(
            "INSERT INTO Note (body, size) VALUES ('c', 3); UPDATE Note SET body = 'd' WHERE body = 'c'; DELETE FROM Note WHERE body = 'd'"
        )
        #expect(try trial.rows("SELECT line FROM audit") == ["+c", "~d", "-d"])
        #expect(throws: DatabaseError.self) { try trial.run("INSERT INTO Note (body, size) VALUES ('a', 9)") }
        #expect(
            try trial.rows(
                "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'apus%' AND sql > '' ORDER BY name"
            ) == [
                #"CREATE INDEX computed ON Note (length("body"), size + 1)"#,
                #"CREATE UNIQUE INDEX folded ON Note ("body" COLLATE NOCASE DESC)"#,
                #"CREATE INDEX large ON Note ("body") WHERE size > 100"#,
            ]
        )
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func cascadesDoNotFire() throws {
        let trial = try Trial(
            Self.rebuild,
            """
            INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2);
            CREATE TABLE child (id INTEGER PRIMARY KEY, note INTEGER REFERENCES Note (_id) ON DELETE CASCADE);
            CREATE TABLE loose (note INTEGER REFERENCES Note ON DELETE SET NULL ON UPDATE CASCADE);
            INSERT INTO child (note) VALUES (1), (2), (2);
            INSERT INTO loose VALUES (1), (2);
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT note FROM child") == ["1", "2", "2"])
        #expect(try trial.rows("SELECT note FROM loose") == ["1", "2"])
        #expect(try trial.rows("PRAGMA foreign_key_check").isEmpty)
        try trial.run("PRAGMA foreign_keys = ON; DELETE FROM Note WHERE _id = 2")
        #expect(try trial.rows("SELECT note FROM child") == ["1"])
    }

    @Test(
        "identities are never used again",
        arguments: [
            rebuild,
            [rebuild[0], .notes(Entity("Memo", originalName: "Note", attributes: rebuild[1].entities[0].attributes))],
        ]
    )
    func sequence(_ schemas: [Schema]) throws {
        let trial = try Trial(
            schemas,
            "INSERT INTO Note VALUES (1, 'a', 1), (70, 'b', 2); DELETE FROM Note WHERE _id = 70"
        )
        try trial.migrate()
        let name: String = schemas[1].entities[0].name
        try trial.run("INSERT INTO \(name) (body, size) VALUES ('c', 3)")
        #expect(try trial.rows("SELECT _id FROM \(name)") == ["1", "71"])
        #expect(try trial.rows("SELECT seq FROM sqlite_sequence WHERE name = '\(name)'") == ["71"])
    }

    @Test(
        "identities of a hierarchy whose kinds are all replaced are never used again",
        arguments: TableStrategy.Rule.allCases
    )
    func sequenceOfReplacedKinds(rule: TableStrategy.Rule) throws {
        func schema(_ child: String) -> Schema {
            var base = Entity("Base", attributes: [Attribute("text", .string)])
            base.isAbstract = true
            return .notes(base, Entity(child, parent: "Base"))
        }
        let schemas = [schema("Note"), schema("Memo")]
        let trial = try Trial(
            schemas,
            accept: ["Note"],
            rule: rule,
            "INSERT INTO Base (_entity, text) VALUES ('Note', 'a'), ('Note', 'b')"
        )
        try trial.migrate()
        try trial.run("INSERT INTO Base (_entity, text) VALUES ('Memo', 'c')")
        #expect(try trial.rows("SELECT _id, text FROM Base") == ["3|c"])
    }

    @Test func sequenceOfAnEmptyTable() throws {
        let trial = try Trial(Self.rebuild, "INSERT INTO Note VALUES (9, 'a', 1); DELETE FROM Note")
        try trial.migrate()
        try trial.run("INSERT INTO Note (body, size) VALUES ('c', 3)")
        #expect(try trial.rows("SELECT _id FROM Note") == ["10"])
    }

    @Test("triggers fire in the order that they had", arguments: TableStrategy.Rule.allCases)
    func order(rule: TableStrategy.Rule) throws {
        let triggers: [String] = ["zz", "mm", "aa", "nn"].map { name in
            "CREATE TRIGGER \(name) AFTER INSERT ON Note BEGIN INSERT INTO log VALUES ('\(name)'); END"
        }
        let trial = try Trial(
            [
                .note(Attribute("text", .string, isOptional: true)),
                .note(Attribute("text", .string, default: .string("?"))),
            ],
            rule: rule,
            "CREATE TABLE log (line); \(triggers.joined(separator: ";")); INSERT INTO Note (text) VALUES ('a'), (NULL)"
        )
        let fired: [String] = try trial.rows("SELECT line FROM log LIMIT 4")
        #expect(Set(fired).count == 4)
        try trial.run("DELETE FROM log")
        try trial.migrate()
        #expect(try trial.rows("SELECT line FROM log").isEmpty)
        try trial.run("INSERT INTO Note (text) VALUES ('b')")
        #expect(try trial.rows("SELECT line FROM log") == fired)
    }

    @Test("entities that are renamed in a table whose rows are copied", arguments: TableStrategy.Rule.allCases)
    func renamedKinds(rule: TableStrategy.Rule) throws {
        func schema(_ kind: String, _ size: ScalarType) -> Schema {
            .notes(
                Entity("Animal", attributes: [Attribute("size", .scalar(size))]),
                Entity(kind, originalName: kind == "Dog" ? nil : "Dog", parent: "Animal")
            )
        }
        let trial = try Trial(
            [schema("Dog", .int16), schema("Hound", .decimal)],
            rule: rule,
            "INSERT INTO Animal (_entity, size) VALUES ('Dog', 1), ('Animal', 2)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _entity, size FROM Animal") == ["Hound|1", "Animal|2"])
    }

    @Test func fullTextIndexesGoOn() throws {
        let trial = try Trial(
            [Self.rebuild[0], .note(Attribute("text", .string), Attribute("size", .decimal))],
            """
            INSERT INTO Note VALUES (5, 'apple tree', 1), (9, 'pear', 2);
            CREATE VIRTUAL TABLE found USING fts5 (text, content='Note', content_rowid='_id');
            INSERT INTO found (found) VALUES ('rebuild');
            CREATE TRIGGER foundInserted AFTER INSERT ON Note BEGIN
              INSERT INTO found (rowid, text) VALUES (NEW._id, NEW.text);
            END;
            """
        )
        #expect(
            try Verifier.verify(trial.url).drifts == [
                .extraTable("found"), .extraObject(type: "trigger", name: "foundInserted"),
            ]
        )
        try trial.migrate()
        try trial.run("INSERT INTO Note (text, size) VALUES ('apple pie', 1)")
        #expect(
            try trial.rows("SELECT rowid, text FROM found WHERE found MATCH 'apple' ORDER BY rowid") == [
                "5|apple tree", "10|apple pie",
            ]
        )
        try trial.run("INSERT INTO found (found, rank) VALUES ('integrity-check', 1)")
    }

    @Test func statisticsAreKept() throws {
        let link = Entity("Tag", attributes: [], relationships: [.toMany("notes", "Note")])
        let old: Schema = .notes(Entity("Note", attributes: [Attribute("size", .int16)]), link)
        let new: Schema = .notes(
            Entity("Memo", originalName: "Note", attributes: [Attribute("size", .decimal)]),
            Entity("Tag", attributes: [], relationships: [.toMany("notes", "Memo")])
        )
        let trial = try Trial(
            [old, new],
            """
            INSERT INTO Note (size) VALUES (1), (2), (2); CREATE INDEX bySize ON Note (size);
            INSERT INTO Tag DEFAULT VALUES; INSERT INTO Tag_notes VALUES (1, 1), (1, 2); ANALYZE;
            """
        )
        let before: [String] = try trial.rows(
            "SELECT replace(tbl, 'Note', 'Memo'), idx, stat FROM sqlite_stat1 ORDER BY idx"
        )
        #expect(before.count > 2)
        try trial.migrate()
        #expect(try trial.rows("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY idx") == before)
    }

    @Test("keywords of constraints in names, strings and comments are ignored")
    func wordsThatAreNone() throws {
        let old: Schema = .note(Attribute("check", .int16), Attribute("collate", .string, isOptional: true))
        let new: Schema = .note(
            Attribute("check", .double),
            Attribute("collate", .string, isOptional: true),
            Attribute("x", .string, default: .string("CHECK (1), it's \u{301}'"))
        )
        let trial = try Trial(
            [
                old,
                Schema(
                    model: "Notes",
                    entities: [Entity("Note", attributes: old.entities[0].attributes + [new.entities[0].attributes[2]])]
                ), new,
            ],
            "INSERT INTO Note (\"check\") VALUES (4)"
        )
        try trial.migrate(to: 2)
        try trial.migrate()
        #expect(try trial.rows("SELECT \"check\", x FROM Note") == ["4.0|CHECK (1), it's \u{301}'"])
    }

    @Test("a trigger with a function that only the app has is left alone")
    func unknownFunctions() throws {
        let trial = try Trial(
            Self.rebuild,
            "CREATE TRIGGER own AFTER INSERT ON Note BEGIN SELECT app_function(NEW.text); END"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'own'") == ["1"])
    }

    @Test("tables that are not part of the store are kept, whatever their names")
    func foreignTables() throws {
        let trial = try Trial(
            Self.rebuild,
            "CREATE TABLE apus_notes (x); INSERT INTO apus_notes VALUES (1); CREATE TABLE \"od\"\"d\" (\"a b\")"
        )
        #expect(try Verifier.verify(trial.url).drifts == [.extraTable("apus_notes"), .extraTable("od\"d")])
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM apus_notes") == ["1"])
    }
}
