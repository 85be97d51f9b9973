import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// A rename onto a name whose bearer is not renamed itself loses the bearer. This must be accepted, and the plan shows
/// both sides.
@Suite struct TakenNameTests {
    private let x = Attribute("x", .int16, isOptional: true)
    private let y = Attribute("y", .int16, isOptional: true)

    @Test("A property: the older one of the name is kept under another, or given up") func property() throws {
        let old = schema(.of("A", x, y))
        let new = schema(.of("A", Attribute("x", .int16, isOptional: true, originalName: "y")))
        #expect(
            Stage.between(old, new).refusals.map { $0.diagnostic().description } == [
                """
                error: 'y' takes the name of 'A.x', whose values would be lost [AP202]
                  help: keep the older 'x' under another name with 'originalName: x'
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.x]'
                """
            ]
        )
        let rows: Rows = [.objects("A"): [row(1, ["x": .integer(5), "y": .integer(7)])]]
        let accepted: Stage = .between(old, new, accept: "A.x")
        #expect(accepted.refusals.isEmpty)
        #expect(try accepted.rows(from: rows).values("A", "x") == [.integer(7)])
        let kept = schema(
            .of(
                "A",
                Attribute("x", .int16, isOptional: true, originalName: "y"),
                Attribute("z", .int16, isOptional: true, originalName: "x")
            )
        )
        #expect(Stage.between(old, kept).refusals.isEmpty)
        let after: Rows = try Stage.between(old, kept).rows(from: rows)
        #expect(after.values("A", "x") == [.integer(7)] && after.values("A", "z") == [.integer(5)])
    }

    @Test("An entity, with its objects") func entity() throws {
        let old = schema(.of("A", x), .of("B", y))
        let new = schema(.of("A", was: "B", y))
        let stage: Stage = .between(old, new)
        #expect(
            stage.refusals.map { $0.diagnostic().description } == [
                """
                error: 'B' takes the name of 'A', whose rows would all be lost [AP102]
                  help: keep the older 'A' under another name with 'originalName: A'
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A]'
                """
            ]
        )
        let rows: Rows = [.objects("A"): [row(1, ["x": .integer(5)])], .objects("B"): [row(2, ["y": .integer(7)])]]
        #expect(
            try Stage.between(old, new, accept: "A").rows(from: rows) == [.objects("A"): [row(2, ["y": .integer(7)])]]
        )
    }

    @Test("Swaps of entities with their properties, each renamed too, keep every value") func swap() throws {
        let old = schema(.of("A", x, y), .of("B", x))
        let new = schema(
            .of("A", was: "B", Attribute("y", .int16, isOptional: true, originalName: "x")),
            .of(
                "B",
                was: "A",
                Attribute("x", .int16, isOptional: true, originalName: "y"),
                Attribute("y", .int16, isOptional: true, originalName: "x")
            )
        )
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty && stage.losses.isEmpty, "\(stage.reasons)")
        let after: Rows = try stage.rows(from: [
            .objects("A"): [row(1, ["x": .integer(1), "y": .integer(2)])], .objects("B"): [row(2, ["x": .integer(3)])],
        ])
        #expect(after.values("A", "y") == [.integer(3)])
        #expect(after.values("B", "x") == [.integer(2)] && after.values("B", "y") == [.integer(1)])
    }

    @Test("A chain whose middle was skipped is settled by the stages between, and asked about without them")
    func skipped() throws {
        let one = schema(.of("T", Attribute("a", .int16, isOptional: true)))
        let two = schema(.of("T", Attribute("b", .int16, isOptional: true, originalName: "a")))
        let three = schema(.of("T", Attribute("c", .int16, isOptional: true, originalName: "b")))
        let planner = Planner(history: .of([one, two, three]), mappings: [])
        let (first, last): (Stage.Point, Stage.Point) = (.version(Schema.Version(1)), .version(Schema.Version(3)))
        #expect(try planner.difference(from: one, at: first, to: three, at: last).lines == ["attributeRenamed T.c"])
        #expect(Stage(from: one, to: three, from: first, to: last).reasons == ["AP203 T.c"])
        // Who keeps the first name for ever needs no stages.
        let ever = schema(.of("T", Attribute("c", .int16, isOptional: true, originalName: "a")))
        #expect(Stage(from: one, to: ever, from: first, to: last).lines == ["attributeRenamed T.c"])
    }

    @Test("An attribute and a relationship under one name are matched, refused, and either kept apart or given up")
    func kinds() {
        let old = schema(.of("A", x), .of("B"))
        let new = schema(.of("A", toOne("x", "B")), .of("B"))
        #expect(Stage.between(old, new).reasons == ["AP209 A.x"] && Stage.between(new, old).reasons == ["AP209 A.x"])
        #expect(Stage.between(new, old, accept: "A.x").losses.map(\.description) == ["A.x"])
        let apart = schema(
            .of("A", toOne("x", "B"), Attribute("number", .int16, isOptional: true, originalName: "x")),
            .of("B")
        )
        #expect(Stage.between(old, apart).lines == ["attributeRenamed A.number", "relationshipAdded A.x"])
    }
}
