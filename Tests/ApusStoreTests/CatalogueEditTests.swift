import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Column declarations are edited if no row has to change, and objects of the table are kept.
@Suite struct CatalogueEditTests {
    /// Required becomes optional and vice versa, a number gets another type, missing values are filled.
    private static let schemas: [Schema] = [
        .note(
            Attribute("a", .int16),
            Attribute("b", .string, isOptional: true),
            Attribute("c", .int32, isOptional: true),
            Attribute("d", .float)
        ),
        .note(
            Attribute("x", .double, isOptional: true, originalName: "a"),
            Attribute("b", .string, default: .string("?")),
            Attribute("c", .int16, isOptional: true),
            Attribute("d", .double, isOptional: true),
            Attribute("e", .int16, default: .int(7))
        ),
    ]
    private static let mappings: [Mapping] = [
        Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [.convert(ElementPath("Note", "c"), "exact")]
        )
    ]
    private static let rows: String = """
        INSERT INTO Note (a, b, c, d) VALUES (1, 'one', 10, 1.5), (-32768, NULL, -32768, 0), (32767, NULL, NULL, -1)
        """

    /// The error of a refused migration, which leaves the store unchanged to the byte.
    private func refusal(of trial: Trial) throws -> StoreError? {
        let before: [String: Data] = try trial.bytes()
        let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try trial.bytes() == before)
        return error
    }

    @Test("only rows that get a value are written, and the table is like a newly created one")
    func rows() throws {
        let trial = try Trial(Self.schemas, mappings: Self.mappings, Self.rows)
        let page: [String] = try trial.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Note'")
        #expect(try trial.ways() == ["Note": .update])
        #expect(try trial.migrate().rowsWritten == 2)
        #expect(try trial.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Note'") == page)
        let expected: [String] = ["1|1.0|one|10|1.5|7", "2|-32768.0|?|-32768|0.0|7", "3|32767.0|?|NULL|-1.0|7"]
        #expect(
            try trial.rows("SELECT _id, x, b, coalesce(c, 'NULL'), d, e FROM Note") == expected
        )
        #expect(try trial.rows("SELECT DISTINCT typeof(x) || typeof(d) FROM Note") == ["realreal"])
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try Verifier.verify(trial.url).isSound)
        // SQLite enforces the edited declarations.
        #expect(throws: DatabaseError.self) { try trial.run("INSERT INTO Note (x, c, d) VALUES (1, 1, 1)") }
        try trial.run("INSERT INTO Note (b) VALUES ('neither')")
    }

    @Test("a row that has not been written since has the default, with the newer type")
    func unwrittenDefaults() throws {
        let trial = try Trial(
            [
                .note(Attribute("a", .int16)),
                .note(Attribute("a", .int16), Attribute("b", .int32, default: .int(7))),
                .note(Attribute("a", .int16, isOptional: true), Attribute("b", .double, isOptional: true)),
                .note(Attribute("a", .int16, default: .int(5)), Attribute("b", .double, default: .double(0.5))),
            ],
            "INSERT INTO Note (a) VALUES (1), (2)"
        )
        try trial.migrate(to: 2)
        #expect(try trial.ways() == ["Note": .catalogue])
        try trial.migrate(to: 3)
        #expect(try trial.rows("SELECT a, b, typeof(b) FROM Note") == ["1|7.0|real", "2|7.0|real"])
        // Rows that are written completely keep their values, and new rows do not get the default.
        try trial.run("UPDATE Note SET a = NULL WHERE _id = 1; INSERT INTO Note (a, b) VALUES (3, NULL)")
        #expect(try trial.rows("SELECT b, typeof(b) FROM Note") == ["7.0|real", "7.0|real", "NULL|null"])
        #expect(try trial.migrate().rowsWritten == 2)
        #expect(try trial.rows("SELECT a, b, typeof(b) FROM Note") == ["5|7.0|real", "2|7.0|real", "3|0.5|real"])
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test(
        "the filled value is exact, to the bit",
        arguments: [
            (.string, .string("a\u{0}b'\u{e9}")), (.string, .string("")), (.double, .double(0.1)), (.int64, .int(.min)),
            (.data, .data(Data([0, 39, 255]))), (.bool, .bool(true)),
        ] as [(ScalarType, Value)]
    )
    func filled(type: ScalarType, value: Value) throws {
        let trial = try Trial(
            [
                .note(Attribute("a", .scalar(type), isOptional: true)),
                .note(Attribute("a", .scalar(type), default: value)),
            ],
            "INSERT INTO Note (a) VALUES (NULL)"
        )
        #expect(try trial.ways() == ["Note": .update])
        try trial.migrate()
        let found: Row? = try trial.read { db in try Row.fetchOne(db, sql: "SELECT a, CAST(a AS BLOB) FROM Note") }
        let row: Row = try #require(found)
        if case .text(let text) = value.stored {
            #expect(row[1] == Data(text.utf8))
        } else {
            #expect(StoredValue.fromDatabaseValue(row[0]) == value.stored)
        }
    }

    @Test("all rules result in the same rows")
    func rules() throws {
        let contents: Set<[String]> = try Set(
            TableStrategy.Rule.allCases.map { rule in
                let trial = try Trial(Self.schemas, mappings: Self.mappings, rule: rule, Self.rows)
                try trial.migrate()
                return try trial.rows("SELECT _id, typeof(x), x, b, c, typeof(c), d, e FROM Note")
            }
        )
        #expect(contents.count == 1)
    }

    @Test("an index over a number with another type finds every row")
    func index() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int32)), .note(Attribute("a", .double))],
            """
            CREATE INDEX mine ON Note (a DESC);
            WITH RECURSIVE n (i) AS (SELECT -2147483648 UNION ALL SELECT i + 42949672 FROM n WHERE i < 2100000000)
            INSERT INTO Note (a) SELECT i FROM n;
            """
        )
        #expect(try trial.ways() == ["Note": .catalogue])
        let before: [String] = try trial.rows("SELECT _id FROM Note ORDER BY a")
        try trial.migrate()
        #expect(try trial.rows("SELECT _id FROM Note INDEXED BY mine ORDER BY a") == before)
        #expect(
            try trial.rows(
                "SELECT count(*) FROM Note WHERE (SELECT count(*) FROM Note b INDEXED BY mine WHERE b.a = Note.a) = 1"
            ) == ["\(before.count)"]
        )
        // Rows that are written from now on are indexed like the others.
        try trial.run(
            "UPDATE Note SET a = a + 0.5 WHERE _id % 2; DELETE FROM Note WHERE _id % 3 = 0; INSERT INTO Note (a) VALUES (7.25)"
        )
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test("objects that were added by hand are kept, to the byte of their text")
    func handMade() throws {
        let schemas: [Schema] = [
            .note(Attribute("a", .int16), Attribute("b", .string)),
            .note(Attribute("a", .int16, isOptional: true), Attribute("b", .string)),
        ]
        let trial = try Trial(schemas)
        try trial.rewriteNote(
            #""b" TEXT NOT NULL"#,
            as: "\n\t/* mine \u{e9} */ b TEXT not null COLLATE NOCASE CHECK (b <> ')')"
        )
        try trial.run(
            """
            ALTER TABLE Note ADD COLUMN mine TEXT DEFAULT 'm';
            INSERT INTO Note (a, b) VALUES (1, 'B');
            CREATE UNIQUE INDEX computed ON Note (a + 1, b) WHERE a IS NOT NULL;
            CREATE VIEW texts AS SELECT b FROM Note; CREATE TABLE log (line);
            CREATE TRIGGER changed AFTER UPDATE ON Note BEGIN INSERT INTO log VALUES (NEW.a); END;
            """
        )
        let before: String = try #require(try trial.rows("SELECT sql FROM sqlite_schema WHERE name = 'Note'").first)
        let programs: String =
            "SELECT sql FROM sqlite_schema WHERE name IN ('computed', 'texts', 'changed') ORDER BY name"
        let hung: [String] = try trial.rows(programs)
        try trial.migrate()
        #expect(
            try trial.rows("SELECT sql FROM sqlite_schema WHERE name = 'Note'")
                == [before.replacing(#""a" INTEGER NOT NULL"#, with: #""a" INTEGER"#)]
        )
        #expect(try trial.rows(programs) == hung)
        #expect(try trial.rows("SELECT a, b, mine FROM Note") == ["1|B|m"])
        #expect(try trial.rows("SELECT * FROM log").isEmpty)
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test(
        "a type is not edited if something depends on the stored values",
        arguments: [
            "CREATE INDEX mine ON Note (a / 2)", "CREATE INDEX mine ON Note (b) WHERE typeof(Note.a) = 'integer'",
            "CREATE INDEX mine ON Note (b) WHERE typeof(a) = 'integer'",
        ]
    )
    func readers(sql: String) throws {
        let trial = try Trial(
            [
                .note(Attribute("a", .int16), Attribute("b", .int16)),
                .note(Attribute("a", .double), Attribute("b", .int16)),
            ],
            "\(sql); INSERT INTO Note (a, b) VALUES (1, 1), (3, 2)"
        )
        #expect(try trial.ways() == ["Note": .rebuild])
        try trial.migrate()
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test("64-bit integers are copied: two different ones may become equal")
    func wide() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int64)), .note(Attribute("a", .double))],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.convert(ElementPath("Note", "a"), "nearest")]
                )
            ],
            "CREATE INDEX mine ON Note (a); INSERT INTO Note (a) VALUES (9007199254740992), (9007199254740993)"
        )
        #expect(try trial.ways() == ["Note": .rebuild])
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Note INDEXED BY mine WHERE a = 9007199254740992.0") == ["2"])
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test("a value that is missing, or does not fit, is reported before anything is written")
    func refused() throws {
        let required = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [.require(ElementPath("Note", "a"))]
        )
        let trial = try Trial(
            [.note(Attribute("a", .int32, isOptional: true)), .note(Attribute("a", .double))],
            mappings: [required],
            "INSERT INTO Note (a) VALUES (1), (NULL)"
        )
        guard case .failedValues(let failed)? = try refusal(of: trial)?.reason else {
            Issue.record("another error")
            return
        }
        #expect(failed.map(\.samples.first?.identity) == [2])
    }

    @Test("numbers that violate the rules, and that a double cannot represent exactly, prevent the migration")
    func wideByHand() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int32)), .note(Attribute("a", .double))],
            """
            DROP TRIGGER apus_rules_insert_Note;
            INSERT INTO Note (a) VALUES (5), (9007199254740993), (-9223372036854775807);
            """
        )
        guard case .invalidValues(let values)? = try refusal(of: trial)?.reason else {
            Issue.record("another error")
            return
        }
        #expect(values.map(\.column) == ["a"] && values.map(\.count) == [2])
    }

    @Test("no row is deleted when another one is filled, whatever a conflict clause says")
    func conflicts() throws {
        let trial = try Trial([
            .note(Attribute("a", .int16, isOptional: true)), .note(Attribute("a", .int16, default: .int(7))),
        ])
        try trial.rewriteNote(#""a" INTEGER"#, as: #""a" INTEGER UNIQUE ON CONFLICT REPLACE"#)
        try trial.run("INSERT INTO Note (a) VALUES (NULL), (NULL), (3), (7)")
        _ = try refusal(of: trial)
        try trial.run("DELETE FROM Note WHERE _id IN (1, 4)")
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, a FROM Note") == ["2|7", "3|3"])
    }

    @Test("a check on a column whose name is a keyword is detected")
    func keyWords() throws {
        let trial = try Trial([.note(Attribute("check", .int16)), .note(Attribute("check", .double))])
        try trial.rewriteNote(") STRICT", as: #", CHECK (typeof("check") = 'integer')) STRICT"#)
        try trial.run("INSERT INTO Note (\"check\") VALUES (1)")
        _ = try refusal(of: trial)
    }

    @Test("a text with invalid UTF-8 is never rewritten")
    func noUTF8() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int16)), .note(Attribute("a", .int16, isOptional: true))],
            """
            INSERT INTO Note (a) VALUES (1);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', CAST(x'202f2ae92a2f' AS TEXT) || ') STRICT')
            WHERE name = 'Note';
            PRAGMA writable_schema = RESET;
            """
        )
        #expect(try trial.ways() == ["Note": .rebuild])
        try trial.migrate()
        #expect(try trial.rows("SELECT a FROM Note") == ["1"])
    }

    @Test("a connection that has the store open reads the catalogue again")
    func otherConnection() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int16)), .note(Attribute("a", .double, isOptional: true))],
            "INSERT INTO Note (a) VALUES (3)"
        )
        let queue: DatabaseQueue = try trial.open()
        #expect(try queue.read { db in try String.fetchOne(db, sql: "SELECT typeof(a) FROM Note") } == "integer")
        try trial.migrate()
        #expect(try queue.read { db in try String.fetchOne(db, sql: "SELECT typeof(a) FROM Note") } == "real")
        try queue.writeWithoutTransaction { db in try db.execute(sql: "INSERT INTO Note (a) VALUES (NULL), (0.5)") }
        try queue.close()
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test(
        "a declaration is edited only if it is as Apus writes it",
        arguments: [
            (#"CREATE TABLE t ("a" INTEGER NOT NULL) STRICT"#, #"CREATE TABLE t ("a" REAL) STRICT"#),
            (#"create table t(x TEXT,[a] integer/* , */not  null , y)"#, #"create table t(x TEXT,[a] REAL , y)"#),
            (
                #"CREATE TABLE "(a" ("b" TEXT DEFAULT 'a INTEGER', a INTEGER NOT NULL DEFAULT 4)"#,
                #"CREATE TABLE "(a" ("b" TEXT DEFAULT 'a INTEGER', a REAL DEFAULT 4)"#
            ),
            (#"CREATE TABLE t (a INTEGER NOT NULL ON CONFLICT IGNORE)"#, nil), ("CREATE TABLE t (a INTEGER)", nil),
            ("CREATE TABLE t (a INT NOT NULL)", nil), ("CREATE TABLE t (a INTEGER CHECK (a) NOT NULL)", nil),
            ("CREATE TABLE t (b INTEGER NOT NULL)", nil), ("CREATE TABLE t (a)", nil),
            ("CREATE TABLE t (a INTEGER NOT NULL DEFAULT 3 NOT NULL)", nil),
        ] as [(String, String?)]
    )
    func text(sql: String, expected: String?) throws {
        let edit: ColumnEdit = try #require(
            ColumnEdit(
                Layout(.note(Attribute("a", .int16))).tables[0].columns[1],
                Layout(.note(Attribute("a", .double, isOptional: true))).tables[0].columns[1]
            )
        )
        let text = TableText(sql)
        #expect((text.declares(edit.older, of: edit.column) ? text.edited([edit]) : nil) == expected)
    }
}
