import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Values that prevent a migration are counted and reported before the first write.
@Suite struct FailedValueTests {
    private func messages(_ trial: Trial, _ location: Testing.SourceLocation = #_sourceLocation) throws -> [String] {
        let before: [String: Data] = try trial.bytes()
        let error: StoreError? = #expect(throws: StoreError.self, sourceLocation: location) { try trial.migrate() }
        let planned: StoreError? = #expect(throws: StoreError.self, sourceLocation: location) {
            try trial.migrator().plan(trial.url)
        }
        #expect(error == planned, sourceLocation: location)
        #expect(try trial.bytes() == before, sourceLocation: location)
        return (error?.diagnostics ?? []).map { diagnostic in
            ([diagnostic.message] + diagnostic.help.map { "help: \($0)" }).joined(separator: "\n")
        }
    }

    @Test func conversionsAndRequirements() throws {
        let trial = try Trial(
            [
                .note(Attribute("size", .double), Attribute("text", .string, isOptional: true)),
                .note(Attribute("size", .int16), Attribute("body", .string, originalName: "text")),
            ],
            mappings: [.stage(convert: [("Note.size", "rounded")], require: ["Note.body"])],
            """
            INSERT INTO Note VALUES (1, 1.5, 'a'), (2, 40000, NULL), (3, -1e300, 'b'), (4, 9e9, 'c'), (5, 9e99, 'd')
            """
        )
        #expect(
            try messages(trial) == [
                """
                4 rows of 'Note' have values that 'Note.size' cannot hold as int16: _id 2 ('40000.0' is outside \
                -32768...32767), _id 3 ('-1e+300' is outside -32768...32767), _id 4 ('9000000000.0' is outside \
                -32768...32767) …
                help: change these values in the app or in the store first, or let them become null: \
                'roundedOrNull' in the mapping, in place of 'rounded'
                """,
                """
                1 row of 'Note' has no value for 'Note.body': _id 2
                help: change these values in the app or in the store first, or make it optional
                """,
            ]
        )
        try trial.run("UPDATE Note SET size = 2, text = 'x' WHERE _id > 1")
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note WHERE _id < 3") == ["1|2|a", "2|2|x"])
    }

    @Test("control characters of a value are escaped")
    func escapes() throws {
        let trial = try Trial(
            [.note(Attribute("a", .string)), .note(Attribute("a", .int16))],
            mappings: [.stage(convert: [("Note.a", "parsed")])],
            "INSERT INTO Note (a) VALUES (char(27) || '[2J' || char(0) || 'x')"
        )
        let found: [String] = try messages(trial)
        let message: String = try #require(found.first)
        #expect(message.contains("[2J") && !message.contains("\u{1B}") && !message.contains("\u{0}"))
    }

    @Test("a value that fails is reported, and only once, even if a later stage drops it")
    func laterDropped() throws {
        let schemas: [Schema] = [
            .note(Attribute("a", .string)), .note(Attribute("a", .int64)), .note(Attribute("a", .string)), .note(),
        ]
        let mappings: [Mapping] = [
            .stage(convert: [("Note.a", "parsed")]), .stage(2), .stage(3, accept: ["Note.a"]),
        ]
        let trial = try Trial(schemas, mappings: mappings, "INSERT INTO Note (a) VALUES ('1'), ('x')")
        #expect(try messages(trial).count == 1)
        try trial.run("DELETE FROM Note WHERE a = 'x'")
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["1"])
    }

    @Test("an expression over a value that failed is not reported again")
    func onlyTheFirstFailure() throws {
        let schemas: [Schema] = [
            .note(Attribute("a", .string, isOptional: true)), .note(Attribute("a", .int16, isOptional: true)),
            .note(Attribute("a", .int16)),
        ]
        let mappings: [Mapping] = [.stage(convert: [("Note.a", "parsed")]), .stage(2, require: ["Note.a"])]
        let trial = try Trial(schemas, mappings: mappings, "INSERT INTO Note (a) VALUES ('1'), ('x')")
        #expect(try messages(trial).map { $0.contains("cannot hold") } == [true])
        try trial.run("UPDATE Note SET a = NULL WHERE a = 'x'")
        #expect(try messages(trial).map { $0.contains("has no value") } == [true])
    }

    @Test("invalid text is not repaired")
    func invalidText() throws {
        let trial = try Trial(
            [.note(Attribute("a", .string)), .note(Attribute("a", .int16))],
            mappings: [.stage(convert: [("Note.a", "parsed")])],
            "INSERT INTO Note (a) VALUES (CAST(x'31ff' AS TEXT))"
        )
        let found: [String] = try messages(trial)
        let message: String = try #require(found.first)
        #expect(message.contains("is not in UTF-8"), "\(message)")
    }

    @Test func requiredReferences() throws {
        func schema(isOptional: Bool) -> Schema {
            .notes(Entity("Note", relationships: [.toOne("tag", "Tag", isOptional: isOptional)]), Entity("Tag"))
        }
        let trial = try Trial(
            [schema(isOptional: true), schema(isOptional: false)],
            mappings: [.stage(require: ["Note.tag"])],
            "INSERT INTO Tag VALUES (1); INSERT INTO Note VALUES (1, 1), (2, NULL)"
        )
        #expect(try messages(trial).first?.hasPrefix("1 row of 'Note' has no value for 'Note.tag': _id 2") == true)
        try trial.run("UPDATE Note SET tag = 1")
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["1|1", "2|1"])
    }
}
