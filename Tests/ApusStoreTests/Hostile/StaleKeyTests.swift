import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Derived values that are stale, because something was written without the store's triggers: a new unique constraint is
/// judged by the values that it will see.
@Suite struct StaleKeyTests {
    private static func schema(unique: Bool, _ function: String = "canonical:(email)", _ more: Attribute...) -> Schema {
        var key = Attribute("key", .string, isOptional: true)
        key.derivation = Derivation(function)
        key.isUnique = unique
        return .notes(Entity("Person", attributes: [Attribute("email", .string), key] + more))
    }

    @Test(
        arguments: TableStrategy.Rule.allCases,
        // Stored keys that are equal though the addresses are not, and the other way round.
        ["UPDATE Person SET email = 'z' WHERE _id = 2", "UPDATE Person SET email = 'A' WHERE _id = 2", "SELECT 1"]
    )
    func stale(rule: TableStrategy.Rule, change: String) throws {
        for newer in [
            Self.schema(unique: true), Self.schema(unique: true, "lowercase:(email)"),
            Self.schema(unique: true, "canonical:(email)", Attribute("n", .int32, default: .int(1))),
        ] {
            for isReduced in [false, true] {
                for second in ["a", "b"] {
                    let line: Mapping.Line = .duplicates(
                        "Person",
                        [Mapping.DuplicateObjects(by: ["key"], keep: .one(.first, by: nil))]
                    )
                    let trial = try Trial(
                        [Self.schema(unique: false), newer],
                        mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), isReduced ? [line] : [])],
                        rule: rule
                    )
                    try trial.runAsRuntime("INSERT INTO Person (email) VALUES ('a'), ('\(second)'), ('c')")
                    let triggers = try trial.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
                    try trial.run(triggers.map { "DROP TRIGGER \"\($0)\";" }.joined() + change)
                    let planned = error { _ = try trial.migrator().plan(trial.url) }
                    let migrated = error { try trial.migrate() }
                    let setting = "\(change) \(second) \(isReduced): \(migrated?.description ?? "no error")"
                    #expect(planned == migrated, "\(setting)")
                    if change == "SELECT 1", second == "b" { #expect(migrated == nil, "\(setting)") }
                    if case .failedValues? = migrated?.reason { continue }
                    #expect(migrated == nil, "\(setting)")
                    #expect(
                        try trial.rows("SELECT count(*) - count(DISTINCT \"key\") FROM Person") == ["0"],
                        "\(setting)"
                    )
                }
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
