import ApusMigration
import ApusSchema
import Testing

/// What several stages make together.
@Suite struct CompositionTests {
    @Test func droppedThenAddedAgainIsAnother() {
        let one = schema(.of("A", Attribute("x", .bool), Attribute("y", .bool)), .of("B"))
        let two = schema(.of("A", Attribute("y", .bool)))
        let three = schema(
            .of("A", Attribute("x", .bool, default: .bool(true)), Attribute("z", .bool, originalName: "y")),
            .of("B")
        )
        let first: Stage = .between(one, two, accept: "A.x", "B")
        let second: Stage = .between(two, three)
        let whole: Stage = .composed([first, second], at: one, .unreleased)
        #expect(first.refusals.isEmpty && second.refusals.isEmpty)
        #expect(
            whole.lines == [
                "attributeAdded A.x", "attributeRenamed A.z", "attributeRemoved A.x accepted", "entityAdded B",
                "entityRemoved B accepted",
            ]
        )
        #expect(whole.losses.map(\.description) == ["A.x", "B"])
        #expect(whole.matching.newer(ElementPath("A", "y")) == ElementPath("A", "z"))
        #expect(whole.matching.newer(ElementPath("A", "x")) == nil && whole.matching.newer(ElementPath("B")) == nil)
        // Compared as they are, the two are the same again.
        #expect(Stage.between(one, three).losses.isEmpty)
    }

    @Test func aChainOfRenamesIsOne() {
        let one = schema(.of("A", Attribute("a", .int16)))
        let two = schema(.of("B", was: "A", Attribute("b", .int32, originalName: "a")))
        let three = schema(.of("C", was: "B", Attribute("c", .int64, isOptional: true, originalName: "b")))
        let whole: Stage = .composed([.between(one, two), .between(two, three)], at: one, .unreleased)
        #expect(
            whole.lines == [
                "entityRenamed C", "attributeRenamed C.c", "typeChanged C.c", "becameOptional C.c",
            ]
        )
    }

    @Test func thereAndBackIsNothing() {
        let one = schema(.of("A", Attribute("a", .int16)))
        let two = schema(.of("B", was: "A", Attribute("b", .int16, originalName: "a")))
        let three = schema(.of("A", was: "B", Attribute("a", .int16, originalName: "b")))
        let whole: Stage = .composed([.between(one, two), .between(two, three)], at: one, .unreleased)
        #expect(whole.text == "M: 1 → 2: no change of the store\n")
    }

    @Test func aRefusedLossIsNotCalledAccepted() {
        let one = schema(.of("A", Attribute("a", .int16), Attribute("b", .bool)), .of("B"))
        let two = schema(.of("A", Attribute("b", .bool)))
        let three = schema(.of("A", Attribute("c", .bool, isOptional: true)))
        let whole: Stage = .composed(
            [.between(one, two, accept: "A.a"), .between(two, three, accept: "A.b")],
            at: one,
            .unreleased
        )
        #expect(
            whole.report == """
                AP201 attributeAdded A
                AP202 attributeRemoved A accepted
                AP202 attributeRemoved A accepted
                AP102 entityRemoved B refused
                error: 'B' is gone, and with it all its rows [AP102]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [B]'
                """
        )
    }

    @Test func noStagesAndOneStage() {
        let one = schema(.of("A", Attribute("a", .int16)))
        let none: Stage = .composed([], at: one, .version(Schema.Version(3)))
        #expect(none.changes.isEmpty && none.text == "M: 3 → 3: no change of the store\n")
        #expect(none.matching == .identity(one))
        let stage: Stage = .between(one, schema(.of("A")), accept: "A.a")
        #expect(Stage.composed([stage], at: one, .unreleased) == stage)
    }
}
