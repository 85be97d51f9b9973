import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Hierarchies that lines of a mapping put below one root: every object is there, under a new identity where it needs one.
@Suite struct OriginHierarchyTests {
    private let name = [Attribute("n", .string)]
    private let flag = Attribute("f", .string, isOptional: true, default: .string("d"))

    private func below(_ name: String, _ parent: String, _ attributes: [Attribute] = []) -> Entity {
        Entity(name, parent: parent, attributes: attributes)
    }

    private func trial(_ versions: [[Entity]], _ lines: [[Mapping.Line]], _ rows: String) throws -> Trial {
        try Trial(
            versions.map { Schema(model: "M", entities: $0) },
            mappings: lines.enumerated().map { index, lines in
                Mapping(from: Schema.Version(index + 1), to: Schema.Version(index + 2), lines)
            },
            rows
        )
    }

    private let rows =
        "INSERT INTO A (_id, n) VALUES (1, 'a'), (2, 'b'); INSERT INTO B (_id, n) VALUES (1, 'c'), (3, 'd')"

    @Test("Objects of a second hierarchy follow the last identity of the first, which a deleted object had")
    func joins() throws {
        let trial = try trial(
            [
                [Entity("A", attributes: name), Entity("B", attributes: name)],
                [Entity("A", attributes: name), below("B", "A")],
            ],
            [[.entity("B", [Mapping.Origin(["B"])])]],
            rows + "; INSERT INTO A (_id, n) VALUES (9, 'gone'); DELETE FROM A WHERE _id = 9"
        )
        try trial.migrate()
        #expect(
            try trial.rows("SELECT _id, _entity, n FROM A ORDER BY 1") == ["1|A|a", "2|A|b", "10|B|c", "12|B|d"]
        )
        #expect(try trial.rows("SELECT seq FROM sqlite_sequence WHERE name = 'A'") == ["12"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("What joins a hierarchy and leaves it again has the same identities at once and step by step")
    func joinsAndLeaves() throws {
        let apart = [Entity("A", attributes: name), Entity("B", attributes: name)]
        func migrated(_ steps: [Int]) throws -> [[String]] {
            let trial = try trial(
                [apart, [Entity("A", attributes: name), below("B", "A")], apart],
                [[.entity("B", [Mapping.Origin(["B"])])], []],
                rows
            )
            for step in steps { try trial.migrate(to: step) }
            let sequences = "SELECT name, seq FROM sqlite_sequence WHERE name IN ('A', 'B') ORDER BY 1"
            return try ["SELECT * FROM A ORDER BY 1", "SELECT * FROM B ORDER BY 1", sequences].map(trial.rows)
        }
        let fused = try migrated([3])
        #expect(fused == [["1|a", "2|b"], ["3|c", "5|d"], ["A|5", "B|5"]])
        #expect(try migrated([2, 3]) == fused)
    }

    @Test("A look-up finds objects whose attribute has another column since they joined")
    func finds() throws {
        var renamed = Attribute("t", .string)
        renamed.originalName = "n"
        let trial = try trial(
            [
                [
                    Entity("A", attributes: name), Entity("B", attributes: [Attribute("t", .string)]),
                    Entity("L", attributes: name),
                ],
                [
                    Entity("A", attributes: [renamed]), below("B", "A"),
                    Entity("L", attributes: name, relationships: [.toOne("b", "B", isOptional: true)]),
                ],
            ],
            [
                [
                    .entity("B", [Mapping.Origin(["B"])]),
                    .value(ElementPath("L", "b"), "find(B, t == $source.n)"),
                ]
            ],
            """
            INSERT INTO A (_id, n) VALUES (1, 'a'); INSERT INTO B (_id, t) VALUES (1, 'x'), (2, 'y');
            INSERT INTO L (_id, n) VALUES (1, 'y')
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, t FROM A ORDER BY 1") == ["1|a", "2|x", "3|y"])
        #expect(try trial.rows("SELECT b FROM L") == ["3"])
    }

    @Test("Sub-entities that stay get the default of what another origin gives their parent")
    func defaults() throws {
        let trial = try trial(
            [
                [Entity("A", attributes: name), below("S", "A"), Entity("B", attributes: name + [flag])],
                [Entity("A", attributes: name + [flag]), below("S", "A")],
            ],
            [[.entity("A", [Mapping.Origin(["A", "B"])])]],
            """
            INSERT INTO A (_id, _entity, n) VALUES (1, 'A', 'a'), (2, 'S', 's');
            INSERT INTO B (_id, n, f) VALUES (1, 'b', 'own')
            """
        )
        try trial.migrate()
        #expect(
            try trial.rows("SELECT _id, _entity, n, f FROM A ORDER BY 1") == ["1|A|a|d", "2|S|s|d", "3|A|b|own"]
        )
    }

    @Test("An attribute of an abstract entity is not taken for another one that it would inherit")
    func clashes() throws {
        var abstract = Entity("B", attributes: [Attribute("n", .int64)])
        abstract.isAbstract = true
        var joined = below("B", "A")
        joined.isAbstract = true
        let trial = try trial(
            [
                [Entity("A", attributes: name), abstract, below("C", "B")],
                [Entity("A", attributes: name), joined, below("C", "B")],
            ],
            [[.entity("C", [Mapping.Origin(["C"])])]],
            "INSERT INTO B (_id, _entity, n) VALUES (1, 'C', 7)"
        )
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error.map(String.init(describing:))?.contains("'B.n' has the name of a property") == true)
    }

    @Test("A hierarchy some of whose entities stay outside does not join")
    func refuses() throws {
        let trial = try trial(
            [
                [Entity("A", attributes: name), Entity("B", attributes: name), below("S", "B")],
                [Entity("A", attributes: name), below("B", "A"), Entity("S", attributes: name)],
            ],
            [[.entity("B", [Mapping.Origin(["B"])])]],
            "INSERT INTO B (_id, _entity, n) VALUES (1, 'B', 'c'), (3, 'S', 'd')"
        )
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error.map(String.init(describing:))?.contains("not all of its sub-entities stay below it") == true)
    }
}
