import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Tables, indexes and triggers that differ from the schema, with the SQL of both.
@Suite("Differences of a store")
struct DifferenceTests {
    private static let schema: Schema = {
        var person = Entity(
            "Person",
            attributes: [Attribute("name", .string), Attribute("age", .int16, isOptional: true)],
            relationships: [.toMany("friends", "Person", inverse: "friends")]
        )
        person.indexes = [
            Entity.Index(
                "old",
                [.init(.property(["age"]), isDescending: true), .init(.property(["name"]))],
                predicate: "age > 60"
            )
        ]
        return Schema(model: "Firm", entities: [person])
    }()

    /// The statement of the index, and its quoted name.
    private func index() throws -> (sql: String, name: String) {
        let table: Table = try #require(Layout(Self.schema).table("Person"))
        let index: Table.Index = try #require(table.indexes.first)
        let name: String = table.indexName(index)
        return (table.createStatement(of: index, named: name).sql, SQLText.name(name))
    }

    @Test(
        "An index is known by what it is over, to the order, the collation and the condition",
        arguments: [
            "(\"age\", \"name\") WHERE (\"age\" > 60)", "(\"age\" DESC, \"name\")",
            "(\"name\", \"age\" DESC) WHERE (\"age\" > 60)",
            "(\"age\" DESC, \"name\" COLLATE NOCASE) WHERE (\"age\" > 60)",
            "(\"age\" DESC, \"name\") WHERE (\"age\" > 61)",
            "(\"age\" + 0 DESC, \"name\") WHERE (\"age\" > 60)",
        ]
    )
    func changedIndex(definition: String) throws {
        let (sql, name) = try index()
        let bench = try StoreBench(Self.schema)
        let other = "CREATE INDEX \(name) ON \"Person\" \(definition)"
        try bench.run("DROP INDEX \(name); \(other)")
        let verification: Verification = try bench.verify()
        #expect(verification.differences.map(\.drift.kind) == ["missingIndex"])
        #expect(verification.differences.map(\.expected) == [sql])
        #expect(verification.differences.map(\.found) == [other])
        #expect(!verification.isSound)
    }

    @Test("Quotes, case, spaces and the name of an index do not matter")
    func sameIndex() throws {
        let (sql, name) = try index()
        let bench = try StoreBench(Self.schema)
        let same: String = sql.replacing(name, with: "mine").replacing("\"", with: "").lowercased()
        try bench.run("DROP INDEX \(name); \(same.replacing(" on person ", with: "  ON [Person]\n"))")
        #expect(try bench.verify().differences == [])
    }

    @Test("A missing trigger, and one that does something else")
    func triggers() throws {
        let bench = try StoreBench(Self.schema)
        let trigger = "CREATE TRIGGER apus_rules_insert_Person BEFORE INSERT ON Person BEGIN SELECT 1; END"
        try bench.run("DROP TRIGGER apus_rules_update_Person; DROP TRIGGER apus_rules_insert_Person; \(trigger)")
        let differences: [StoreDifference] = try bench.verify().differences
        #expect(
            differences.map(\.drift) == [
                .changedObject(type: "trigger", name: "apus_rules_insert_Person"),
                .missingObject(type: "trigger", name: "apus_rules_update_Person"),
            ]
        )
        #expect(differences.map(\.found) == [trigger, nil])
        #expect(differences.allSatisfy { $0.expected?.contains("RAISE") == true })
    }

    @Test("A missing table is reported with its statement, and the rest is still checked")
    func missingTable() throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(
            "INSERT INTO Person (name, age) VALUES ('a', 99999); DROP TABLE Person_friends",
            withoutTriggers: true
        )
        let verification: Verification = try bench.verify()
        #expect(verification.differences.map(\.drift) == [.missingTable("Person_friends")])
        #expect(verification.differences.first?.expected?.hasPrefix("CREATE TABLE \"Person_friends\"") == true)
        #expect(try bench.badValues() == ["Person.age: 1 not an int16: 1"])
        #expect(try StoreStatus(of: bench.url).rows.map(\.count) == [1])
        try bench.run("DROP TABLE Person")
        #expect(try StoreStatus(of: bench.url).rows.map(\.count) == [nil])
    }

    @Test("Additions by hand are reported with their SQL, but not as errors")
    func extras() throws {
        let bench = try StoreBench(Self.schema)
        let made: [(sql: String, drift: Drift)] = [
            ("CREATE INDEX mine ON Person (age)", .extraIndex(table: "Person", name: "mine")),
            ("CREATE TABLE notes (x)", .extraTable("notes")),
            ("CREATE VIEW old AS SELECT * FROM Person WHERE age > 60", .extraObject(type: "view", name: "old")),
            (
                "CREATE TRIGGER log AFTER INSERT ON Person BEGIN INSERT INTO notes VALUES (1); END",
                .extraObject(type: "trigger", name: "log")
            ),
        ]
        for (sql, _) in made { try bench.run(sql) }
        try bench.run("ALTER TABLE Person ADD \"my own\" TEXT DEFAULT 'x'")
        let verification: Verification = try bench.verify()
        #expect(verification.isSound)
        #expect(
            Set(verification.differences)
                == Set(
                    made.map { StoreDifference($0.drift, found: $0.sql) } + [
                        StoreDifference(
                            .extraColumn(table: "Person", column: "my own"),
                            found: "\"my own\" TEXT DEFAULT 'x'"
                        )
                    ]
                )
        )
    }

    @Test("Each of several models in one file is checked, and their tables do not count as additions")
    func severalModels() throws {
        let other = Schema(model: "Other", entities: [Entity("Thing", attributes: [Attribute("size", .int16)])])
        let bench = try StoreBench(Self.schema, other)
        try bench.run("INSERT INTO Thing (size) VALUES (1), (2)")
        let error = StoreError(bench.url.path, .severalModels(["Firm", "Other"]))
        #expect(throws: error) { try Verifier.verify(bench.url) }
        #expect(throws: error) { try StoreStatus(of: bench.url) }
        #expect(try Verifier.verifyAll(bench.url).map(\.description.model) == ["Firm", "Other"])
        #expect(try Verifier.verifyAll(bench.url).allSatisfy { $0.isSound && $0.differences.isEmpty })
        #expect(try Verifier.verify(bench.url, model: "Other").differences.isEmpty)
        #expect(try StoreStatus.all(of: bench.url).map { $0.rows.map(\.count) } == [[0], [2]])
        #expect(try StoreInspection(of: bench.url).models.map(\.description.state.schema) == [Self.schema, other])
        #expect(try StoreInspection(of: bench.url, model: "Other").models.map(\.description.model) == ["Other"])
        #expect(throws: StoreError(bench.url.path, .noSuchModel("None", found: ["Firm", "Other"]))) {
            try StoreInspection(of: bench.url, model: "None")
        }
    }

    @Test("A store of the first format has no triggers, and is sound without them")
    func firstFormat() throws {
        let schema = Schema(model: "Firm", entities: [Entity("Person", attributes: [Attribute("age", .int16)])])
        let bench = try StoreBench(schema)
        try bench.run(
            """
            DROP TRIGGER apus_rules_insert_Person; DROP TRIGGER apus_rules_update_Person;
            PRAGMA user_version = 1; INSERT INTO Person (age) VALUES (7);
            """
        )
        #expect(try bench.verify().differences == [])
        #expect(try bench.verify().isSound)
        #expect(try StoreStatus(of: bench.url).format == 1)
        try bench.run("UPDATE Person SET age = 99999")
        #expect(try bench.badValues() == ["Person.age: 1 not an int16: 1"])
    }
}
