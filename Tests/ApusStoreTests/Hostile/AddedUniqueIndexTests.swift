import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// A unique index that was added by hand is compared with the new values before the first write: `plan` refuses exactly
/// when `migrate` does.
@Suite("Unique indexes that were added by hand") struct AddedUniqueIndexTests {
    /// Plans and migrates a store.
    ///
    /// - Returns: The refusal of both; `nil` if the store was migrated.
    private func refusal(
        _ schemas: [Schema],
        accept: [String] = [],
        rule: TableStrategy.Rule = .cheapest,
        _ sql: String
    ) throws -> StoreError.Reason? {
        let trial = try Trial(schemas, accept: accept, rule: rule)
        try trial.runAsRuntime(sql)
        let before = try trial.bytes()
        func reason(_ work: () throws -> Void) -> StoreError.Reason? {
            do {
                try work()
                return nil
            } catch { return (error as? StoreError)?.reason ?? .failedCheck("\(error)") }
        }
        let planned = reason { _ = try trial.migrator().plan(trial.url) }
        let migrated = reason { try trial.migrate() }
        #expect(planned == migrated, "\(sql)")
        if migrated == nil {
            #expect(try trial.rows("PRAGMA integrity_check") == ["ok"], "\(sql)")
        } else {
            #expect(try trial.bytes() == before, "\(sql)")
        }
        return migrated
    }

    private static func lost(_ column: String) -> StoreError.Reason { .wouldLose(.index("i", column: column)) }

