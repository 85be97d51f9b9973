import ApusMigration
import ApusReports
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Each kind of change of entities and attributes, with its verdict and words.
@Suite struct StageTests {
    @Test(arguments: UInt64(0)..<100)
    func aSchemaDoesNotDifferFromItself(seed: UInt64) {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        let stage: Stage = .between(schema, schema)
        #expect(stage.changes.isEmpty && stage.refusals.isEmpty)
        #expect(stage.matching == .identity(schema))
        #expect(stage.text == "\(schema.model): 1 → 2: no change of the store\n")
        var shuffled: Schema = schema
        shuffled.entities.reverse()
        for index in shuffled.entities.indices {
            shuffled.entities[index].attributes.reverse()
            shuffled.entities[index].relationships.reverse()
            shuffled.entities[index].codegen = .none
        }
        #expect(Stage.between(schema, shuffled).changes.isEmpty)
    }

    @Test("A merge of hierarchies shows which entities get another parent") func mergedParents() {
        var root = Entity("Vehicle")
        root.isAbstract = true
        let old = schema(Entity("Car"), Entity("Boat"), Entity("Dinghy", parent: "Boat"))
        let new = schema(
            root,
            Entity("Car", parent: "Vehicle"),
            Entity("Boat", parent: "Vehicle"),
            Entity("Dinghy", parent: "Boat")
        )
        let lines = ["Boat", "Dinghy"].map { Mapping.Line.entity($0, [Mapping.Origin([$0])]) }
        let stage: Stage = .between(old, new, Mapping(from: Schema.Version(1), to: Schema.Version(2), lines))
        #expect(stage.refusals.isEmpty)
        let changes = stage.changes.filter { $0.difference is ParentChanged }
        #expect(Set(changes.map(\.entity)) == ["Car", "Boat"] && changes.count == 2)
    }

