import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// The effects of a migration on the rows of a store, measured on a copy.
@Suite struct RehearsalTests {
    /// Drops a note's colour, fills its title, converts its size to a decimal, and adds a mark; tags are removed.
    private static let schemas: [Schema] = [
        Schema(
            model: "Notes",
            entities: [
                Entity(
                    "Note",
                    attributes: [
                        Attribute("title", .string, isOptional: true), Attribute("size", .int16),
                        Attribute("colour", .string, isOptional: true), Attribute("same", .string, isOptional: true),
                    ]
                ), Entity("Tag", attributes: [Attribute("name", .string)]),
            ]
        ),
        Schema(
            model: "Notes",
            entities: [
                Entity(
                    "Memo",
                    originalName: "Note",
                    attributes: [
                        Attribute("heading", .string, default: .string("none"), originalName: "title"),
                        Attribute("size", .decimal), Attribute("same", .string, isOptional: true),
                        Attribute("mark", .int32, default: .int(7)),
                    ]
                )
            ]
        ),
    ]

    private static let rows: String = """
        INSERT INTO Note VALUES (1, 'a', 1, 'red', 'x'), (2, NULL, 2, NULL, NULL), (3, 'c', 3, 'blue', ''), (9, NULL, 4, 'é', 'y');
        INSERT INTO Tag VALUES (1, 'one'), (2, 'two')
        """

    @Test("Added and removed rows, and changed, lost and filled values, with samples")
    func effects() throws {
        let trial = try Trial(Self.schemas, accept: ["Note.colour", "Tag"], Self.rows)
        let before: [String: Data] = try trial.bytes()
        let rehearsal: Rehearsal = try trial.migrator().rehearse(trial.url, in: trial.folder.url)
        #expect(try trial.bytes() == before, "the store is as it was, and no copy is left")
        #expect(
            rehearsal.effects.rows.map(\.line) == ["Tag: 2 → 0, 0 new, 2 gone"]
        )
        #expect(
            rehearsal.effects.values.map(\.line) == [
                "Memo.heading: 0 changed, 0 lost, 2 filled: 2 none → 'none', 9 none → 'none'",
                "Memo.mark: 0 changed, 0 lost, 4 filled: 1 none → 7, 2 none → 7, 3 none → 7",
                "Note.colour: 0 changed, 3 lost, 0 filled: 1 'red' → none, 3 'blue' → none, 9 'é' → none",
                "Tag.name: 0 changed, 2 lost, 0 filled: 1 'one' → none, 2 'two' → none",
            ]
        )
        #expect(rehearsal.report.plan.target.version == Schema.Version(2))
        // The migration has the effects that the rehearsal reported.
        let report: MigrationReport = try trial.migrate()
        #expect(report.rowsWritten == rehearsal.report.rowsWritten)
        #expect(try trial.rows("SELECT heading, mark FROM Memo WHERE _id = 9") == ["none|7"])
    }

    @Test("Rows that several origins take were there once")
    func severalOrigins() throws {
        let name = Attribute("name", .string)
        let trial = try Trial(
            [
                Schema(model: "M", entities: [Entity("A", attributes: [name]), Entity("B", parent: "A")]),
                Schema(model: "M", entities: [Entity("A", attributes: [name, Attribute("kind", .string)])]),
            ],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [
                        .entity(
                            "A",
                            [
                                Mapping.Origin(["B"], values: ["kind": "'b'"]),
                                Mapping.Origin(["A", "B"], values: ["kind": "'a'"]),
                            ]
                        )
                    ]
                )
            ],
            "INSERT INTO A (_id, _entity, name) VALUES (1, 'A', 'x'), (2, 'B', 'y'), (3, 'B', 'z')"
        )
        let rehearsal = try trial.migrator().rehearse(trial.url, in: trial.folder.url)
        #expect(rehearsal.effects.rows.map(\.line) == ["A: 3 → 5, 2 new, 0 gone"])
    }

    @Test("Errors of a migration are errors of its rehearsal, and name the store rather than the copy")
    func failure() throws {
        let schemas: [Schema] = [.note(Attribute("text", .string)), .note(Attribute("text", .int16))]
        let mapping: Mapping = .stage(convert: [("Note.text", "exact")])
        let trial = try Trial(schemas, mappings: [mapping], "INSERT INTO Note (text) VALUES ('1'), ('x')")
        let before: [String: Data] = try trial.bytes()
        let error: StoreError? = #expect(throws: StoreError.self) {
            try trial.migrator().rehearse(trial.url, in: trial.folder.url)
        }
        guard case .failedValues(let failed)? = error?.reason, error?.path == trial.url.relativePath else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(failed.map(\.count) == [1])
        #expect(try trial.bytes() == before)
    }

    @Test("An empty plan has no effects")
    func nothing() throws {
        let trial = try Trial(Self.schemas, accept: ["Note.colour", "Tag"], Self.rows)
        try trial.migrate()
        let rehearsal: Rehearsal = try trial.migrator().rehearse(trial.url, in: trial.folder.url)
        #expect(rehearsal.report.plan.isEmpty)
        #expect(rehearsal.effects == RowEffects(rows: [], values: [], unread: []))
    }
}

