import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

// References among the objects of an entity that becomes several, or is moved.

extension SplitReferenceTests {
    private static let shapes: [Relationship] = [
        .toOne("r", "N", isOptional: true), .toOne("r", "N", isOptional: true, inverse: "r"), .toMany("r", "N"),
    ]

    private func versions(_ shape: Relationship) -> [[Entity]] {
        func entity(_ name: String) -> Entity {
            var r = shape
            r.destination = name
            return Entity(name, attributes: kind, relationships: [r])
        }
        return [[entity("N")], [entity("A"), entity("B")]]
    }

    private func insert(_ pairs: String, _ shape: Relationship) -> String {
        let rows = "INSERT INTO N (_id, k) VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'b');"
        let link =
            shape.isToMany
            ? "INSERT INTO N_r (source, target) SELECT * FROM pairs"
            : "UPDATE N SET r = pairs.z FROM pairs WHERE N._id = pairs.n"
        return "CREATE TEMP TABLE pairs (n, z); INSERT INTO pairs VALUES \(pairs); \(rows) \(link)"
    }

    private func references(_ trial: Trial, _ shape: Relationship) throws -> [String] {
        try ["A", "B"].flatMap { name in
            try trial.rows(
                shape.isToMany
                    ? "SELECT '\(name)', source, target FROM \(name)_r ORDER BY 2"
                    : "SELECT '\(name)', _id, r FROM \(name) WHERE r IS NOT NULL ORDER BY 2"
            )
        }
    }

    @Test("References between objects of one part stay", arguments: 0..<shapes.count)
    func within(_ index: Int) throws {
        let shape = Self.shapes[index]
        let trial = try trial(versions(shape), [split()], insert("(1, 3), (3, 1), (2, 4), (4, 2)", shape))
        try trial.migrate()
        #expect(try references(trial, shape) == ["A|1|3", "A|3|1", "B|2|4", "B|4|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("References that cross are found before the first write, once", arguments: 0..<shapes.count)
    func crossing(_ index: Int) throws {
        let shape = Self.shapes[index]
        let cross = insert("(1, 2), (2, 1), (3, 3), (4, 4)", shape)
        let trial = try trial(versions(shape), [split()], cross)
        let text = try message(trial)
        #expect(
            text.contains(
                "2 references in 'N.r' would be lost, because no newer relationship points from what the objects become"
            )
        )
        #expect(text.contains("_id 1, _id 2"))
        #expect(text.ranges(of: "would be lost").count == 1)
        // What was released with the line goes on to give up the references of further entities.
        let accepted = try self.trial(versions(shape), [split() + [.accept(ElementPath("N", "r"))]], cross)
        try accepted.migrate()
        #expect(try references(accepted, shape) == ["A|3|3"])
        #expect(try Verifier.verify(accepted.url).isSound)
    }

    @Test("What is accepted is listed as a loss, once", arguments: 0..<shapes.count)
    func listed(_ index: Int) throws {
        let shape = Self.shapes[index]
        let trial = try trial(versions(shape), [split() + [.accept(ElementPath("N", "r"))]], insert("(1, 2)", shape))
        let stages = try trial.migrator().plan(trial.url).stages
        #expect(stages.map { $0.losses.map(\.description) } == [["N.r"]])
    }

