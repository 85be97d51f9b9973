import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Dangling references are found before the first write, if the migration would check them afterwards.
@Suite struct ReferenceCheckTests {
    private func schema(_ type: AttributeType) -> Schema {
        .notes(
            Entity(
                "Note",
                attributes: [Attribute("size", type)],
                relationships: [.toOne("tag", "Tag", isOptional: true), .toMany("others", "Tag")]
            ),
            Entity("Tag", attributes: [Attribute("size", .int32)])
        )
    }

    private let rows: String = """
        INSERT INTO Tag VALUES (1, 1); INSERT INTO Note VALUES (1, 5, 1), (2, 6, 77), (3, 7, NULL), (4, 8, 78);
        INSERT INTO Note_others VALUES (1, 1), (2, 79), (80, 1)
        """

    private func refusal(_ trial: Trial) throws -> [String] {
        let before: [String: Data] = try trial.bytes()
        let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(#expect(throws: StoreError.self) { try trial.migrator().plan(trial.url) } == error)
        #expect(try trial.bytes() == before)
        return (error?.diagnostics ?? []).map(\.message)
    }

    @Test("in a table that is copied, and in tables that refer to it")
    func copied() throws {
        let trial = try Trial([schema(.int32), schema(.string)], rows)
        #expect(
            try refusal(trial) == [
                "2 rows of 'Note' have a 'Note.tag' that refers to no row of 'Tag': 2 → 77, 4 → 78",
                "1 row of 'Note_others' has a 'Note.others' that refers to no row of 'Note': 80 → 80",
            ]
        )
        try trial.run("UPDATE Note SET tag = NULL WHERE _id = 2; DELETE FROM Note WHERE _id = 4")
        try trial.run("DELETE FROM Note_others WHERE 80 IN (source, target)")
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["1|5|1", "2|6|NULL", "3|7|NULL"])
    }

    @Test("foreign keys of sub-entities, also if another entity is removed")
    func kinds() throws {
        func schema(_ type: AttributeType, hasOther: Bool = true) -> Schema {
            var entities: [Entity] = [
                Entity("Note", attributes: [Attribute("size", type)]),
                Entity("Child", parent: "Note", relationships: [.toOne("tag", "Tag", isOptional: true)]),
                Entity("Other", parent: "Note"), Entity("Tag"),
            ]
            if !hasOther { entities.remove(at: 2) }
            return Schema(model: "Notes", entities: entities)
        }
        let rows: String = """
            INSERT INTO Tag VALUES (1); INSERT INTO Note (_id, _entity, size, "Child.tag") VALUES (1, 'Note', 1, NULL),
            (2, 'Child', 2, 1), (3, 'Child', 3, 9), (4, 'Other', 4, NULL)
            """
        let message = "1 row of 'Note' has a 'Child.tag' that refers to no row of 'Tag': 3 → 9"
        #expect(try refusal(Trial([schema(.int32), schema(.string)], rows)) == [message])
        let fewer: [Schema] = [schema(.int32), schema(.string, hasOther: false)]
        #expect(try refusal(Trial(fewer, accept: ["Other"], rows)) == [message])
    }

    @Test("columns with any name do not conflict with those of the query", arguments: ["value", "keys", "far", "this"])
    func names(_ name: String) throws {
        func schema(_ type: AttributeType) -> Schema {
            .notes(
                Entity("Note", attributes: [Attribute(name, type)], relationships: [.toOne("tag", "Tag")]),
                Entity("Tag", attributes: [Attribute(name, .int32)])
            )
        }
        let trial = try Trial(
            [schema(.int32), schema(.string)],
            "INSERT INTO Tag VALUES (1, 50); INSERT INTO Note VALUES (7, 60, 1)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["7|60|1"])
    }

    @Test("tables that the migration does not touch are not checked")
    func untouched() throws {
        var added: Schema = schema(.int32)
        added.entities[0].attributes.append(Attribute("more", .string, isOptional: true))
        let trial = try Trial([schema(.int32), added], rows)
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Note WHERE tag > 1") == ["2"])
        #expect(try Verifier.verify(trial.url).badValues.map(\.count) == [2, 1, 1])
    }
}
