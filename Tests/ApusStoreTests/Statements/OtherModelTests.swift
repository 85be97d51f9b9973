import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// A file may hold several models; a migration is about one of them.
@Suite struct OtherModelTests {
    @Test("A migration of one model leaves the rules of another in the same file")
    func triggersStay() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string)),
            .note(Attribute("text", .string), Attribute("size", .int16, default: .int(1))),
        ]
        let other = Schema(model: "Other", entities: [Entity("Thing", attributes: [Attribute("size", .int16)])])
        let bench = try StoreBench(schemas[0], other)
        try Migrator(planner: Trial.planner(schemas)).migrate(bench.url)
        let found: [Verification] = try Verifier.verifyAll(bench.url)
        #expect(found.map(\.description.model) == ["Notes", "Other"])
        #expect(found.map(\.description.state.version) == [Schema.Version(2), Schema.Version(1)])
        #expect(found.allSatisfy { $0.isSound && $0.differences.isEmpty }, "\(found.map(\.differences))")
        #expect(throws: (any Error).self) { try bench.run("INSERT INTO Thing (size) VALUES (99999)") }
    }

    @Test("A migration of one model leaves the tables of another as their format has them")
    func formatsStay() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string)),
            .note(Attribute("text", .string), Attribute("size", .int16, default: .int(1))),
        ]
        func other(_ attributes: Attribute...) -> Schema {
            Schema(
                model: "Other",
                entities: [
                    Entity("Thing", attributes: attributes, relationships: [.toOne("owner", "Owner")]), Entity("Owner"),
                ]
            )
        }
        let bench = try StoreBench(schemas[0], other(), requiresKeys: true)
        try Migrator(planner: Trial.planner(schemas)).migrate(bench.url)
        #expect(try StoreStatus(of: bench.url, model: "Other").format == StoreFormat.number)
        #expect(try Verifier.verifyAll(bench.url).allSatisfy { $0.isSound && $0.differences.isEmpty })
        try Migrator(planner: Trial.planner([other(), other(Attribute("size", .int16, default: .int(1)))]))
            .migrate(bench.url)
        #expect(try Verifier.verifyAll(bench.url).allSatisfy { $0.isSound && $0.differences.isEmpty })
        #expect(throws: (any Error).self) { try bench.run("INSERT INTO Thing (size) VALUES (1)") }
    }
}
