import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Objects of sub-entities that could stay, but that a mapping gives up or takes elsewhere.
@Suite struct GivenUpObjectsTests {
    private let text = [Attribute("t", .string)]

    private func trial(
        _ older: [Entity],
        _ newer: [Entity],
        _ lines: [Mapping.Line],
        _ rows: String
    ) throws -> Trial {
        try Trial(
            [Schema(model: "M", entities: older), Schema(model: "M", entities: newer)],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            rows
        )
    }

    private var merged: (older: [Entity], newer: [Entity], rows: String) {
        (
            [Entity("A", attributes: text), Entity("B", attributes: text), Entity("SB", parent: "B")],
            [Entity("N", attributes: text), Entity("SB", parent: "N")],
            """
            INSERT INTO A (_id, t) VALUES (1, 'a');
            INSERT INTO B (_id, _entity, t) VALUES (1, 'B', 'b'), (2, 'SB', 'x'), (3, 'SB', 'y')
            """
        )
    }

    @Test("A sub-entity of merged entities keeps its objects, unless the mapping gives them up")
    func mergedEntities() throws {
        let both = Mapping.Line.entity("N", [Mapping.Origin(["A", "B"])])
        let kept = try trial(merged.older, merged.newer, [both], merged.rows)
        try kept.migrate()
        #expect(try kept.rows("SELECT t FROM N WHERE _entity = 'SB' ORDER BY 1") == ["x", "y"])
        let given = try trial(merged.older, merged.newer, [both, .accept(ElementPath("SB"))], merged.rows)
        try given.migrate()
        #expect(try given.rows("SELECT _entity, t FROM N ORDER BY 2") == ["N|a", "N|b", "N|x", "N|y"])
        let lines: [Mapping.Line] = [
            .entity("N", [Mapping.Origin(["A", "B"], where: "t != 'x'")]),
            .entity("SB", [Mapping.Origin(["SB"], where: "t == 'x'")]), .accept(ElementPath("SB")),
        ]
        let routed = try trial(merged.older, merged.newer, lines, merged.rows)
        try routed.migrate()
        #expect(try routed.rows("SELECT _entity, t FROM N ORDER BY 2") == ["N|a", "N|b", "SB|x"])
    }

    @Test("Below a new root, an entity whose loss is accepted is dropped")
    func newRoot() throws {
        var root = Entity("R")
        root.isAbstract = true
        let trial = try trial(
            [Entity("X", attributes: text), Entity("B", attributes: text)],
            [
                root, Entity("N", parent: "R", attributes: text),
                Entity("B", parent: "R", attributes: text),
            ],
            [.entity("N", [Mapping.Origin(["X"])]), .accept(ElementPath("B"))],
            "INSERT INTO X (_id, t) VALUES (1, 'x'); INSERT INTO B (_id, t) VALUES (1, 'b')"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _entity FROM R") == ["N"])
    }

    @Test("An object that stays below one part of an entity is not made one of the other part as well")
    func parts() throws {
        let lines = ["A", "B"].map { Mapping.Line.entity($0, [Mapping.Origin(["N"], where: "t == '\($0)'")]) }
        let trial = try trial(
            [Entity("N", attributes: text), Entity("S", parent: "N")],
            [Entity("A", attributes: text), Entity("S", parent: "A"), Entity("B", attributes: text)],
            lines,
            "INSERT INTO N (_id, _entity, t) VALUES (1, 'N', 'A'), (2, 'N', 'B'), (3, 'S', 'B')"
        )
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error.map { "\($0)" }?.contains("AP109") == true)
    }

    private var subEntities: (older: [Entity], newer: [Entity]) {
        (
            [Entity("H", attributes: text), Entity("C", parent: "H")],
            [Entity("D", attributes: text), Entity("C", parent: "D")]
        )
    }

    @Test(
        "Beside a line that takes some objects of its entity, an acceptance covers the others only",
        arguments: [nil, "t == 'h1'"]
    )
    func linedSubEntity(condition: String?) throws {
        let line: Mapping.Line = .entity("C", [Mapping.Origin(["C"], where: "t == 'c2'")])
        let made: Mapping.Line = .entity("D", [Mapping.Origin(["H"], where: condition)])
        let z = Entity("Z", relationships: [.toOne("r", "C", isOptional: true)])
        let rows = """
            INSERT INTO H (_id, _entity, t) VALUES (1, 'H', 'h1'), (2, 'C', 'c2'), (3, 'C', 'c3');
            INSERT INTO Z (_id, r) VALUES (1, 2)
            """
        let (older, newer) = (subEntities.older + [z], subEntities.newer + [z])
        let refused = try trial(older, newer, [made, line], rows)
        let error = #expect(throws: StoreError.self) { try refused.migrate() }
        #expect(error.map { "\($0)" }?.contains("1 row of 'C' would be lost") == true)
        let lines = [made, line, .accept(ElementPath("C"))]
        let accepted = try trial(older, newer, lines, rows)
        try accepted.migrate()
        #expect(try accepted.rows("SELECT _entity, t FROM D ORDER BY 2") == ["C|c2", "D|h1"])
        #expect(try accepted.rows("SELECT t FROM D WHERE _id = (SELECT r FROM Z)") == ["c2"])
    }

