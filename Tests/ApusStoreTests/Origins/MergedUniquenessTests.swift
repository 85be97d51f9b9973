import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Unique constraints over objects of entities that become one.
@Suite struct MergedUniquenessTests {
    @Test(
        "Equal values of rows of several tables are reported with the entities of the rows",
        arguments: [nil, "A", "B"]
    )
    func equal(_ old: String?) throws {
        var k = Attribute("k", .string)
        k.isUnique = true
        let trial = try Trial(
            [
                Schema(model: "M", entities: ["A", "B"].map { Entity($0, attributes: [k]) }),
                Schema(model: "M", entities: [Entity("N", originalName: old, attributes: [k])]),
            ],
            mappings: [
                Mapping(from: Schema.Version(1), to: Schema.Version(2), [.entity("N", [Mapping.Origin(["A", "B"])])])
            ],
            "INSERT INTO A (_id, k) VALUES (1, 'x'), (2, 'y'); INSERT INTO B (_id, k) VALUES (1, 'x'), (2, 'z')"
        )
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        let message = error.map { String(describing: $0) } ?? ""
        #expect(message.contains("2 rows of 'N' have the same 'k' as other rows"), "\(message)")
        #expect(message.contains(": _id 1 of 'A', _id 1 of 'B'"), "\(message)")
    }
}
