import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// References whose storage changes.
@Suite struct ReferenceTests {
    private static func schema(_ note: [Relationship], _ tag: [Relationship] = []) -> Schema {
        .notes(
            Entity("Note", attributes: [Attribute("text", .string)], relationships: note),
            Entity("Tag", relationships: tag)
        )
    }

    private static let notes: String = """
        INSERT INTO Tag VALUES (1), (2), (3); INSERT INTO Note (_id, text) VALUES (1, 'a'), (2, 'b'), (5, 'c'), (9, 'd');
        """

    private func migrated(_ old: Schema, _ new: Schema, _ sql: String) throws -> Trial {
        let trial = try Trial([old, new], Self.notes + sql)
        try trial.migrate()
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.drifts.allSatisfy(\.isExtra), "\(verification.badValues)")
        #expect(try trial.rows("SELECT _id, text FROM Note") == ["1|a", "2|b", "5|c", "9|d"])
        return trial
    }

    @Test func foreignKeysBecomeAJoinTable() throws {
        let old: Schema = Self.schema([.toOne("tag", "Tag", isOptional: true)])
        let new: Schema = Self.schema([.toMany("tags", "Tag", originalName: "tag")])
        let trial = try migrated(old, new, "UPDATE Note SET tag = 2; UPDATE Note SET tag = NULL WHERE _id = 5")
        #expect(try trial.rows("SELECT * FROM Note_tags ORDER BY source, target") == ["1|2", "2|2", "9|2"])
        #expect(try trial.rows("SELECT count(*) FROM pragma_table_info('Note')") == ["2"])
    }

    @Test func foreignKeysOfTheOtherSideBecomeAJoinTable() throws {
        let old: Schema = Self.schema(
            [.toOne("tag", "Tag", isOptional: true, inverse: "notes")],
            [.toMany("notes", "Note", inverse: "tag")]
        )
        let new: Schema = Self.schema(
            [.toMany("tag", "Tag", inverse: "notes", holdsKey: false)],
            [.toMany("notes", "Note", inverse: "tag", holdsKey: true)]
        )
        let trial = try migrated(old, new, "UPDATE Note SET tag = 3 WHERE _id > 1")
        #expect(
            try trial.rows("SELECT source, target FROM Tag_notes ORDER BY source, target") == ["3|2", "3|5", "3|9"]
        )
    }

    @Test func aForeignKeyMovesToTheOtherSide() throws {
        func schema(_ isHere: Bool) -> Schema {
            Self.schema(
                [.toOne("tag", "Tag", isOptional: true, inverse: "note", holdsKey: isHere)],
                [.toOne("note", "Note", isOptional: true, inverse: "tag", holdsKey: !isHere)]
            )
        }
        let trial = try migrated(
            schema(true),
            schema(false),
            "UPDATE Note SET tag = 1 WHERE _id = 9; UPDATE Note SET tag = 3 WHERE _id = 2"
        )
        #expect(try trial.rows("SELECT * FROM Tag") == ["1|9", "2|NULL", "3|2"])
    }

    private static func joinTable(_ isHere: Bool) -> Schema {
        schema(
            [.toMany("tags", "Tag", inverse: "notes", holdsKey: isHere)],
            [.toMany("notes", "Note", inverse: "tags", holdsKey: !isHere)]
        )
    }

    @Test("the sides of a join table are swapped, with its triggers and indexes")
    func pairsAreTurned() throws {
        let trial = try migrated(
            Self.joinTable(true),
            Self.joinTable(false),
            """
            INSERT INTO Note_tags VALUES (1, 3), (1, 2), (9, 3);
            CREATE TABLE audit (line TEXT);
            CREATE TRIGGER paired AFTER INSERT ON Note_tags BEGIN
              INSERT INTO audit VALUES (NEW.source || ' has ' || NEW.target);
            END;
            CREATE VIEW both AS SELECT source AS note, target AS tag FROM Note_tags;
            """.replacing("CREATE", with: "\nCREATE")
        )
        #expect(
            try trial.rows("SELECT source, target FROM Tag_notes ORDER BY source, target") == ["2|1", "3|1", "3|9"]
        )
        #expect(try trial.rows("SELECT note, tag FROM both ORDER BY note, tag") == ["1|2", "1|3", "9|3"])
        #expect(try trial.rows("SELECT count(*) FROM audit") == ["0"])
        try trial.run("INSERT INTO Tag_notes (source, target) VALUES (1, 5)")
        #expect(try trial.rows("SELECT line FROM audit") == ["5 has 1"])
    }

    @Test func aSplitManyToManyKeepsBoth() throws {
        let split: Schema = Self.schema([.toMany("tags", "Tag")], [.toMany("notes", "Note")])
        let trial = try migrated(Self.joinTable(true), split, "INSERT INTO Note_tags VALUES (1, 3), (9, 2)")
        #expect(try trial.rows("SELECT * FROM Note_tags ORDER BY source, target") == ["1|3", "9|2"])
        #expect(try trial.rows("SELECT * FROM Tag_notes ORDER BY source, target") == ["2|9", "3|1"])
        #expect(try trial.with([Self.joinTable(true), split]).ways().isEmpty)
    }

    @Test func aSplitOneToManyKeepsBoth() throws {
        let old: Schema = Self.schema(
            [.toOne("tag", "Tag", isOptional: true, inverse: "notes")],
            [.toMany("notes", "Note", inverse: "tag")]
        )
        let new: Schema = Self.schema(
            [.toOne("tag", "Tag", isOptional: true)],
            [.toMany("notes", "Note")]
        )
        let trial = try migrated(old, new, "UPDATE Note SET tag = 3 WHERE _id > 1")
        #expect(try trial.rows("SELECT tag FROM Note") == ["NULL", "3", "3", "3"])
        #expect(try trial.rows("SELECT * FROM Tag_notes ORDER BY source, target") == ["3|2", "3|5", "3|9"])
    }

    @Test("a relationship becomes ordered, in a table whose rows are copied")
    func newOrder() throws {
        func schema(isOrdered: Bool) -> Schema {
            var notes: Relationship = .toMany("notes", "Note", inverse: "tag")
            notes.isOrdered = isOrdered
            return Self.schema([.toOne("tag", "Tag", isOptional: true, inverse: "notes")], [notes])
        }
        let trial = try migrated(
            schema(isOrdered: false),
            schema(isOrdered: true),
            "UPDATE Note SET tag = 3 WHERE _id > 1"
        )
        #expect(try trial.rows("SELECT _id FROM Note WHERE tag = 3 ORDER BY \"tag.place\", _id") == ["2", "5", "9"])
    }

    @Test(
        "every row is read as before the first write: tables that swap their names and their foreign keys",
        arguments: [(.cheapest, .rewrite), (.inPlace, .rebuild)] as [(TableStrategy.Rule, TableStrategy.Way)]
    )
    func swaps(rule: TableStrategy.Rule, way: TableStrategy.Way) throws {
        func schema(_ names: (String, String), isLater: Bool) -> Schema {
            let (a, b): (String, String) = names
            func original(_ name: String) -> String? { isLater ? (name == "A" ? "B" : "A") : nil }
            return .notes(
                Entity(
                    a,
                    originalName: original(a),
                    attributes: [Attribute("x", isLater ? .double : .int16)],
                    relationships: [
                        .toOne("other", b, isOptional: true, inverse: "other", holdsKey: !isLater),
                        isLater ? .toMany("self", a) : .toOne("self", a, isOptional: true),
                    ]
                ),
                Entity(
                    b,
                    originalName: original(b),
                    attributes: [Attribute("y", .string)],
                    relationships: [.toOne("other", a, isOptional: true, inverse: "other", holdsKey: isLater)]
                )
            )
        }
        let trial = try Trial(
            [schema(("A", "B"), isLater: false), schema(("B", "A"), isLater: true)],
            rule: rule,
            """
            INSERT INTO B (_id, y) VALUES (1, 'one'), (2, 'two');
            INSERT INTO A (_id, x, other, self) VALUES (7, 70, 2, 8), (8, 80, 1, NULL), (9, 90, NULL, 7);
            """
        )
        #expect(try trial.ways() == ["B": way, "A": .rebuild, "B_self": .fill])
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, x FROM B") == ["7|70.0", "8|80.0", "9|90.0"])
        #expect(try trial.rows("SELECT _id, y, other FROM A") == ["1|one|8", "2|two|7"])
        #expect(try trial.rows("SELECT * FROM B_self ORDER BY source, target") == ["7|8", "9|7"])
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.drifts.isEmpty)
        try trial.run("INSERT INTO B (x) VALUES (1); INSERT INTO A (y) VALUES ('')")
        #expect(try trial.rows("SELECT max(_id) FROM A UNION ALL SELECT max(_id) FROM B") == ["3", "10"])
    }

    @Test("a new table may have the name of a dropped one, and a rebuilt table may refer to it")
    func takenName() throws {
        let old: Schema = .notes(
            Entity("Note", attributes: [Attribute("size", .int16)], relationships: [.toMany("tags", "Note")]),
            Entity("Tag", attributes: [Attribute("name", .string)])
        )
        let new: Schema = .notes(
            Entity(
                "Note",
                attributes: [Attribute("size", .decimal)],
                relationships: [.toMany("tags", "Note"), .toOne("tag", "Tag", isOptional: true)]
            ),
            Entity("Tag", originalName: "Note_tags", relationships: [.toMany("notes", "Note")]),
            Entity("Mark", originalName: "Tag", attributes: [Attribute("name", .string)])
        )
        let trial = try Trial(
            [old, new],
            "INSERT INTO Note VALUES (1, 5), (2, 6); INSERT INTO Note_tags VALUES (1, 2); INSERT INTO Tag VALUES (4, 'n')"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM Note") == ["1|5|NULL", "2|6|NULL"])
        #expect(try trial.rows("SELECT * FROM Mark") == ["4|n"])
        #expect(try trial.rows("SELECT * FROM Tag").isEmpty)
        #expect(try trial.rows("SELECT * FROM Note_tags ORDER BY source, target") == ["1|2"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }
}
