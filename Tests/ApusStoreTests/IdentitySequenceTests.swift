import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

@testable import ApusStore

/// An identity is never used for two objects of tables with one name, as long as the store remembers the first of them.
@Suite("Sequences of identities") struct IdentitySequenceTests {
    /// What happens to an object `A` 9 that was deleted, by name, with the table of the object that is made afterwards.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let versions: [[Entity]]
        /// The entities whose loss each stage accepts.
        let accepted: [[String]]
        /// The entity of a new object.
        let entity: String
        var testDescription: String { name }
    }

    private static let attributes = [Attribute("n", .string, isOptional: true)]
    private static let a = Entity("A", attributes: attributes)
    private static let b = Entity("B", attributes: attributes)
    private static let other = Entity("Other", attributes: attributes)

    private static func renamed(_ old: String, _ new: String) -> Entity {
        Entity(new, originalName: old, attributes: attributes)
    }

    private static func abstract(_ name: String, _ old: String? = nil) -> Entity {
        var entity = Entity(name, originalName: old, attributes: attributes)
        entity.isAbstract = true
        return entity
    }

    static let ways: [Way] = [
        Way(
            name: "another entity gets the name in the stage that removes it",
            versions: [[a, b], [renamed("B", "A")]],
            accepted: [["A"]],
            entity: "A"
        ),
        Way(name: "removed, and added again", versions: [[a, b], [b], [a, b]], accepted: [["A"], []], entity: "A"),
        Way(
            name: "removed, and added again after other versions",
            versions: [[a, b], [b], [b, other], [a, b, other]],
            accepted: [["A"], [], []],
            entity: "A"
        ),
        Way(
            name: "removed, and another entity gets the name later",
            versions: [[a, b], [b], [renamed("B", "A")]],
            accepted: [["A"], []],
            entity: "A"
        ),
        Way(
            name: "renamed, removed, and added again under that name",
            versions: [[a, b], [renamed("A", "C"), b], [b], [b, Entity("C", attributes: attributes)]],
            accepted: [[], ["C"], []],
            entity: "C"
        ),
        Way(
            name: "removed, added again, and renamed",
            versions: [[a, b], [b], [a, b], [renamed("A", "C"), b]],
            accepted: [["A"], [], []],
            entity: "C"
        ),
        Way(
            name: "the root of a hierarchy is renamed and all its kinds are replaced",
            versions: [
                [abstract("A"), Entity("K", parent: "A"), b], [abstract("R", "A"), Entity("L", parent: "R"), b],
            ],
            accepted: [["K"]],
            entity: "R"
        ),
    ]

    private func trial(_ way: Way, rule: TableStrategy.Rule) throws -> Trial {
        let mappings = way.accepted.enumerated().map { index, entities in
            Mapping(
                from: Schema.Version(index + 1),
                to: Schema.Version(index + 2),
                entities.map { .accept(ElementPath($0)) }
            )
        }
        let kind = way.versions[0].contains { $0.name == "K" } ? ("_entity, ", "'K', ") : ("", "")
        return try Trial(
            way.versions.map { Schema(model: "T", entities: $0) },
            mappings: mappings,
            rule: rule,
            """
            INSERT INTO A (_id, \(kind.0)n) VALUES (2, \(kind.1)'a'), (9, \(kind.1)'gone');
            INSERT INTO B (n) VALUES ('b');
            DELETE FROM A WHERE _id = 9;
            """
        )
    }

    @Test("An identity is not used again", arguments: ways, TableStrategy.Rule.allCases)
    func next(way: Way, rule: TableStrategy.Rule) throws {
        var sequences: [[String]] = []
        for steps in [[way.versions.count], Array(2...way.versions.count)] {
            let trial = try trial(way, rule: rule)
            for step in steps { try trial.migrate(to: step) }
            let kind = way.entity == "R" ? ("(_entity, n)", "('L', 'new')") : ("(n)", "('new')")
            try trial.run("INSERT INTO \(way.entity) \(kind.0) VALUES \(kind.1)")
            let all = try trial.rows("SELECT * FROM sqlite_sequence")
            #expect(try trial.rows("SELECT max(_id) FROM \(way.entity)") == ["10"], "\(steps): \(all)")
            #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
            #expect(try Verifier.verify(trial.url).isSound)
            let own = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'apus_log' AND seq > 0 ORDER BY 1"
            sequences.append(try trial.rows(own))
        }
        #expect(sequences[0] == sequences[1], "at once and step by step")
        #expect(Set(sequences[0].map { $0.prefix { $0 != "|" } }).count == sequences[0].count, "one line per table")
    }

    @Test("Tables that swap their names take their sequences with them")
    func swap() throws {
        let versions = [[Self.a, Self.b], [Self.renamed("B", "A"), Self.renamed("A", "B")]]
        let trial = try Trial(
            versions.map { Schema(model: "T", entities: $0) },
            "INSERT INTO A (_id) VALUES (9); INSERT INTO B (_id) VALUES (4)"
        )
        try trial.migrate()
        #expect(
            try trial.rows("SELECT name, seq FROM sqlite_sequence WHERE name <> 'apus_log' ORDER BY 1")
                == ["A|4", "B|9"]
        )
    }
}
