import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Where values come from that rows do not have, line by line of the rules.
@Suite struct FillTests {
    private let rows: Rows = [.objects("A"): [row(1, ["x": .integer(5)]), row(2, ["x": .null]), row(7, ["x": .null])]]

    private func a(_ attributes: Attribute...) -> Schema { schema(Entity("A", attributes: attributes)) }

    private let x = Attribute("x", .int16, isOptional: true)

    /// The values of an attribute of `A` after a stage from the schema with the optional `x`.
    private func values(_ name: String, _ new: Schema, _ mapping: Mapping = .of()) throws -> [StoredValue] {
        let stage: Stage = .between(a(x), new, mapping)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        return try stage.rows(from: rows).values("A", name)
    }

    @Test("What is new gets a fill, else its default, else null") func new() throws {
        let optional = Attribute("y", .int16, isOptional: true)
        #expect(try values("y", a(x, optional)) == [.null, .null, .null])
        #expect(try values("y", a(x, optional), .of(fill: ["A.y": "3"])) == [.integer(3), .integer(3), .integer(3)])
        let withDefault = Attribute("y", .int16, isOptional: true, default: .int(4))
        #expect(try values("y", a(x, withDefault)) == [.integer(4), .integer(4), .integer(4)])
        #expect(try values("y", a(x, withDefault), .of(fill: ["A.y": "3"])) == [.integer(3), .integer(3), .integer(3)])
        let required = Attribute("y", .int16)
        #expect(Stage.between(a(x), a(x, required)).reasons == ["AP201 A.y"])
        #expect(try values("y", a(x, required), .of(fill: ["A.y": "3"])) == [.integer(3), .integer(3), .integer(3)])
    }

    @Test("What is new and required may have no objects, where the mapping says so") func newWithoutObjects() throws {
        let required = Attribute("y", .int16)
        let stage: Stage = .between(a(x), a(x, required), .of(require: ["A.y"]))
        #expect(stage.lines == ["attributeAdded A.y require: [A.y]"] && stage.refusals.isEmpty && stage.isMapped)
        #expect(throws: EvaluationFailure.self) { try stage.rows(from: rows) }
        #expect(try stage.rows(from: [.objects("A"): []]) == [.objects("A"): []])
        // A default or a fill gives the value, so there is nothing to require.
        let withDefault = Attribute("y", .int16, default: .int(4))
        #expect(Stage.between(a(x), a(x, withDefault), .of(require: ["A.y"])).reasons == ["AP406 A.y"])
        let both: Mapping = .of(fill: ["A.y": "3"], require: ["A.y"])
        #expect(Stage.between(a(x), a(x, required), both).reasons == ["AP406 A.y"])
        // No text is a value of an app's own type.
        let own = Attribute("y", .transformable)
        #expect(Stage.between(a(x), a(x, own)).refusals.flatMap(\.mappingLines) == [.require(ElementPath("A", "y"))])
    }

    @Test("Where there is no value and must be one: fill, else the default, else a requirement, else nothing")
    func required() throws {
        let required = Attribute("x", .int16)
        #expect(Stage.between(a(x), a(required)).reasons == ["AP207 A.x"])
        #expect(try values("x", a(required), .of(fill: ["A.x": "3"])) == [.integer(5), .integer(3), .integer(3)])
        let withDefault = Attribute("x", .int16, default: .int(4))
        #expect(try values("x", a(withDefault)) == [.integer(5), .integer(4), .integer(4)])
        #expect(try values("x", a(withDefault), .of(fill: ["A.x": "3"])) == [.integer(5), .integer(3), .integer(3)])
        let stage: Stage = .between(a(x), a(required), .of(require: ["A.x"]))
        #expect(stage.lines == ["becameRequired A.x require: [A.x]"] && stage.refusals.isEmpty && stage.isMapped)
        #expect(throws: EvaluationFailure.self) { try stage.rows(from: rows) }
        let full: Rows = [.objects("A"): [row(1, ["x": .integer(5)])]]
        #expect(try stage.rows(from: full) == full)
        // With a value at hand nothing is to be required.
        #expect(Stage.between(a(x), a(withDefault), .of(require: ["A.x"])).reasons == ["AP406 A.x"])
        let both: Mapping = .of(fill: ["A.x": "3"], require: ["A.x"])
        #expect(Stage.between(a(x), a(required), both).reasons == ["AP406 A.x"])
    }

    @Test("What stays optional keeps its nulls, unless the mapping fills them by name") func optional() throws {
        let withDefault = Attribute("x", .int16, isOptional: true, default: .int(4))
        #expect(try values("x", a(withDefault)) == [.integer(5), .null, .null])
        #expect(try values("x", a(withDefault), .of(fill: ["A.x": "3"])) == [.integer(5), .integer(3), .integer(3)])
        // Whether anything else changes or not.
        #expect(try values("x", a(x), .of(fill: ["A.x": "3"])) == [.integer(5), .integer(3), .integer(3)])
        let other: Schema = a(x, Attribute("y", .int16, isOptional: true))
        #expect(try values("x", other, .of(fill: ["A.x": "3"])) == [.integer(5), .integer(3), .integer(3)])
    }

