import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Values that become ones of another type, by inference or by name.
@Suite struct ConversionStageTests {
    private func a(_ attributes: Attribute...) -> Schema { schema(Entity("A", attributes: attributes)) }

    private func rows(_ values: StoredValue...) -> Rows {
        [.objects("A"): values.enumerated().map { row(Int64($0 + 1), ["x": $1]) }]
    }

    private func values(_ stage: Stage, _ values: StoredValue...) throws -> [StoredValue] {
        let rows: Rows = [.objects("A"): values.enumerated().map { row(Int64($0 + 1), ["x": $1]) }]
        return try stage.rows(from: rows).values("A", "x")
    }

    @Test("For every two types, every conversion with a meaning can be named, and no other") func everyName() throws {
        for from in ScalarType.allCases {
            for to in ScalarType.allCases where to != from {
                let (old, new) = (a(Attribute("x", .scalar(from))), a(Attribute("x", .scalar(to), isOptional: true)))
                let known: [String] = Conversion.conversions(from: from, to: to).flatMap { conversion in
                    [conversion.name] + (conversion.lenient.map { [$0.name] } ?? [])
                }
                for name in known {
                    let stage: Stage = .between(old, new, .of(convert: ["A.x": name]))
                    #expect(stage.refusals.isEmpty, "\(from) → \(to) \(name): \(stage.reasons)")
                    #expect(stage.isMapped && stage.lines.first == "typeChanged A.x convert: \(name)")
                }
                let stage: Stage = .between(old, new, .of(convert: ["A.x": "swallowed"]))
                #expect(stage.reasons == ["AP408 A.x"], "\(from) → \(to)")
                // Nothing is converted whose values were given up.
                let both: Mapping = .of(accept: ["A.x"], convert: known.first.map { ["A.x": $0] } ?? [:])
                #expect(known.isEmpty || Stage.between(old, new, both).refusals.count == 1, "\(from) → \(to)")
            }
        }
    }

    @Test("What a conversion leaves empty is filled, or else refused where there must be a value") func lenient() throws
    {
        let old: Schema = a(Attribute("x", .string))
        let convert: KeyValuePairs<String, String> = ["A.x": "parsedOrNull"]
        let optional: Schema = a(Attribute("x", .int16, isOptional: true))
        let required: Schema = a(Attribute("x", .int16))
        #expect(
            try values(.between(old, optional, .of(convert: convert)), .text("7"), .text("?")) == [.integer(7), .null]
        )
        #expect(Stage.between(old, required, .of(convert: convert)).reasons == ["AP207 A.x"])
        let filled: Stage = .between(old, required, .of(fill: ["A.x": "0"], convert: convert))
        #expect(filled.lines.contains("typeChanged A.x convert: parsedOrNull"))
        #expect(try values(filled, .text("7"), .text("?")) == [.integer(7), .integer(0)])
        let byDefault: Stage = .between(old, a(Attribute("x", .int16, default: .int(9))), .of(convert: convert))
        #expect(try values(byDefault, .text("7"), .text("?")) == [.integer(7), .integer(9)])
        let checked: Stage = .between(old, required, .of(convert: convert, require: ["A.x"]))
        #expect(checked.refusals.isEmpty)
        #expect(try values(checked, .text("7")) == [.integer(7)])
        #expect(throws: EvaluationFailure.self) { try values(checked, .text("7"), .text("?")) }
    }

    @Test("A strict conversion stops, and goes on stopping where the value is dropped later") func strict() throws {
        let schemas: [Schema] = [a(Attribute("x", .string)), a(Attribute("x", .int16)), a()]
        let mappings: [Mapping] = [
            .of(convert: ["A.x": "parsed"]), .accepting("A.x", from: 2, to: 3),
        ]
        let plan: Plan = try Planner(history: .of(schemas), mappings: mappings)
            .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        #expect(plan.passes.count == 1 && plan.passes[0].projection.checks.count == 1)
        #expect(try plan.rows(from: rows(.text("7"))) == [.objects("A"): [row(1)]])
        #expect(throws: (any Error).self) { try plan.rows(from: rows(.text("7"), .text("?"))) }
    }

    @Test("An unmet requirement stops too where the value, or the whole entity, is dropped later") func droppedLater()
        throws
    {
        let optional = schema(.of("A", Attribute("x", .int16, isOptional: true)), .of("B"))
        let required = schema(.of("A", Attribute("x", .int16)), .of("B"))
        for (last, accepted) in [(schema(.of("A"), .of("B")), "A.x"), (schema(.of("B")), "A")] {
            let schemas: [Schema] = [optional, required, last]
            let mappings: [Mapping] = [.of(require: ["A.x"]), .accepting(accepted, from: 2, to: 3)]
            let plan: Plan = try Planner(history: .of(schemas), mappings: mappings)
                .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
            #expect(plan.passes.count == 1)
            #expect(throws: EvaluationFailure.self) { try plan.rows(from: rows(.null)) }
            #expect(throws: Never.self) { try plan.rows(from: rows(.integer(1))) }
        }
    }

    @Test("A line for what needs no conversion, and a name that is none") func lines() {
        let (int, wider) = (a(Attribute("x", .int16)), a(Attribute("x", .int32)))
        #expect(Stage.between(int, int, .of(convert: ["A.x": "exact"])).reasons == ["AP405 A.x"])
        #expect(Stage.between(int, wider, .of(convert: ["A.y": "exact"])).reasons == ["AP405 A.y"])
        // Named or inferred, it is the same.
        #expect(Stage.between(int, wider, .of(convert: ["A.x": "exact"])).refusals.isEmpty)
        #expect(Stage.between(int, wider, .of(convert: ["A.x": "parsed"])).reasons == ["AP408 A.x"])
    }

    @Test("Bytes become other bytes only if the mapping says so") func bytes() throws {
        let types: [AttributeType] = [.transformable, .codable, .data]
        for from in types {
            for to in types where from != to {
                let (old, new) = (a(Attribute("x", from)), a(Attribute("x", to)))
                #expect(Stage.between(old, new).reasons == ["AP205 A.x"], "\(from) → \(to)")
                let stage: Stage = .between(old, new, .of(convert: ["A.x": "bytes"]))
                #expect(stage.refusals.isEmpty && stage.isMapped, "\(from) → \(to)")
                #expect(try values(stage, .blob(.init([1, 2]))) == [.blob(.init([1, 2]))])
            }
            let text: Schema = a(Attribute("x", .string))
            let (one, other): (Stage, Stage) = (
                .between(a(Attribute("x", from)), text, .of(convert: ["A.x": "bytes"])),
                .between(text, a(Attribute("x", from)), .of(convert: ["A.x": "bytes"]))
            )
            #expect(!one.refusals.isEmpty && !other.refusals.isEmpty, "\(from)")
        }
        var (old, new) = (Attribute("x", .transformable), Attribute("x", .transformable))
        (old.transformer, new.transformer) = ("One", "Two")
        #expect(Stage.between(a(old), a(new)).lines == ["coderChanged A.x"])
        (old, new) = (Attribute("x", .codable), Attribute("x", .codable))
        (old.swiftType, new.swiftType) = ("One", "Two")
        #expect(Stage.between(a(old), a(new)).lines == ["coderChanged A.x"])
    }
}