extension RowEffects.Rows {
    fileprivate var line: String { "\(path): \(before) → \(after), \(added) new, \(removed) gone" }
}

extension RowEffects.Values {
    fileprivate var line: String {
        let shown: [String] = samples.map { "\($0.row) \($0.before ?? "none") → \($0.after ?? "none")" }
        return "\(path): \(changed) changed, \(lost) lost, \(filled) filled: \(shown.joined(separator: ", "))"
    }
}

/// Dry runs of stores that are unusual.
@Suite struct UnusualRehearsalTests {
    @Test(arguments: ["UTF-16le", "UTF-16be"]) func encodings(encoding: String) throws {
        var capital = Attribute("capital", .string)
        capital.isOptional = true
        capital.derivation = .function(.uppercase, of: ["text"])
        let trial = try Trial([
            .note(Attribute("text", .string), Attribute("size", .int16)),
            .note(Attribute("text", .string), Attribute("size", .string), capital),
        ])
        let store = try makeStore(in: encoding, like: trial)
        let rehearsal = try trial.migrator().rehearse(store)
        #expect(rehearsal.report.rowsWritten == 2 && rehearsal.effects.rows.isEmpty)
        try trial.migrator().migrate(store)
        let migrated = try DatabaseQueue(path: store.path)
        let values = try migrated.read { try String.fetchAll($0, sql: "SELECT capital || size FROM Note") }
        #expect(values == ["Ä€7", "B8"])
    }

    @Test("where a text becomes bytes, in a store that has texts in UTF-16, nothing is migrated")
    func bytesOfTexts() throws {
        var external = Attribute("text", .string)
        external.usesExternalStorage = true
        let size = Attribute("size", .int16)
        for newer in [external, Attribute("text", .data)] {
            let trial = try Trial([.note(Attribute("text", .string), size), .note(newer, size)])
            let store = try makeStore(in: "UTF-16le", like: trial)
            let before = try Data(contentsOf: store)
            for action in [{ _ = try trial.migrator().rehearse(store) }, { _ = try trial.migrator().migrate(store) }] {
                let error = try #require(throws: StoreError.self) { try action() }
                #expect(error.reason == .encoding("UTF-16le"))
            }
            #expect(try Data(contentsOf: store) == before)
        }
    }

    @Test("a text that stays in its file is no concern of a store that has texts in UTF-16")
    func keptTexts() throws {
        var external = Attribute("text", .string)
        external.usesExternalStorage = true
        let (size, wide) = (Attribute("size", .int16), Attribute("size", .int64))
        let trial = try Trial([.note(external, size), .note(external, wide)])
        let store = try makeStore(in: "UTF-16le", like: trial)
        let queue = try DatabaseQueue(path: store.path)
        try queue.write { try $0.execute(sql: "UPDATE Note SET text = '\(UUID().uuidString)' WHERE _id = 1") }
        try queue.write { try $0.execute(sql: "UPDATE Note SET text = '\(UUID().uuidString)' WHERE _id = 2") }
        try queue.close()
        try trial.migrator().migrate(store)
    }

    /// Makes a store of two notes with the tables of a trial's, in another encoding.
    private func makeStore(in encoding: String, like trial: Trial) throws -> URL {
        let dump = try trial.rows(
            "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
        )
        let description = try trial.rows(
            "SELECT quote(model) || ', ' || quote(version) || ', ' || quote(digest) || ', ' || quote(schema) || ', 1' FROM apus_model"
        )
        let store = trial.folder["wide.sqlite"]
        let queue = try DatabaseQueue(path: store.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA encoding = '\(encoding)'; PRAGMA application_id = \(StoreFormat.applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(StoreFormat.number)")
            try db.execute(sql: dump.joined() + "INSERT INTO apus_model VALUES (\(description[0]))")
            try db.execute(sql: "INSERT INTO Note (text, size) VALUES ('ä€', 7), ('b', 8)")
        }
        try queue.close()
        return store
    }
}