    @Test("References that cross without conditions are helped without them")
    func help() throws {
        let cross = insert("(1, 2)", Self.shapes[0])
        let conditions = "let the conditions of origins put both objects where one relationship can have them"
        let remove = "remove these references in the app or in the store first"
        let split = try message(trial(versions(Self.shapes[0]), [split()], cross))
        #expect(split.contains(conditions) && !split.contains(remove))
        let moved = try message(moving(["1,2"]))
        #expect(!moved.contains(conditions) && moved.contains(remove))
        for text in [split, moved] { #expect(text.contains("or accept in the mapping")) }
    }

    @Test("References of each origin of an entity stay")
    func severalOrigins() throws {
        func entity(_ name: String) -> Entity {
            var list: Relationship = .toMany("downs", name, inverse: "up")
            list.isOrdered = true
            return Entity(
                name,
                attributes: kind,
                relationships: [.toOne("up", name, isOptional: true, inverse: "downs"), list]
            )
        }
        let lines: [Mapping.Line] = [
            .entity("A", [Mapping.Origin(["N"], where: "k == 'a'"), Mapping.Origin(["N"], where: "k == 'c'")]),
            .entity("B", [Mapping.Origin(["N"], where: "k == 'b'")]),
        ]
        let trial = try trial(
            [[entity("N")], [entity("A"), entity("B")]],
            [lines],
            """
            INSERT INTO N (_id, k) VALUES (1, 'a'), (2, 'b'), (3, 'c');
            UPDATE N SET up = 1, "up.place" = 1 WHERE _id = 3
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT k, up FROM A ORDER BY 1") == ["a|NULL", "c|1"])
    }

    @Test("A reference of an object that is given up, or to one, is lost with it")
    func givenUp() throws {
        let shape = Self.shapes[0]
        let trial = try trial(
            versions(shape),
            [split("k == 'a'", "k == 'b'") + [.accept(ElementPath("N"))]],
            insert("(1, 3), (2, 4), (3, 2), (4, 3)", shape).replacing("(3, 'a')", with: "(3, 'c')")
        )
        try trial.migrate()
        #expect(try references(trial, shape) == ["B|2|4"])
    }

    // MARK: Sub-entities that leave their hierarchy

    private func moving(_ pairs: [String], accepting: Bool = false) throws -> Trial {
        func up(_ name: String) -> [Relationship] {
            [.toOne("up", name, isOptional: true, inverse: "downs"), .toMany("downs", name, inverse: "up")]
        }
        var root = Entity("R")
        root.isAbstract = true
        let rows =
            "INSERT INTO X (_id, k) VALUES (1, 'x'); INSERT INTO H (_id, _entity) VALUES (1, 'H'), (2, 'C'), (3, 'C')"
        let updates = pairs.map { $0.split(separator: ",") }.map { "UPDATE H SET up = \($0[1]) WHERE _id = \($0[0])" }
        return try trial(
            [
                [Entity("H", relationships: up("H")), Entity("C", parent: "H"), Entity("X", attributes: kind)],
                [
                    Entity("H", relationships: up("H")), root, Entity("C", parent: "R", relationships: up("C")),
                    Entity("N", parent: "R", attributes: kind),
                ],
            ],
            [[.entity("N", [Mapping.Origin(["X"])])] + (accepting ? [.accept(ElementPath("H", "up"))] : [])],
            ([rows] + updates).joined(separator: ";")
        )
    }

    @Test("A sub-entity that gets below another root keeps the references among its objects")
    func moved() throws {
        let trial = try moving(["1,1", "2,3", "3,3"])
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, up FROM H") == ["1|1"])
        #expect(try trial.rows("SELECT _id, \"C.up\" FROM R WHERE _entity = 'C' ORDER BY 1") == ["2|3", "3|3"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("Only those that lead from it, or to it, are lost if that is accepted")
    func movedApart() throws {
        let trial = try moving(["1,2", "2,3", "3,1"])
        #expect(try message(trial).ranges(of: "1 reference in 'H.up' would be lost").count == 2)
        let accepted = try moving(["1,2", "2,3", "3,1"], accepting: true)
        try accepted.migrate()
        #expect(try accepted.rows("SELECT _id, up FROM H") == ["1|NULL"])
        #expect(
            try accepted.rows("SELECT _id, \"C.up\" FROM R WHERE _entity = 'C' ORDER BY 1") == ["2|NULL", "3|NULL"]
        )
    }

    // MARK: Sub-entities whose objects a parent's origin takes

    @Test("The references of a sub-entity that is given up to an origin of its parent stay", arguments: [true, false])
    func givenUpSubentity(keepsRoot: Bool) throws {
        func up(_ name: String) -> [Relationship] {
            [.toOne("up", name, isOptional: true, inverse: "downs"), .toMany("downs", name, inverse: "up")]
        }
        let trial = try trial(
            [
                [Entity("H", relationships: up("H")), Entity("C", parent: "H")],
                (keepsRoot ? [Entity("H", relationships: up("H"))] : [])
                    + [Entity("D", relationships: up("D")), Entity("C", parent: "D")],
            ],
            [[.entity("D", [Mapping.Origin(["H"])]), .accept(ElementPath("C"))]],
            """
            INSERT INTO H (_id, _entity) VALUES (1, 'H'), (2, 'C'), (3, 'C'), (4, 'H');
            UPDATE H SET up = 2 WHERE _id = 1; UPDATE H SET up = 3 WHERE _id = 2; UPDATE H SET up = 1 WHERE _id = 3;
            UPDATE H SET up = 1 WHERE _id = 4
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _entity, _id, up FROM D ORDER BY 2") == ["D|1|2", "D|2|3", "D|3|1", "D|4|1"])
        if keepsRoot { #expect(try trial.rows("SELECT _id, up FROM H ORDER BY 1") == ["1|NULL", "4|1"]) }
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("Those for which its objects have no relationship any more stop the migration, unless their loss is accepted")
    func givenUpWithout() throws {
        let up: Relationship = .toOne("up", "H", isOptional: true)
        func trial(_ updates: String, accepting: Bool = false) throws -> Trial {
            try self.trial(
                [
                    [Entity("H", relationships: [up]), Entity("C", parent: "H")],
                    [Entity("H", relationships: [up]), Entity("D"), Entity("C", parent: "D")],
                ],
                [
                    [.entity("D", [Mapping.Origin(["H"])]), .accept(ElementPath("C"))]
                        + (accepting ? [.accept(ElementPath("H", "up"))] : [])
                ],
                "INSERT INTO H (_id, _entity) VALUES (1, 'H'), (2, 'C'), (3, 'C'), (4, 'H'); \(updates)"
            )
        }
        let within = try trial("UPDATE H SET up = 1 WHERE _id = 4")
        try within.migrate()
        #expect(try within.rows("SELECT _id, up FROM H ORDER BY 1") == ["1|NULL", "4|1"])
        #expect(try within.rows("SELECT _entity, _id FROM D ORDER BY 2") == ["D|1", "D|2", "D|3", "D|4"])
        let lost = "UPDATE H SET up = 2 WHERE _id = 1; UPDATE H SET up = 4 WHERE _id = 3"
        #expect(try message(trial(lost)).ranges(of: "1 reference in 'H.up' would be lost").count == 2)
        let accepted = try trial(lost, accepting: true)
        #expect(try accepted.migrator().plan(accepted.url).stages.flatMap(\.losses).contains(ElementPath("H", "up")))
        try accepted.migrate()
        #expect(try accepted.rows("SELECT _entity, _id FROM D ORDER BY 2") == ["D|1", "D|2", "D|3", "D|4"])
    }
}