    @Test("What was required needs no fill") func needless() {
        let (old, new) = (a(Attribute("x", .int16)), a(Attribute("x", .int32)))
        #expect(Stage.between(old, new, .of(fill: ["A.x": "3"])).reasons == ["AP404 A.x"])
        #expect(Stage.between(old, new, .of(require: ["A.x"])).reasons == ["AP406 A.x"])
        #expect(Stage.between(old, old, .of(fill: ["A.x": "3"])).reasons == ["AP404 A.x"])
        #expect(Stage.between(old, new, .of(fill: ["A.zzz": "3"])).reasons == ["AP404 A.zzz"])
    }

    @Test("Every row has a value of its own, and the same one however often it is asked for") func generators() throws {
        let new: Schema = a(
            x,
            Attribute("id", .uuid),
            Attribute("text", .string),
            Attribute("made", .date),
            Attribute("number", .int32)
        )
        let mapping: Mapping = .of(
            fill: ["A.id": "uuid()", "A.text": "uuid()", "A.made": "now()", "A.number": "rowNumber()"]
        )
        let stage: Stage = .between(a(x), new, mapping)
        #expect(stage.refusals.isEmpty && stage.isMapped)
        let after: Rows = try stage.rows(from: rows)
        #expect(Set(after.values("A", "id")).count == 3 && Set(after.values("A", "text")).count == 3)
        #expect(Set(after.values("A", "id")).isDisjoint(with: after.values("A", "text")))
        #expect(after.values("A", "made") == Array(repeating: .real(MigrationSources.plain.now), count: 3))
        #expect(after.values("A", "number") == [.integer(1), .integer(2), .integer(3)])
        #expect(try stage.rows(from: rows) == after)
    }

    @Test("A generator makes values of its own types, and a literal is one of the attribute's") func types() {
        func isRefused(_ fill: String, _ type: AttributeType) -> Bool {
            var new: Schema = a(x, Attribute("y", type))
            new.enumerations = [Enumeration("E", cases: [.init("one", .string("1"))])]
            let reasons: [String] = Stage.between(a(x), new, .of(fill: ["A.y": fill])).reasons
            #expect(reasons == [] || reasons == ["AP407 A.y"], "\(fill) of \(type): \(reasons)")
            return !reasons.isEmpty
        }
        let generated: [String: [ScalarType]] = [
            "uuid()": [.uuid, .string], "now()": [.date],
            "rowNumber()": [.int16, .int32, .int64],
        ]
        for (fill, types) in generated {
            for type in ScalarType.allCases {
                #expect(isRefused(fill, .scalar(type)) == !types.contains(type), "\(fill) of \(type)")
            }
            for type: AttributeType in [.transformable, .codable, .named("E")] { #expect(isRefused(fill, type)) }
        }
        #expect(isRefused("x", .int16) && isRefused("40000", .int16) && isRefused("1.5", .int64))
        #expect(!isRefused("40000", .int32) && !isRefused("one", .named("E")))
        // A case is named, not its raw value.
        #expect(isRefused("1", .named("E")))
    }

    @Test("The nearest path wins; a number counts all objects of the entity that is named") func inherited() throws {
        var animal = Entity("Animal", attributes: [Attribute("age", .int16, isOptional: true)])
        animal.isAbstract = true
        let old: Schema = schema(
            animal,
            Entity("Cat", parent: "Animal"),
            Entity("Dog", parent: "Animal"),
            Entity("Tom", parent: "Cat")
        )
        var new: Schema = old
        new.entities[0].attributes.append(Attribute("number", .int64))
        new.entities[0].attributes.append(Attribute("name", .string))
        let rows: Rows = [
            .objects("Cat"): [row(2), row(5)], .objects("Dog"): [row(1), row(4)], .objects("Tom"): [row(3)],
        ]
        let all: Mapping = .of(fill: ["Animal.number": "rowNumber()", "Animal.name": "a", "Cat.name": "c"])
        let stage: Stage = .between(old, new, all)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let after: Rows = try stage.rows(from: rows)
        #expect(after.values("Dog", "number") == [.integer(1), .integer(4)])
        #expect(
            after.values("Cat", "number") == [.integer(2), .integer(5)]
                && after.values("Tom", "number") == [.integer(3)]
        )
        #expect(after.values("Dog", "name") == [.text("a"), .text("a")])
        #expect(after.values("Cat", "name") == [.text("c"), .text("c")] && after.values("Tom", "name") == [.text("c")])
        // Each counts by itself where each is named.
        let apart: Mapping = .of(
            fill: ["Cat.number": "rowNumber()", "Dog.number": "rowNumber()", "Animal.name": "a"]
        )
        let counted: Rows = try Stage.between(old, new, apart).rows(from: rows)
        #expect(counted.values("Dog", "number") == [.integer(1), .integer(2)])
        #expect(
            counted.values("Cat", "number") == [.integer(1), .integer(3)]
                && counted.values("Tom", "number") == [.integer(2)]
        )
        // Who is not spoken of has none.
        let one: Mapping = .of(fill: ["Cat.number": "rowNumber()", "Animal.name": "a"])
        #expect(Stage.between(old, new, one).reasons == ["AP201 Animal.number"])
        // The line that all the nearer ones take away from is needless.
        let needless: Mapping = .of(
            fill: ["Animal.number": "1", "Cat.number": "2", "Dog.number": "3", "Animal.name": "a"]
        )
        #expect(Stage.between(old, new, needless).reasons == ["AP404 Animal.number"])
    }
}