    @Test("over columns of the model and columns that were added by hand")
    func addedColumns() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string, isOptional: true)),
            .note(Attribute("text", .string, default: .string("d"))),
        ]
        for (column, index, values, isRefused) in [
            ("mine TEXT", "text, mine", "(NULL, 'a'), (NULL, 'a')", true),
            ("mine TEXT", "mine, text", "(NULL, 'a'), ('d', 'a')", true),
            ("mine TEXT", "text, mine", "(NULL, 'a'), (NULL, 'b'), (NULL, NULL), (NULL, NULL)", false),
            ("mine TEXT", "text, mine", "(NULL, 'a'), (NULL, 'A')", false),
            ("mine TEXT COLLATE NOCASE", "text, mine", "(NULL, 'a'), (NULL, 'A')", true),
        ] {
            let sql = """
                ALTER TABLE Note ADD COLUMN \(column); CREATE UNIQUE INDEX i ON Note (\(index));
                INSERT INTO Note (text, mine) VALUES \(values)
                """
            #expect(try refusal(schemas, sql) == (isRefused ? Self.lost("Note.text") : nil), "\(sql)")
        }
    }

    @Test("over a column whose collation was changed by hand")
    func collation() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string, isOptional: true)),
            .note(Attribute("text", .string, default: .string("d"))),
        ]
        let sql = """
            PRAGMA writable_schema = 1;
            UPDATE sqlite_schema SET sql = replace(sql, '"text" TEXT', '"text" TEXT COLLATE NOCASE') WHERE name = 'Note';
            PRAGMA writable_schema = RESET;
            CREATE UNIQUE INDEX i ON Note (text); INSERT INTO Note (text) VALUES (NULL), ('D')
            """
        #expect(try refusal(schemas, sql) == Self.lost("Note.text"))
    }

    private static func derived(_ texts: [String], type: ScalarType = .string) -> Schema {
        let keys = zip(["key", "other"], texts).map { name, text in
            var key = Attribute(name, .string, isOptional: true)
            key.derivation = Derivation(text)
            return key
        }
        let values = [Attribute("a", type == .string ? .string : .int32), Attribute("b", .string)]
        return .note(attributes: values + keys)
    }

    @Test(
        "over derived attributes whose values are computed again",
        arguments: [TableStrategy.Rule.cheapest, .inPlace, .rebuild]
    )
    func derivedAttributes(rule: TableStrategy.Rule) throws {
        let (older, newer) = (Self.derived(["lowercase:(a)"]), Self.derived(["lowercase:(b)"]))
        for (index, values, isRefused) in [
            ("key", "('x', 'u'), ('y', 'U')", true), ("key", "('x', 'u'), ('y', 'v')", false),
            ("key, a", "('x', 'u'), ('X', 'u')", false), ("a, key", "('x', 'u'), ('y', 'u')", false),
        ] {
            let sql = "CREATE UNIQUE INDEX i ON Note (\(index)); INSERT INTO Note (a, b) VALUES \(values)"
            #expect(
                try refusal([older, newer], rule: rule, sql) == (isRefused ? Self.lost("Note.key") : nil),
                "\(sql)"
            )
        }
    }

    @Test("over derived attributes that take the values of other rows, one row after the other")
    func exchangedValues() throws {
        let values = "CREATE UNIQUE INDEX i ON Note ($); INSERT INTO Note (a, b) VALUES ('x', 'y'), ('y', 'x')"
        let (older, newer) = (Self.derived(["lowercase:(a)"]), Self.derived(["lowercase:(b)"]))
        let single = values.replacing("$", with: "key")
        #expect(try refusal([older, newer], single) == Self.lost("Note.key"))
        #expect(try refusal([older, newer], rule: .rebuild, single) == nil)
        // The two are computed one after the other: a row has the new value of the first and the old one of the second.
        let two = [["lowercase:(a)", "lowercase:(a)"], ["lowercase:(b)", "uppercase:(b)"]].map { Self.derived($0) }
        let mixed = "CREATE UNIQUE INDEX i ON Note (key, other); INSERT INTO Note (a, b) VALUES ('x', 'y'), ('y', 'y')"
        #expect(try refusal(two, mixed) == Self.lost("Note.key"))
    }

    @Test("over a derived attribute that is computed only after its source is converted")
    func derivedOfConverted() throws {
        let schemas = [
            Self.derived(["canonical:(b)"], type: .int32),
            .note(attributes: Self.derived(["lowercase:(a)"]).entities[0].attributes),
        ]
        let sql = "CREATE UNIQUE INDEX i ON Note (key); INSERT INTO Note (a, b) VALUES "
        #expect(try refusal(schemas, sql + "(1, 'u'), (1, 'v')") == Self.lost("Note.key"))
        // Whether the new values differ is known only when they are written.
        #expect(try refusal(schemas, sql + "(1, 'u'), (2, 'v')") == Self.lost("Note.key"))
    }

    @Test("over the entities of rows, which are renamed")
    func entities() throws {
        func schema(_ children: Entity...) -> Schema {
            Schema(model: "Notes", entities: [Entity("Base", attributes: [Attribute("text", .string)])] + children)
        }
        let older = schema(Entity("A", parent: "Base"), Entity("B", parent: "Base"))
        let exchanged = schema(
            Entity("A", originalName: "B", parent: "Base"),
            Entity("B", originalName: "A", parent: "Base")
        )
        let rows = "INSERT INTO Base (_entity, text) VALUES ('A', 'x'), ('B', '$')"
        for (other, isRefused) in [("x", true), ("y", false)] {
            let sql = "CREATE UNIQUE INDEX i ON Base (text, _entity);" + rows.replacing("$", with: other)
            #expect(try refusal([older, exchanged], sql) == (isRefused ? Self.lost("Base._entity") : nil), "\(other)")
        }
        let renamed = schema(Entity("A", parent: "Base"), Entity("C", originalName: "B", parent: "Base"))
        let check = "ALTER TABLE Base ADD COLUMN mine INTEGER CHECK (_entity <> 'C');"
        let reason = try refusal([older, renamed], check + rows)
        #expect(
            reason == .wouldLose(.clause("MINE INTEGER CHECK ( _ENTITY < > 'C' )", table: "Base")),
            "\(reason as Any)"
        )
    }
}
