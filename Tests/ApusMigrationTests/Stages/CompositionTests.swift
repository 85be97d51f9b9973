import ApusMigration
import ApusReports
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

    @Test("A property that moves up to its parent and is removed there is refused in the whole")
    func movedUpThenRemoved() {
        func child(_ attributes: Attribute...) -> Entity { Entity("Child", parent: "Parent", attributes: attributes) }
        let attribute = Attribute("x", .bool, isOptional: true)
        let one = schema(.of("Parent"), child(attribute))
        let two = schema(.of("Parent", attribute), child())
        let three = schema(.of("Parent"), child())
        func lines(accepting line: String...) -> [String] {
            let last: Stage = line.first.map { .between(two, three, accept: $0) } ?? .between(two, three)
            return Stage.composed([.between(one, two), last], at: one, .unreleased).lines
        }
        #expect(lines() == ["attributeRemoved Child.x refused"])
        #expect(lines(accepting: "Parent.x") == ["attributeRemoved Child.x accepted"])
    }

    @Test("The line that accepts a loss is about its entity, not about the entity that it pointed to")
    func acceptingLine() {
        let old = schema(.of("Trip", toOne("owner", "Person")), .of("Person", Attribute("name", .string)))
        let stage: Stage = .between(old, schema(.of("Trip"), .of("Person")), accept: "Person.*", "Trip.*")
        #expect(stage.acceptance(of: ElementPath("Trip", "owner"))?.subject == "Trip.*")
        #expect(stage.acceptance(of: ElementPath("Person", "name"))?.subject == "Person.*")
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

    @Test("What a stage on the way refuses is refused in the whole, under the name that it has in the end")
    func refusals() {
        let one = schema(.of("A", Attribute("x", .string)))
        let two = schema(
            .of("A", Attribute("x", .int32), Attribute("code", .string), Attribute("note", .string, isOptional: true))
        )
        let three = schema(
            .of(
                "A",
                Attribute("x", .int32),
                Attribute("label", .string, originalName: "code"),
                Attribute("note", .string)
            )
        )
        let whole: Stage = .composed([.between(one, two), .between(two, three)], at: one, .unreleased)
        #expect(
            whole.lines == [
                "typeChanged A.x refused", "attributeAdded A.label refused", "attributeAdded A.note refused",
            ]
        )
        #expect(whole.reasons == ["AP205 A.x", "AP201 A.code", "AP207 A.note"])
        // What a later stage takes back is no change at all, and refused all the same.
        let four = schema(.of("A", Attribute("x", .int32)))
        let undone: Stage = .composed(
            [.between(one, two), .between(two, four, accept: "A.code", "A.note")],
            at: one,
            .unreleased
        )
        #expect(undone.lines == ["typeChanged A.x refused"])
        #expect(undone.reasons == ["AP205 A.x", "AP201 A.code"])
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
                error: 'B' was removed, and all its rows would be lost [AP102]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [B]'
                """
        )
    }

    @Test("What mappings on the way make of values is told, also where both ends are the same") func words() {
        func lines(_ schemas: [Schema], _ mappings: [Mapping]) -> [String] {
            let stages: [Stage] = mappings.indices.map { .between(schemas[$0], schemas[$0 + 1], mappings[$0]) }
            #expect(stages.allSatisfy { $0.refusals.isEmpty }, "\(stages.map(\.reasons))")
            let whole: Stage = .composed(stages, at: schemas[0], .unreleased)
            #expect(whole.isMapped && whole.refusals.isEmpty)
            return whole.lines
        }
        let bare = schema(.of("A", Attribute("y", .bool)))
        let new = schema(.of("A", Attribute("y", .bool), Attribute("x", .string)))
        let renamed = schema(
            .of("B", was: "A", Attribute("y", .bool), Attribute("z", .string, originalName: "x"))
        )
        #expect(
            lines([bare, new, renamed], [.of(fill: ["A.x": "?"]), .of()]) == [
                "entityRenamed B", "attributeAdded B.z fill: ?",
            ]
        )
        let whole: Stage = .composed(
            [.between(bare, new, .of(fill: ["A.x": "?"])), .between(new, renamed)],
            at: bare,
            .unreleased
        )
        #expect(whole.text.contains("string, existing rows without a value get '?'   (by fill)\n"))
        let real = schema(.of("A", Attribute("n", .double)))
        let whole16 = schema(.of("A", Attribute("n", .int16)))
        #expect(
            lines([real, whole16, real], [.of(convert: ["A.n": "rounded"]), .of()]) == [
                "typeChanged A.n convert: rounded"
            ]
        )
        let optional = schema(.of("A", Attribute("s", .string, isOptional: true)))
        let required = schema(.of("A", Attribute("s", .string)))
        #expect(
            lines([optional, required, optional], [.of(fill: ["A.s": "-"]), .of()]) == ["valuesFilled A.s fill: -"]
        )
        #expect(
            lines([optional, required, optional], [.of(require: ["A.s"]), .of()]) == [
                "valuesRequired A.s require: [A.s]"
            ]
        )
        #expect(
            lines([optional, optional, required], [.of(), .of(fill: ["A.s": "-"])]) == ["becameRequired A.s fill: -"]
        )
        // What is gone in the end is lost, whatever it was filled with.
        let gone = schema(.of("A"))
        let lost: Stage = .composed(
            [.between(optional, required, .of(fill: ["A.s": "-"])), .between(required, gone, accept: "A.s")],
            at: optional,
            .unreleased
        )
        #expect(lost.lines == ["attributeRemoved A.s accepted"])
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
