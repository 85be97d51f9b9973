import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// References of objects that become those of several entities.
@Suite struct SplitReferenceTests {
    let kind = [Attribute("k", .string)]
    private let r = Relationship.toOne("r", "Z", isOptional: true)

    /// A store at the first of some versions, with the lines of each stage.
    func trial(_ versions: [[Entity]], _ lines: [[Mapping.Line]], _ rows: String) throws -> Trial {
        try Trial(
            versions.map { Schema(model: "M", entities: $0) },
            mappings: lines.enumerated().map { index, lines in
                Mapping(from: Schema.Version(index + 1), to: Schema.Version(index + 2), lines)
            },
            rows
        )
    }

    func message(_ trial: Trial) throws -> String {
        let before = try trial.bytes()
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try trial.bytes() == before)
        return error.map(String.init(describing:)) ?? ""
    }

    private var apart: [Entity] {
        [
            Entity("A", attributes: kind, relationships: [r]), Entity("B", attributes: kind, relationships: [r]),
            Entity("Z"),
        ]
    }
    private var joined: [Entity] { [Entity("N", attributes: kind, relationships: [r]), Entity("Z")] }

    func split(_ a: String = "k BEGINSWITH 'a'", _ b: String = "NOT (k BEGINSWITH 'a')") -> [Mapping.Line] {
        [.entity("A", [Mapping.Origin(["N"], where: a)]), .entity("B", [Mapping.Origin(["N"], where: b)])]
    }

    @Test("What was joined is split again with the references of both", arguments: [true, false])
    func roundTrip(isFused: Bool) throws {
        let trial = try trial(
            [apart, joined, apart],
            [[.entity("N", [Mapping.Origin(["A", "B"])])], split()],
            """
            INSERT INTO Z (_id) VALUES (1), (2); INSERT INTO A (_id, k, r) VALUES (1, 'a1', 1), (2, 'a2', NULL);
            INSERT INTO B (_id, k, r) VALUES (1, 'b1', 1), (2, 'b2', 2)
            """
        )
        if !isFused { try trial.migrate(to: 2) }
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, k, r FROM A ORDER BY 1") == ["1|a1|1", "2|a2|NULL"])
        #expect(try trial.rows("SELECT _id, k, r FROM B ORDER BY 1") == ["3|b1|1", "4|b2|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    private let rows = """
        INSERT INTO Z (_id) VALUES (1); INSERT INTO N (_id, k, r) VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1)
        """

    @Test("An object that no origin takes is refused, and one that two take has its reference in both")
    func conditions() throws {
        let gap = try trial([joined, apart], [split("k == 'a'", "k == 'b'")], rows)
        #expect(try message(gap).contains("1 row of 'N' would be lost, because no origin in the mapping takes it"))
        let overlap = try trial([joined, apart], [split("k <= 'b'", "k >= 'b'")], rows)
        try overlap.migrate()
        #expect(
            try overlap.rows("SELECT _id, r FROM A UNION ALL SELECT _id, r FROM B") == ["1|1", "2|1", "2|1", "3|1"]
        )
    }

    @Test("An accepted loss of what one of them has stays one")
    func accepted() throws {
        let trial = try trial([joined, apart], [split() + [.accept(ElementPath("N", "r"))]], rows)
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, r FROM A UNION ALL SELECT _id, r FROM B") == ["1|1", "2|NULL", "3|NULL"])
    }

    // MARK: Distinct values

    @Test(
        "To-many references that one origin keeps are not lost to another one's distinct values",
        arguments: [0, 1, 2]
    )
    func besideDistinct(_ index: Int) throws {
        let far: [Relationship] = index == 0 ? [] : [.toMany("ns", "N", inverse: "r")]
        var near = Relationship.toMany("r", "Z", inverse: far.isEmpty ? nil : "ns")
        near.isOrdered = index == 2
        let newerFar: [Relationship] = index == 0 ? [] : [.toMany("ns", "P", inverse: "r")]
        let versions = [
            [Entity("N", attributes: kind, relationships: [near]), Entity("Z", relationships: far)],
            [
                Entity("P", attributes: kind, relationships: [near]), Entity("T", attributes: kind),
                Entity("Z", relationships: newerFar),
            ],
        ]
        let lines: [Mapping.Line] = [
            .entity("P", [Mapping.Origin(["N"])]), .entity("T", [Mapping.Origin(["N"], distinct: ["k"])]),
        ]
        let rows = """
            INSERT INTO Z (_id) VALUES (1), (2); INSERT INTO N (_id, k) VALUES (1, 'a'), (2, 'a'), (3, 'b');
            INSERT INTO N_r (source, target) VALUES (1, 1), (1, 2), (2, 1)
            """
        let ordered = rows.replacing(
            "(source, target) VALUES (1, 1), (1, 2), (2, 1)",
            with: "(source, target, target_place) VALUES (1, 1, 2), (1, 2, 1), (2, 1, 1)"
        )
        let trial = try trial(versions, [lines], index == 2 ? ordered : rows)
        try trial.migrate()
        #expect(try trial.rows("SELECT source, target FROM P_r ORDER BY 1, 2") == ["1|1", "1|2", "2|1"])
        #expect(try trial.rows("SELECT k FROM T ORDER BY 1") == ["a", "b"])
        // A released mapping that had to accept the loss stays what it was.
        let accepted = try self.trial(
            versions,
            [lines + [.accept(ElementPath("N", "r"))]],
            index == 2 ? ordered : rows
        )
        try accepted.migrate()
        #expect(try accepted.rows("SELECT source, target FROM P_r") == [])
    }

    /// The older name of the key can continue in one of the newer relationships only.
    @Test("Without a newer inverse, references with the key at the other side are refused", arguments: [true, false])
    func keyAtTheOtherSide(isToMany: Bool) throws {
        let r: (Relationship, Relationship) =
            isToMany
            ? (.toMany("r", "Z", inverse: "ns"), .toMany("r", "Z"))
            : (.toOne("r", "Z", isOptional: true, inverse: "ns"), .toOne("r", "Z", isOptional: true))
        var key = Relationship.toOne("ns", "N", isOptional: true, inverse: "r")
        key.holdsKey = true
        let older = [Entity("N", attributes: kind, relationships: [r.0]), Entity("Z", relationships: [key])]
        let newer =
            ["A", "B"].map { Entity($0, attributes: kind, relationships: [r.1]) } + [Entity("Z")]
        let trial = try trial(
            [older, newer],
            [split()],
            "INSERT INTO N (_id, k) VALUES (1, 'a'), (2, 'b'); INSERT INTO Z (_id, ns) VALUES (1, 2), (2, 1)"
        )
        #expect(try message(trial).contains("may have references in 'Z.ns' that would be lost"))
    }

    @Test("Of one-to-one references with the key at the other side, distinct objects would keep the first only")
    func distinctOneToOne() throws {
        var key = Relationship.toOne("ns", "N", isOptional: true, inverse: "r")
        key.holdsKey = true
        let r = Relationship.toOne("r", "Z", isOptional: true, inverse: "ns")
        var newerKey = Relationship.toOne("bs", "B", isOptional: true, inverse: "r")
        newerKey.originalName = "ns"
        newerKey.holdsKey = true
        let newer = Relationship.toOne("r", "Z", isOptional: true, inverse: "bs")
        let older = [Entity("N", attributes: kind, relationships: [r]), Entity("Z", relationships: [key])]
        let trial = try trial(
            [older, [Entity("B", attributes: kind, relationships: [newer]), Entity("Z", relationships: [newerKey])]],
            [[.entity("B", [Mapping.Origin(["N"], distinct: ["k"])])]],
            "INSERT INTO N (_id, k) VALUES (1, 'a'), (2, 'a'); INSERT INTO Z (_id, ns) VALUES (1, 1), (2, 2)"
        )
        #expect(try message(trial).contains("AP302"))
    }
}
