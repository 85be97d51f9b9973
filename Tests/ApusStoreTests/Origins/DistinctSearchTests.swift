import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// How objects of distinct values, and the objects that refer to them, are found.
@Suite struct DistinctSearchTests {
    private let attributes = [Attribute("k", .string), Attribute("n", .int64)]

    private func trial(_ older: [String], _ origin: Mapping.Origin, finding text: String? = nil) throws -> Trial {
        let link = text == nil ? [] : [Relationship.toOne("t", "T", isOptional: true)]
        return try Trial(
            [
                Schema(model: "M", entities: older.map { Entity($0, attributes: attributes) }),
                Schema(
                    model: "M",
                    entities: older.map { Entity($0, attributes: attributes, relationships: link) }
                        + [Entity("T", attributes: attributes)]
                ),
            ],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.entity("T", [origin])]
                        + older.compactMap { name in text.map { .value(ElementPath(name, "t"), $0) } }
                )
            ],
            older.map { "INSERT INTO \($0) (_id, k, n) VALUES (1, 'x', 0), (2, 'x', 1), (3, 'x', 2), (4, 'y', 2);" }
                .joined()
        )
    }

    @Test("The first objects of each value are read by their identities, with the condition of the origin")
    func found() throws {
        let trial = try trial(["N"], Mapping.Origin(["N"], where: "n > 0", distinct: ["k"]))
        let program = try trial.program()
        #expect(
            program.contains { $0.contains("source.\"_id\" IN (SELECT value FROM \"apus_") && !$0.contains("> 0") },
            "\(program)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, k, n FROM T ORDER BY 1") == ["2|x|1", "4|y|2"])
    }

    @Test("Of objects of several entities, the first one of each value stays")
    func several() throws {
        let trial = try trial(["A", "B"], Mapping.Origin(["B", "A"], where: "n > 0", distinct: ["k", "n"]))
        try trial.migrate()
        #expect(try trial.rows("SELECT k, n FROM T ORDER BY 1, 2") == ["x|1", "x|2", "y|2"])
        #expect(try trial.rows("SELECT count(*) FROM A") == ["4"])
    }

    @Test("An object that is found by the values by which it is distinct is the only one, and is not checked")
    func sole() throws {
        func searches(_ trial: Trial) throws -> Bool {
            try Migrator(planner: trial.planner).plan(trial.url).passes.contains { pass in
                pass.projection.graph.contains { node in
                    if case .lookup(let lookup) = node.value { lookup.choice.isOnly } else { false }
                }
            }
        }
        let sole = try trial(["N"], Mapping.Origin(["N"], distinct: ["k"]), finding: "find(T, k == $source.k)")
        #expect(try !searches(sole))
        try sole.migrate()
        #expect(try sole.rows("SELECT _id, t FROM N ORDER BY 1") == ["1|1", "2|1", "3|1", "4|4"])
        let other = try trial(["N"], Mapping.Origin(["N"], distinct: ["k"]), finding: "find(T, n == $source.n)")
        #expect(try searches(other))
        try other.run("UPDATE N SET n = 0 WHERE _id = 4")
        let error = #expect(throws: StoreError.self) { try other.migrate() }
        let message = error.map { String(describing: $0) } ?? ""
        #expect(message.contains("several objects that 'find' could give for 'N.t'"), "\(message)")
    }
}
