import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The cases of enums over versions: a case is its name, or its raw value where that is all that stayed.
@Suite struct EnumValueTests {
    private func model(
        _ cases: KeyValuePairs<String, Int64>,
        type: ScalarType = .int16,
        isOptional: Bool = false,
        default name: String? = nil,
        enum typeName: String = "Status",
        was: String? = nil
    ) -> Schema {
        var attribute = Attribute("x", .named(typeName), isOptional: isOptional)
        attribute.defaultExpression = name
        var schema: Schema = schema(Entity("A", attributes: [attribute]))
        schema.enumerations = [
            Enumeration(
                typeName,
                originalName: was,
                type: type,
                cases: cases.map { name, number in
                    .init(name, type == .string ? .string("\(number)") : .int(number))
                }
            )
        ]
        return schema
    }

    private func plain(_ type: ScalarType, isOptional: Bool = false) -> Schema {
        schema(.of("A", Attribute("x", .scalar(type), isOptional: isOptional)))
    }

    private func values(_ stage: Stage, _ values: StoredValue...) throws -> [StoredValue] {
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let rows: Rows = [.objects("A"): values.enumerated().map { row(Int64($0 + 1), ["x": $1]) }]
        return try stage.rows(from: rows).values("A", "x")
    }

    @Test("More cases, another order and another name for a raw value change no value") func asTheyWere() throws {
        let old: Schema = model(["one": 1, "two": 2])
        for (new, lines) in [
            (model(["one": 1, "two": 2, "three": 3]), ["enumCaseAdded Status.three"]),
            (model(["two": 2, "one": 1]), []),
            (model(["one": 1, "zwei": 2]), ["enumCaseRenamed Status.zwei"]),
        ] {
            let stage: Stage = .between(old, new)
            #expect(stage.lines == lines)
            // A raw value without a case is kept if the values are not checked.
            #expect(
                try values(stage, .integer(1), .integer(2), .integer(99)) == [.integer(1), .integer(2), .integer(99)]
            )
        }
    }

    @Test("A text is its bytes: a raw value or a default in another form of Unicode is another one") func forms() throws
    {
        func model(_ text: String) -> Schema {
            var schema: Schema = schema(
                .of("A", Attribute("x", .named("Drink")), Attribute("y", .string, default: .string(text)))
            )
            schema.enumerations = [Enumeration("Drink", type: .string, cases: [.init("coffee", .string(text))])]
            return schema
        }
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let stage: Stage = .between(model(composed), model(decomposed))
        #expect(stage.lines == ["defaultChanged A.y", "enumRawValueChanged Drink.coffee"])
        let rows: Rows = [.objects("A"): [row(1, ["x": .text(composed), "y": .text("")])]]
        let made: [StoredValue] = try stage.rows(from: rows).values("A", "x")
        guard case .text(let text)? = made.first else {
            Issue.record("\(made)")
            return
        }
        #expect(Array(text.utf8) == Array(decomposed.utf8))
    }

    @Test("Other raw values, swapped ones and another raw type are looked up case by case") func recoded() throws {
        let old: Schema = model(["one": 1, "two": 2])
        let moved: Stage = .between(old, model(["one": 1, "two": 5]))
        #expect(moved.lines == ["enumRawValueChanged Status.two"])
        #expect(try values(moved, .integer(1), .integer(2)) == [.integer(1), .integer(5)])
        #expect(throws: EvaluationFailure.self) { try values(moved, .integer(5)) }
        let swapped: Stage = .between(old, model(["one": 2, "two": 1]))
        #expect(try values(swapped, .integer(1), .integer(2)) == [.integer(2), .integer(1)])
        let texts: Stage = .between(old, model(["one": 1, "two": 2], type: .string))
        #expect(texts.lines == ["enumRawTypeChanged Status"])
        #expect(try values(texts, .integer(1), .integer(2)) == [.text("1"), .text("2")])
        #expect(throws: EvaluationFailure.self) { try values(texts, .integer(3)) }
        // A name is stronger than a raw value.
        let crossed: Stage = .between(old, model(["one": 2, "three": 3]), accept: "Status.two")
        #expect(crossed.reasons.contains("AP207 A.x"))
    }

    @Test("A case that is gone is a loss; its rows get what rows without a value get") func removed() throws {
        let (old, less) = (model(["one": 1, "two": 2]), model(["one": 1]))
        // Both decisions at once, rather than the second after the first.
        #expect(Stage.between(old, less).reasons == ["AP207 A.x", "AP252 Status.two"])
        #expect(Stage.between(old, less, .of(fill: ["A.x": "one"])).reasons.contains("AP252 Status.two"))
        #expect(Stage.between(old, model(["one": 1], default: "one")).reasons == ["AP252 Status.two"])
        #expect(Stage.between(old, model(["one": 1], isOptional: true)).reasons == ["AP252 Status.two"])
        #expect(Stage.between(old, less, accept: "Status.two").reasons == ["AP207 A.x"])
        let filled: Stage = .between(old, less, .of(accept: ["Status.two"], fill: ["A.x": "one"]))
        #expect(try values(filled, .integer(1), .integer(2)) == [.integer(1), .integer(1)])
        #expect(filled.losses == [ElementPath("Status", "two")])
        let byDefault: Stage = .between(old, model(["one": 1], default: "one"), accept: "Status.two")
        #expect(try values(byDefault, .integer(1), .integer(2)) == [.integer(1), .integer(1)])
        let optional: Stage = .between(old, model(["one": 1], isOptional: true), accept: "Status.two")
        #expect(try values(optional, .integer(1), .integer(2)) == [.integer(1), .null])
        let required: Stage = .between(old, less, .of(accept: ["Status.two"], require: ["A.x"]))
        #expect(try values(required, .integer(1)) == [.integer(1)])
        #expect(throws: EvaluationFailure.self) { try values(required, .integer(2)) }
        #expect(throws: EvaluationFailure.self) { try values(optional, .integer(3)) }
        // Cases of an unused enum are not lost.
        var (unused, fewer) = (plain(.int16), plain(.int16))
        unused.enumerations = old.enumerations
        fewer.enumerations = less.enumerations
        #expect(Stage.between(unused, fewer).refusals.isEmpty)
    }

    @Test("A removed case within a composite is a null in its part") func inComposite() throws {
        func model(_ cases: [Enumeration.Case], isOptional: Bool = false, default name: String? = nil) -> Schema {
            var part = Attribute("kind", .named("Kind"), isOptional: isOptional)
            part.defaultExpression = name
            var schema: Schema = schema(.of("A", Attribute("home", .named("Address"))))
            schema.enumerations = [Enumeration("Kind", cases: cases)]
            schema.composites = [Composite("Address", attributes: [part])]
            return schema
        }
        let (one, two) = (Enumeration.Case("one", .string("1")), Enumeration.Case("two", .string("2")))
        let old: Schema = model([one, two])
        #expect(Stage.between(old, model([one]), accept: "Kind.two").reasons == ["AP261 Address.kind"])
        let filled: Stage = .between(old, model([one]), .of(accept: ["Kind.two"], fill: ["Address.kind": "one"]))
        #expect(filled.refusals.isEmpty, "\(filled.reasons)")
        let rows: Rows = [.objects("A"): [row(1, ["home.kind": .text("1")]), row(2, ["home.kind": .text("2")])]]
        #expect(try filled.rows(from: rows).values("A", "home.kind") == [.text("1"), .text("1")])
        let byDefault: Stage = .between(old, model([one], default: "one"), accept: "Kind.two")
        #expect(try byDefault.rows(from: rows).values("A", "home.kind") == [.text("1"), .text("1")])
    }

    @Test("A raw value is a case only if the mapping says so; a case is its raw value") func scalars() throws {
        let status: Schema = model(["one": 1, "two": 2])
        #expect(Stage.between(plain(.int16), status).reasons == ["AP205 A.x"])
        let strict: Stage = .between(plain(.int16), status, .of(convert: ["A.x": "cases"]))
        #expect(try values(strict, .integer(1), .integer(2)) == [.integer(1), .integer(2)])
        #expect(throws: EvaluationFailure.self) { try values(strict, .integer(3)) }
        let lenient: Stage = .between(
            plain(.int16),
            model(["one": 1, "two": 2], isOptional: true),
            .of(convert: ["A.x": "casesOrNull"])
        )
        #expect(try values(lenient, .integer(1), .integer(3)) == [.integer(1), .null])
        #expect(Stage.between(plain(.int16), status, .of(convert: ["A.x": "casesOrNull"])).reasons == ["AP207 A.x"])
        #expect(Stage.between(plain(.string), status, .of(convert: ["A.x": "cases"])).reasons == ["AP408 A.x"])
        #expect(Stage.between(plain(.int16), status, .of(convert: ["A.x": "exact"])).reasons == ["AP408 A.x"])
        // The other way round nothing has to be said, unless the types need it.
        #expect(try values(.between(status, plain(.int16)), .integer(1)) == [.integer(1)])
        #expect(try values(.between(status, plain(.int32)), .integer(1)) == [.integer(1)])
        #expect(try values(.between(status, plain(.string)), .integer(1)) == [.text("1")])
        #expect(Stage.between(status, plain(.bool)).reasons == ["AP205 A.x"])
        #expect(
            try values(.between(status, plain(.bool), .of(convert: ["A.x": "nonZero"])), .integer(2)) == [.integer(1)]
        )
    }

    @Test("From one enum to another, by the names of cases, if the mapping says so") func otherEnum() throws {
        let old: Schema = model(["one": 1, "two": 2])
        let new: Schema = model(["two": 20, "one": 10], enum: "Level")
        #expect(Stage.between(old, new).reasons == ["AP205 A.x"])
        let stage: Stage = .between(old, new, .of(convert: ["A.x": "cases"]))
        #expect(try values(stage, .integer(1), .integer(2)) == [.integer(10), .integer(20)])
        let fewer: Stage = .between(old, model(["one": 10], enum: "Level"), .of(convert: ["A.x": "cases"]))
        #expect(try values(fewer, .integer(1)) == [.integer(10)])
        #expect(throws: EvaluationFailure.self) { try values(fewer, .integer(2)) }
        // Renamed, it is the same one.
        #expect(
            Stage.between(old, model(["one": 1, "two": 2], enum: "Level", was: "Status")).lines == ["typeRenamed Level"]
        )
    }

    @Test("Recoded over and over is recoded once") func fused() throws {
        let schemas: [Schema] = (0..<50).map { number in model(["one": Int64(number), "two": Int64(100 + number)]) }
        let plan: Plan = try Planner(history: .of(schemas), mappings: [])
            .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        let rows: Rows = [.objects("A"): [row(1, ["x": .integer(0)]), row(2, ["x": .integer(100)])]]
        #expect(try plan.rows(from: rows).values("A", "x") == [.integer(49), .integer(149)])
        let projection: Projection = plan.passes[0].projection
        let values = try #require(projection.extents[.objects("A")]?.sources.first?.values)
        #expect(values.map { projection.graph[$0].depth }.max() == 2)
    }
}
