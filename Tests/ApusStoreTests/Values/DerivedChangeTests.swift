import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

@testable import ApusStore

/// Derived attributes that keep their name and are computed from other values, as another type.
@Suite struct DerivedChangeTests {
    /// A type, and from what it is derived.
    struct Form: Sendable, CustomTestStringConvertible {
        let type: ScalarType
        let text: String
        let isUnique: Bool

        var testDescription: String { "\(isUnique ? "unique " : "")\(type) \(text)" }
    }

    static let forms: [Form] = [
        (.string, "text"), (.string, "canonical:(text)"), (.string, "other"), (.int16, "size"), (.int64, "size"),
        (.int64, "count"), (.int16, "items.@count"), (.int64, "items.@count"), (.int16, "items.@sum.size"),
        (.int64, "items.@sum.size"), (.double, "items.@sum.amount"), (.double, "amount"), (.date, "day"),
        (.date, "now()"), (.decimal, "price"), (.bool, "flag"), (.uuid, "key"), (.data, "bytes"),
    ].flatMap { type, text in
        (text == "now()" ? [false] : [false, true]).map { Form(type: type, text: text, isUnique: $0) }
    }

    private static func schema(_ form: Form, _ change: (Attribute) -> Attribute = { $0 }) -> Schema {
        var derived = Attribute("derived", .scalar(form.type), isOptional: true)
        derived.derivation = Derivation(form.text)
        derived.isUnique = form.isUnique
        let own = [
            Attribute("text", .string), Attribute("other", .string), Attribute("size", .int16),
            Attribute("count", .int64), Attribute("amount", .double), Attribute("day", .date),
            Attribute("price", .decimal), Attribute("flag", .bool), Attribute("key", .uuid),
            Attribute("bytes", .data),
        ]
        return .notes(
            Entity(
                "Note",
                attributes: own.map(change) + [derived],
                relationships: [.toMany("items", "Item", inverse: "note")]
            ),
            Entity(
                "Item",
                attributes: [Attribute("size", .int16), Attribute("amount", .double)],
                relationships: [.toOne("note", "Note", isOptional: true, inverse: "items")]
            )
        )
    }

    private static let rows = """
        INSERT INTO Note (text, other, size, "count", amount, day, price, flag, "key", bytes) VALUES \
        ('É', 'b', 1, 70000, 0.5, 1.0, '1.5', 1, x'00112233445566778899aabbccddeeff', x'01'), \
        ('12', 'É', 30000, 2, 1e300, -2.5, '-3', 0, x'00112233445566778899aabbccddee00', x''); \
        INSERT INTO Item (size, amount, note) VALUES (30000, 1.5, 1), (30000, 2.5, 1), (1, 1e308, 2);
        """

    @Test(arguments: forms)
    func planRefusesWhenMigrateDoes(older: Form) throws {
        for (number, newer) in Self.forms.enumerated() where newer.text != older.text || newer.type != older.type {
            let rules = TableStrategy.Rule.allCases
            // A third of the pairs in a usual run, another one for each older form.
            let turn =
                (number + (Self.forms.firstIndex { $0.testDescription == older.testDescription } ?? 0))
                % (3 * rules.count)
            for (index, rule) in rules.enumerated() where TestScale.factor > 1 || turn == index {
                let setting = "\(older.testDescription) → \(newer.testDescription), \(rule)"
                let trial = try Trial([Self.schema(older), Self.schema(newer)], mappings: [.stage()], rule: rule)
                // Some older forms cannot hold these values.
                do { try trial.runAsRuntime(Self.rows) } catch { continue }
                let planned = error { _ = try trial.migrator().plan(trial.url) }
                let migrated = error { try trial.migrate() }
                #expect(planned == migrated, "\(setting): \(migrated?.description ?? "no error")")
                if migrated == nil { #expect(try Verifier.verify(trial.url).isSound, "\(setting)") }
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
