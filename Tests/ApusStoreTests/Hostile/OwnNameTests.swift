import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// What users added under names that begin like those of Apus' own objects.
@Suite struct OwnNameTests {
    static let prefixes = ["apus_rules_", "apus_derived_", "apus_rtree_", "apus_index_", "Apus_Rules_", "apus_"]

    static let objects: [(name: String, sql: String)] = [
        ("mine", "CREATE TRIGGER NAME AFTER UPDATE ON Note BEGIN UPDATE audit SET line = 'x'; END"),
        ("other", "CREATE TRIGGER NAME AFTER INSERT ON audit BEGIN UPDATE Note SET text = text; END"),
        ("update_Note_x", "CREATE TRIGGER NAME BEFORE UPDATE OF text ON Note BEGIN SELECT 1; END"),
        ("v", "CREATE VIEW NAME AS SELECT text FROM Note"),
        ("i", "CREATE INDEX NAME ON Note (text) WHERE text > 'a'"),
        ("j", "CREATE INDEX NAME ON Note (text)"),
        ("j", "CREATE UNIQUE INDEX NAME ON audit (line)"),
        ("t", "CREATE TABLE NAME (a INTEGER REFERENCES Note)"),
        ("r", "CREATE VIRTUAL TABLE NAME USING rtree(id, low, high)"),
    ]

    @Test("nothing goes in silence", arguments: prefixes)
    func kept(prefix: String) throws {
        for (number, ways) in TriggerTests.ways.enumerated() {
            for (name, sql) in Self.objects {
                let object = prefix + name
                let statement = sql.replacing("NAME", with: object)
                let trial = try Trial(
                    ways,
                    accept: ["Note.size"],
                    "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2); CREATE TABLE audit (line TEXT); \(statement)"
                )
                let planned = error { _ = try trial.migrator().plan(trial.url) }
                let migrated = error { try trial.migrate() }
                #expect(planned == migrated, "\(statement) \(number)")
                let found = try trial.rows("SELECT sql FROM sqlite_schema WHERE name = '\(object)'")
                #expect(found == [statement], "\(number): \(migrated?.description ?? "no error")")
                if let migrated { #expect(migrated.description.contains("'\(object)'"), "\(migrated)") }
            }
        }
    }

    @Test("those of another model in the file stay") func otherModel() throws {
        let bench = try StoreBench(
            TriggerTests.ways[2][0],
            Schema(model: "Other", entities: [Entity("Thing", attributes: [Attribute("a", .int16)])])
        )
        let migrator = try Trial(TriggerTests.ways[2]).migrator()
        try migrator.migrate(bench.url)
        #expect(try migrator.plan(bench.url).isEmpty)
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }
}