    @Test func entities() {
        let old = schema(.of("A", Attribute("x", .bool)), .of("B"), .of("C"))
        let new = schema(.of("Z", was: "A", Attribute("x", .bool)), .of("C"), .of("D", Attribute("y", .bool)))
        #expect(
            Stage.between(old, new).report == """
                AP104 entityRenamed Z
                AP101 entityAdded D
                AP102 entityRemoved B refused
                error: 'B' was removed, and all its rows would be lost [AP102]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [B]'
                """
        )
        let accepted: Stage = .between(old, new, accept: "B")
        #expect(accepted.refusals.isEmpty && accepted.losses == [ElementPath("B")])
        #expect(accepted.lines == ["entityRenamed Z", "entityAdded D", "entityRemoved B accepted"])
    }

    @Test func alikeEntitiesAreALikelyRename() {
        let old = schema(.of("A", Attribute("x", .bool), Attribute("y", .bool)))
        let new = schema(.of("B", Attribute("x", .bool), Attribute("y", .bool), Attribute("z", .bool)))
        #expect(
            Stage.between(old, new).report == """
                AP101 entityAdded B
                AP102 entityRemoved A refused
                error: 'B' is new and 'A' is gone, and both are similar: a rename? [AP103]
                  help: if so, add 'originalName: A' to 'B'
                  help: if not, accept the loss in Migrations/M/1-2.yaml: 'accept: [A]'
                """
        )
        #expect(Stage.between(old, new, accept: "A").refusals.isEmpty)
        #expect(Stage.between(old, schema(.of("B", Attribute("q", .bool)))).refusals.map(\.code) == ["AP102"])
    }

    @Test func anEntityThatTakesAName() {
        let old = schema(.of("A", Attribute("x", .bool)), .of("B", Attribute("y", .int16)))
        let new = schema(.of("A", was: "B", Attribute("y", .int16)))
        #expect(
            Stage.between(old, new).report == """
                AP104 entityRenamed A
                AP102 entityRemoved A refused
                error: 'B' takes the name of 'A', whose rows would all be lost [AP102]
                  help: keep the older 'A' under another name with 'originalName: A'
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A]'
                """
        )
        #expect(Stage.between(old, new, accept: "A").refusals.isEmpty)
        #expect(Stage.between(old, new, accept: "B").refusals.map(\.code) == ["AP102", "AP403"])
    }

    @Test func addedAttributes() {
        let new = schema(
            .of(
                "A",
                Attribute("a", .int16, isOptional: true),
                Attribute("b", .string, default: .string("x")),
                Attribute("c", .string, isOptional: true, default: .string("x")),
                Attribute("d", .date)
            )
        )
        #expect(
            Stage.between(schema(.of("A")), new).report == """
                AP201 attributeAdded A
                AP201 attributeAdded A
                AP201 attributeAdded A
                AP201 attributeAdded A refused
                error: 'A.d' is new and required, but has no default for existing rows [AP201]
                  help: give it a default, or make it optional: 'date?'
                  help: to fill rows without a value, add to Migrations/M/1-2.yaml: 'fill: { A.d: now() }'
                  help: if no store has such objects yet, add to Migrations/M/1-2.yaml: 'require: [A.d]'
                """
        )
    }

    @Test func removedAttributes() {
        let old = schema(.of("A", Attribute("a", .int16), Attribute("b", .bool)))
        #expect(
            Stage.between(old, schema(.of("Z", was: "A", Attribute("b", .bool)))).report == """
                AP104 entityRenamed Z
                AP202 attributeRemoved Z refused
                error: 'A.a' was removed, and its values would be lost [AP202]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.a]'
                """
        )
        // The loss is accepted under the older name.
        #expect(Stage.between(old, schema(.of("Z", was: "A", Attribute("b", .bool))), accept: "A.a").refusals.isEmpty)
        #expect(
            Stage.between(old, schema(.of("Z", was: "A", Attribute("b", .bool))), accept: "Z.a").refusals.map(\.code)
                == ["AP202", "AP403"]
        )
    }

    @Test func likelyRenames() {
        let old = schema(.of("A", Attribute("startDate", .date)))
        let lone = schema(.of("A", Attribute("begin", .date, isOptional: true)))
        #expect(
            Stage.between(old, lone).report == """
                AP201 attributeAdded A
                AP202 attributeRemoved A refused
                error: 'begin' is new and 'startDate' is gone, both date: a rename? [AP203]
                  help: if so, add 'originalName: startDate' to 'A.begin'
                  help: if it is computed from older values, write how in Migrations/M/1-2.yaml: 'values: { A.begin: … }'
                  help: if not, accept the loss in Migrations/M/1-2.yaml: 'accept: [A.startDate]'
                """
        )
        // Of several the one with a similar name; without one, none is guessed; of another type neither.
        let several = schema(
            .of("A", Attribute("zzz", .date, isOptional: true), Attribute("startDay", .date, isOptional: true))
        )
        #expect(Stage.between(old, several).refusals.map(\.path.description) == ["A.startDay"])
        let unlike = schema(.of("A", Attribute("u", .date, isOptional: true), Attribute("v", .date, isOptional: true)))
        #expect(Stage.between(old, unlike).refusals.map(\.code) == ["AP202"])
        let other = schema(.of("A", Attribute("startDay", .string, isOptional: true)))
        #expect(Stage.between(old, other).refusals.map(\.code) == ["AP202"])
        #expect(Stage.between(old, lone, accept: "A.startDate").refusals.isEmpty)
        let renamed = schema(.of("A", Attribute("begin", .date, isOptional: true, originalName: "startDate")))
        #expect(
            Stage.between(old, renamed).report == """
                AP204 attributeRenamed A
                AP206 becameOptional A
                """
        )
    }

    @Test func aLineThatIsLeftOverIsNoRename() {
        // 'b' was 'a' once; now it is 'c', and another 'a' would be 'b'.
        let old = schema(.of("A", Attribute("a", .bool), Attribute("b", .bool, originalName: "a")))
        let new = schema(
            .of(
                "A",
                Attribute("b", .bool, isOptional: true, originalName: "a"),
                Attribute("c", .bool, originalName: "b")
            )
        )
        #expect(
            Stage.between(old, new).report == """
                AP201 attributeAdded A
                AP204 attributeRenamed A
                AP202 attributeRemoved A refused
                error: 'b' is new and 'a' is gone, both bool: a rename? [AP203]
                  help: rename in two versions, because the older 'A.b' also has 'originalName: a'
                  help: if it is computed from older values, write how in Migrations/M/1-2.yaml: 'values: { A.b: … }'
                  help: if not, accept the loss in Migrations/M/1-2.yaml: 'accept: [A.a]'
                """
        )
    }

    @Test func anAttributeThatTakesAName() {
        let old = schema(.of("A", Attribute("a", .bool), Attribute("b", .int16)))
        let new = schema(.of("A", Attribute("a", .int16, originalName: "b")))
        #expect(
            Stage.between(old, new).report == """
                AP204 attributeRenamed A
                AP202 attributeRemoved A refused
                error: 'b' takes the name of 'A.a', whose values would be lost [AP202]
                  help: keep the older 'a' under another name with 'originalName: a'
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.a]'
                """
        )
        let accepted: Stage = .between(old, new, accept: "A.a")
        #expect(accepted.refusals.isEmpty && accepted.matching.newer(ElementPath("A", "b")) == ElementPath("A", "a"))
    }
}
