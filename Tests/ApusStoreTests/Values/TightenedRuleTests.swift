import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Values that violate a newer rule for saving are kept, and reported before and after.
@Suite struct TightenedRuleTests {
    private func attribute(
        _ name: String,
        _ type: AttributeType = .string,
        optional: Bool = true,
        _ set: (inout Attribute) -> Void = { _ in }
    ) -> Attribute {
        var attribute = Attribute(name, type, isOptional: optional)
        set(&attribute)
        return attribute
    }

    @Test("each type of limit, whether the table changes otherwise or not", arguments: TableStrategy.Rule.allCases)
    func limits(_ rule: TableStrategy.Rule) throws {
        let before: [Attribute] = [
            attribute("size", .int16), attribute("score", .double), attribute("text"), attribute("code"),
            attribute("price", .decimal),
        ]
        let after: [Attribute] = [
            attribute("size", .int16) { $0.minimum = .int(2) },
            attribute("score", .double) { $0.maximum = .double(1.5) },
            attribute("text") { $0.length = Length(maximum: 3) }, attribute("code") { $0.pattern = "[a-z]+" },
            attribute("price", .decimal) { $0.minimum = .decimal(1) },
        ]
        let trial = try Trial(
            [.notes(Entity("Note", attributes: before)), .notes(Entity("Note", attributes: after))],
            rule: rule,
            """
            INSERT INTO Note (_id, size, score, text, code, price) VALUES
            (1, 2, 1.5, 'abc', 'a', '1'), (2, 1, 1.5, 'abcd', 'A', '0.5'), (3, NULL, 2, '👨‍👩‍👧abc', NULL, NULL),
            (4, -1, NULL, '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 'b', '1.5')
            """
        )
        #expect(
            try trial.brokenRules() == [
                "Note.size: 2 less than the minimum '2': 2 4", "Note.score: 1 greater than the maximum '1.5': 3",
                "Note.text: 2 not of the length '...3': 2 3", "Note.code: 1 not as the pattern '[a-z]+' says: 2",
                "Note.price: 1 less than the minimum '1': 2",
            ]
        )
    }

    @Test("rules that an older rule implies are not checked")
    func known() throws {
        func schema(_ minimum: Int64, _ length: Length?, renamed: Bool = false) -> Schema {
            .note(
                attribute("size", .int16) { $0.minimum = .int(minimum) },
                attribute(renamed ? "body" : "text") {
                    $0.length = length
                    $0.originalName = renamed ? "text" : nil
                }
            )
        }
        let schemas: [Schema] = [schema(5, Length(maximum: 3)), schema(4, Length(maximum: 4), renamed: true)]
        let trial = try Trial(schemas)
        // Written without the rules: a check would find it.
        try trial.run(
            "DROP TRIGGER apus_rules_insert_Note; INSERT INTO Note (_id, size, text) VALUES (1, 1, 'abcdefgh')"
        )
        #expect(try trial.migrator().forecast(trial.url).brokenRules.isEmpty)
    }

    @Test("converted values, rows of other entities, and filled values")
    func made() throws {
        func schema(_ type: AttributeType, _ set: (inout Attribute) -> Void = { _ in }) -> Schema {
            .notes(
                Entity("Note", attributes: [Attribute("name", .string, isOptional: true)]),
                Entity("Long", parent: "Note", attributes: [attribute("size", type, set)]),
                Entity("Short", parent: "Note")
            )
        }
        let trial = try Trial(
            [schema(.string), schema(.int16) { $0.maximum = .int(10) }],
            mappings: [.stage(convert: [("Long.size", "parsed")])],
            """
            INSERT INTO Note (_id, _entity, name, "Long.size") VALUES (1, 'Note', 'a', NULL), (2, 'Long', 'b', '11'),
            (3, 'Long', 'c', '9'), (4, 'Short', 'd', NULL), (5, 'Long', NULL, NULL)
            """
        )
        #expect(try trial.brokenRules() == ["Note.Long.size: 1 greater than the maximum '10': 2"])
    }

    @Test("columns of any name", arguments: ["true", "FALSE", "c0", "this", "select"])
    func names(_ name: String) throws {
        let after: Schema = .note(
            attribute(name, .int16) {
                $0.maximum = .int(1)
                $0.isUnique = true
            }
        )
        let trial = try Trial([.note(attribute(name, .int16)), after], "INSERT INTO Note VALUES (1, 1), (2, 2)")
        #expect(try trial.brokenRules() == ["Note.\(name): 1 greater than the maximum '1': 2"])
    }

    @Test("several tables whose values are converted, each in its own way")
    func tables() throws {
        func schema(_ type: AttributeType, _ limit: ((inout Attribute) -> Void)? = nil) -> Schema {
            .notes(
                Entity("A", attributes: [attribute("x", type == .string ? .string : .int32) { limit?(&$0) }]),
                Entity("B", attributes: [attribute("y", type == .string ? .double : .int32) { limit?(&$0) }])
            )
        }
        let trial = try Trial(
            [schema(.string), schema(.int32) { $0.maximum = .int(100) }],
            mappings: [.stage(convert: [("A.x", "parsed"), ("B.y", "rounded")])],
            "INSERT INTO A VALUES (1, '500'), (2, '5'); INSERT INTO B VALUES (1, 3.4), (7, 250.6)"
        )
        #expect(
            try trial.brokenRules() == [
                "A.x: 1 greater than the maximum '100': 1", "B.y: 1 greater than the maximum '100': 7",
            ]
        )
    }

    @Test("a rule that only an intermediate version has is ignored; one that is kept applies to the newest version")
    func fused() throws {
        func schema(_ maximum: Int64?) -> Schema {
            .note(attribute("size", .int16) { $0.maximum = maximum.map { .int($0) } })
        }
        let rows = "INSERT INTO Note (_id, size) VALUES (1, 1), (2, 50)"
        #expect(try Trial([schema(nil), schema(10), schema(nil)], rows).brokenRules().isEmpty)
        #expect(
            try Trial([schema(nil), schema(10), schema(10)], rows).brokenRules() == [
                "Note.size: 1 greater than the maximum '10': 2"
            ]
        )
    }
}
