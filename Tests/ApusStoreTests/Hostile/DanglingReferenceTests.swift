import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusStore

/// Stores with references to rows that plain SQL has deleted: `plan` refuses exactly when `migrate` does, with the same
/// words, and a refusal writes nothing.
@Suite("Dangling references") struct DanglingReferenceTests {
    /// A stage, by what happens to the rows of `A`.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let newer: [Entity]
        let lines: [Mapping.Line]
        var testDescription: String { name }
    }

    private static func a(
        _ name: String = "A",
        k: ScalarType = .int32,
        isUnique: Bool = false,
        _ further: [Attribute] = [],
        to destination: String = "A"
    ) -> Entity {
        var entity = Entity(
            name,
            originalName: name == "A" ? nil : "A",
            attributes: [Attribute("k", .scalar(k)), Attribute("v", .string, isOptional: true)] + further,
            relationships: [
                .toOne("friend", destination, isOptional: true, inverse: "friends"),
                .toMany("friends", destination, inverse: "friend"), .toMany("fans", destination),
                .toMany("things", "B"), .toOne("other", "B", isOptional: true),
            ]
        )
        if isUnique { entity.uniquenessConstraints = [["k"]] }
        return entity
    }

    private static let b = Entity("B", attributes: [Attribute("k", .int32)])
    private static let wideB = Entity("B", attributes: [Attribute("k", .string)])

    private static func reduced(_ entity: String, _ kept: Mapping.Duplicates) -> Mapping.Line {
        .duplicates(entity, [Mapping.DuplicateObjects(by: ["k"], keep: .one(kept, by: nil))])
    }

    private static var uniqueB: Entity {
        var entity = b
        entity.uniquenessConstraints = [["k"]]
        return entity
    }

    static let changes: [Change] = [
        Change(name: "nothing", newer: [a(), b, Entity("C")], lines: []),
        Change(name: "copied", newer: [a(k: .string), b], lines: []),
        Change(name: "the other one is copied", newer: [a(), wideB], lines: []),
        Change(name: "renamed", newer: [a("D", to: "D"), b], lines: []),
        Change(name: "renamed and copied", newer: [a("D", k: .string, to: "D"), wideB], lines: []),
        Change(name: "reduced", newer: [a(isUnique: true), b], lines: [reduced("A", .first)]),
        Change(name: "reduced to the last", newer: [a(isUnique: true), b], lines: [reduced("A", .newest)]),
        Change(name: "the other one is reduced", newer: [a(), uniqueB], lines: [reduced("B", .first)]),
        Change(
            name: "both are reduced",
            newer: [a(isUnique: true), uniqueB],
            lines: [reduced("A", .first), reduced("B", .first)]
        ),
        Change(
            name: "filtered",
            newer: [a(), b],
            lines: [.entity("A", [Mapping.Origin(["A"], where: "k > 1")]), .accept(ElementPath("A"))]
        ),
        Change(
            name: "the other one is filtered",
            newer: [a(), b],
            lines: [.entity("B", [Mapping.Origin(["B"], where: "k > 1")]), .accept(ElementPath("B"))]
        ),
    ]

    /// What plain SQL deletes.
    static let damages: [String] = [
        "", "DELETE FROM A WHERE _id = 1", "DELETE FROM A WHERE _id IN (2, 5)", "DELETE FROM A WHERE _id = 6",
        "DELETE FROM B WHERE _id = 1", "DELETE FROM B WHERE _id = 3; DELETE FROM A WHERE _id = 3", "DELETE FROM A",
        "DELETE FROM B",
    ]

    private static let rows = """
        INSERT INTO B (_id, k) VALUES (1, 1), (2, 1), (3, 2);
        INSERT INTO A (_id, k, friend, other) VALUES (1, 1, 2, 1), (2, 1, 3, 2), (3, 2, 1, NULL), (4, 2, 5, 3), (5, 3, 5, 1),
            (6, 1, NULL, 1);
        INSERT INTO A_fans (source, target) VALUES (1, 2), (2, 1), (1, 6), (6, 1), (3, 4), (4, 3), (5, 5), (2, 5);
        INSERT INTO A_things (source, target) VALUES (1, 1), (2, 1), (3, 2), (6, 3), (5, 3);
        """

    @Test("plan refuses exactly when migrate does", arguments: changes, TableStrategy.Rule.allCases)
    func law(change: Change, rule: TableStrategy.Rule) throws {
        let schemas = [[Self.a(), Self.b], change.newer].map { Schema(model: "T", entities: $0) }
        let first = Self.changes.firstIndex { $0.testDescription == change.testDescription } ?? 0
        // A usual run tries a damage and a change with one of the rules, others with other ones.
        let rules = TableStrategy.Rule.allCases
        for (number, damage) in Self.damages.enumerated()
        where TestScale.factor > 1 || rules[(first + number) % rules.count] == rule {
            let setting: Comment = "\(damage)"
            let trial = try Trial(
                schemas,
                mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), change.lines)],
                rule: rule,
                Self.rows + "PRAGMA foreign_keys = OFF;" + damage
            )
            let before = try trial.bytes()
            let planned = error { _ = try trial.migrator().plan(trial.url) }
            let migrated = error { try trial.migrate() }
            #expect(planned == migrated, setting)
            if migrated != nil {
                #expect(try trial.bytes() == before, setting)
                #expect(damage != "", "\(migrated.map(\.description) ?? "")")
                if case .failedValues? = migrated?.reason { continue }
                Issue.record("\(damage): \(migrated.map(\.description) ?? "")")
            }
        }
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }
}