    @Test(
        "A line of an entity whose former objects are given up makes the objects that it says",
        arguments: [false, true],
        [false, true]
    )
    func linedWithOthers(hasD: Bool, hasY: Bool) throws {
        let rows = """
            INSERT INTO H (_id, _entity, t) VALUES (1, 'H', 'h1'), (2, 'C', 'c2');
            INSERT INTO X (_id, t) VALUES (1, 'x1');
            """
        let d = hasD ? [Entity("D", attributes: text)] : []
        let lines: [Mapping.Line] = [
            .entity("D", [Mapping.Origin(hasD ? ["D", "H"] : ["H"])]), .entity("C", [Mapping.Origin(["X"])]),
            .accept(ElementPath("X", "t")),
        ]
        let others: [Mapping.Line] = hasY ? [.entity("Y", [Mapping.Origin(["X"])])] : []
        func trial(_ further: [Mapping.Line]) throws -> Trial {
            try self.trial(
                subEntities.older + [Entity("X", attributes: text)] + d,
                subEntities.newer + (hasY ? [Entity("Y", attributes: text)] : []),
                lines + others + further,
                rows + (hasD ? "INSERT INTO D (_id, t) VALUES (1, 'd1')" : "")
            )
        }
        let refused = try trial([])
        let error = #expect(throws: StoreError.self) { try refused.migrate() }
        #expect(error.map { "\($0)" }?.contains("accept the loss in the mapping: 'accept: [C]'") == true)
        let accepted = try trial([.accept(ElementPath("C"))])
        try accepted.migrate()
        #expect(
            try accepted.rows("SELECT _entity, t FROM D ORDER BY 2") == (hasD ? ["D|d1"] : []) + ["D|h1", "C|x1"]
        )
        if hasY { #expect(try accepted.rows("SELECT t FROM Y") == ["x1"]) }
    }

    @Test("A released mapping that accepts the loss of an entity goes on to cover the references to its sub-entities")
    func releasedReferences() throws {
        let older = [
            Entity("H", attributes: text), Entity("C", parent: "H"),
            Entity("Z", relationships: [.toOne("r", "H", isOptional: true)]),
        ]
        let trial = try trial(
            older,
            [Entity("C", attributes: text), Entity("Z")],
            [.accept(ElementPath("H"))],
            "INSERT INTO H (_id, _entity, t) VALUES (1, 'H', 'h'), (2, 'C', 'c'); INSERT INTO Z (_id, r) VALUES (1, 1)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT t FROM C") == ["c"])
    }

    @Test("What goes with objects that are given up is located at the line that gives them up, and listed once")
    func located() throws {
        let up = [Relationship.toOne("up", "H", isOptional: true)]
        let z = Entity("Z", relationships: [.toOne("r", "H", isOptional: true)])
        func located(_ lines: [Mapping.Line]) throws -> [String] {
            let older = [
                Entity("H", attributes: text + [Attribute("u", .string, isOptional: true)], relationships: up),
                Entity("C", parent: "H", attributes: [Attribute("v", .string, isOptional: true)]), z,
            ]
            let newer = [
                older[0], Entity("D", attributes: text),
                Entity("C", parent: "D", attributes: [Attribute("v", .string, isOptional: true)]), z,
            ]
            let trial = try trial(older, newer, [.entity("D", [Mapping.Origin(["C"])])] + lines, "")
            let stage = try #require(trial.migrator().plan(trial.url).stages.first)
            return stage.losses.map { "\($0): \(stage.acceptance(of: $0)?.subject ?? "no line")" }
        }
        func accept(_ name: String, _ property: String? = nil) -> Mapping.Line { .accept(ElementPath(name, property)) }
        #expect(try located([accept("C")]) == ["H.u: C", "C.v: C"])
        #expect(try located([accept("C"), accept("H", "u")]) == ["H.u: H.u", "C.v: C"])
        #expect(
            try located([accept("C"), accept("C", "v"), accept("H", "up"), accept("Z", "r")])
                == ["H.u: C", "C.v: C.v", "H.up: H.up", "Z.r: Z.r"]
        )
    }
}
