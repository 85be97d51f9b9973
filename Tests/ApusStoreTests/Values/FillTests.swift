import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Values that fill rows.
@Suite struct FillTests {
    private static let old: Schema = .note(Attribute("text", .string, isOptional: true))
    private static let new: Schema = .note(
        Attribute("text", .string),
        Attribute("id", .uuid),
        Attribute("code", .string),
        Attribute("made", .date),
        Attribute("number", .int16)
    )
    private static let mapping: Mapping = .stage(
        fill: [
            ("Note.text", .literal("a\u{0}'b")), ("Note.id", .generated(.uuid)), ("Note.code", .generated(.uuid)),
            ("Note.made", .generated(.now)), ("Note.number", .generated(.rowNumber)),
        ]
    )
    private static let rows: String =
        "INSERT INTO Note VALUES (40, NULL), (7, 'x'), (9223372036854775807, NULL), (12, '')"

    @Test(arguments: [TableStrategy.Rule.cheapest, .rebuild])
    func generators(rule: TableStrategy.Rule) throws {
        let trial = try Trial([Self.old, Self.new], mappings: [Self.mapping], rule: rule, Self.rows)
        #expect(try trial.ways() == ["Note": rule == .cheapest ? .update : .rebuild])
        try trial.migrate()
        #expect(
            try trial.rows("SELECT _id, hex(CAST(text AS BLOB)), made, number FROM Note ORDER BY _id") == [
                "7|78|5.25|1", "12||5.25|2", "40|61002762|5.25|3", "9223372036854775807|61002762|5.25|4",
            ]
        )
        let uuids: [String] = try trial.rows(
            "SELECT hex(id) FROM Note UNION ALL SELECT replace(code, '-', '') FROM Note"
        )
        #expect(Set(uuids).count == 8)
        // RFC 9562: the version is the thirteenth digit, the variant the seventeenth.
        #expect(uuids.allSatisfy { $0.count == 32 && Array($0)[12] == "8" && "89AB".contains(Array($0)[16]) })
        #expect(uuids.allSatisfy { $0 == $0.uppercased() })
        #expect(try trial.rows("SELECT count(*) FROM sqlite_temp_schema") == ["0"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("the same object gets the same value, however the stages are fused, but objects in two stores never do")
    func seeds() throws {
        let later: Schema = .note(
            Attribute("number", .string),
            Attribute("name", .string, originalName: "code"),
            Attribute("key", .uuid, originalName: "id"),
            Attribute("made", .date)
        )
        let mappings: [Mapping] = [Self.mapping, .stage(2, accept: ["Note.text"])]
        let fused = try Trial([Self.old, Self.new, later], mappings: mappings, Self.rows)
        try fused.migrate()
        let stepwise = try Trial([Self.old, Self.new, later], mappings: mappings, Self.rows)
        try stepwise.migrate(to: 2)
        try stepwise.migrate(to: 3)
        let select = "SELECT _id, number, name, hex(key), made FROM Note ORDER BY _id"
        #expect(try fused.rows(select) == stepwise.rows(select))
        let other = try Trial([Self.old, Self.new, later], mappings: mappings, Self.rows)
        let migrator = Migrator(planner: other.planner)
        try migrator.migrate(other.url)
        let another = try Trial([Self.old, Self.new, later], mappings: mappings, Self.rows)
        try migrator.migrate(another.url)
        let keys: [[String]] = try [fused, other, another].map { try $0.rows("SELECT hex(key) FROM Note") }
        #expect(Set(keys.flatMap(\.self)).count == 12)
    }

    @Test("rows are numbered in the order of their identities, over ranges")
    func manyRows() throws {
        let count: Int = 120_000
        let trial = try Trial(
            [.note(), .note(Attribute("n", .int64))],
            mappings: [.stage(fill: [("Note.n", .generated(.rowNumber))])],
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO Note (_id) SELECT i * 3 FROM n
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Note WHERE n = _id / 3") == ["\(count)"])
    }

    @Test("generated numbers that a later stage cannot store are found before the first write")
    func numbersThatFail() throws {
        let schemas: [Schema] = [
            .note(), .note(Attribute("n", .int64)), .note(Attribute("n", .bool)),
        ]
        let mappings: [Mapping] = [
            .stage(fill: [("Note.n", .generated(.rowNumber))]), .stage(2, convert: [("Note.n", "exact")]),
        ]
        let sql = "INSERT INTO Note VALUES (5), (9), (11)"
        let trial = try Trial(schemas, mappings: mappings, sql)
        let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        guard case .failedValues(let failures)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failures.map { $0.samples.map(\.identity) } == [[9, 11]])
        try trial.run("DELETE FROM Note WHERE _id > 5")
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["5|1"])
    }

    @Test("a part of a composite is filled where any of more parts is present than SQLite's functions have arguments")
    func manyParts() throws {
        let text = (0..<400).map { Attribute("p\($0)", .string, isOptional: true) }
        let numbers = text.map { Attribute($0.name, $0.name.hasSuffix("7") ? .int32 : .string, isOptional: true) }
        func schema(_ parts: [Attribute]) -> Schema {
            var schema = Schema.note(Attribute("home", .named("Home"), isOptional: true))
            schema.composites = [Composite("Home", attributes: parts)]
            return schema
        }
        let newer = schema(numbers + [Attribute("zip", .string, default: .string("?"))])
        let convert = numbers.filter { $0.type == .int32 }.map { ("Home.\($0.name)", "parsedOrNull") }
        let trial = try Trial(
            [schema(text), schema(numbers), newer],
            mappings: [.stage(convert: convert), .stage(2)],
            """
            INSERT INTO Note ("home.p0") VALUES ('a'), (NULL); INSERT INTO Note ("home.p397") VALUES ('5'), ('x');
            INSERT INTO Note ("home.p399") VALUES ('')
            """
        )
        _ = try trial.migrator().plan(trial.url)
        try trial.migrate()
        #expect(
            try trial.rows("SELECT \"home.p0\", \"home.p397\", \"home.zip\" FROM Note")
                == ["a|NULL|?", "NULL|NULL|NULL", "NULL|5|?", "NULL|NULL|NULL", "NULL|NULL|?"]
        )
    }
}
