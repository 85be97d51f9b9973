import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Types that give way to others: under another name, under the same one, and deep inside.
@Suite struct ReplacedTypeTests {
    private let geo = Composite("Geo", attributes: [Attribute("lat", .double, isOptional: true)])

    /// `A.home`, an address that has a part `geo`.
    private func model(_ part: AttributeType, _ composites: Composite...) -> Schema {
        var schema: Schema = schema(.of("A", Attribute("home", .named("Address"))))
        schema.composites =
            [
                Composite(
                    "Address",
                    attributes: [Attribute("street", .string), Attribute("geo", part, isOptional: true)]
                )
            ] + composites
        return schema
    }

    private func rows(_ path: String, _ value: StoredValue) -> Rows {
        [.objects("A"): [row(1, ["home.street": .text("s"), path: value])]]
    }

    @Test("A part that becomes a composite, or is none any more, is a loss") func parts() throws {
        let (deep, flat) = (model(.named("Geo"), geo), model(.string))
        #expect(Stage.between(deep, flat).reasons == ["AP259 Address.geo"])
        #expect(Stage.between(flat, deep).reasons == ["AP259 Address.geo"])
        let down: Stage = .between(deep, flat, accept: "Address.geo")
        #expect(down.refusals.isEmpty && down.losses == [ElementPath("Address", "geo")], "\(down.reasons)")
        #expect(try down.rows(from: rows("home.geo.lat", .real(1))).values("A", "home.geo") == [.null])
        let up: Stage = .between(flat, deep, accept: "Address.geo")
        #expect(up.refusals.isEmpty, "\(up.reasons)")
        #expect(try up.rows(from: rows("home.geo", .text("x"))).values("A", "home.geo.lat") == [.null])
        #expect(try up.rows(from: rows("home.geo", .text("x"))).values("A", "home.street") == [.text("s")])
    }

    @Test("A part that is another composite is a loss, under another name or the same one") func anotherComposite() {
        let old: Schema = model(.named("Geo"), geo)
        var (other, renamed): (Composite, Composite) = (geo, geo)
        other.name = "Point"
        (renamed.name, renamed.originalName) = ("Point", "Geo")
        #expect(Stage.between(old, model(.named("Point"), other)).reasons == ["AP259 Address.geo"])
        #expect(Stage.between(old, model(.named("Point"), renamed)).refusals.isEmpty)
        // Geo is called Point now, and another one Geo, which the part is.
        #expect(Stage.between(old, model(.named("Geo"), geo, renamed)).reasons == ["AP259 Address.geo"])
        #expect(Stage.between(old, model(.named("Geo"), geo, renamed), accept: "Address.geo").refusals.isEmpty)
    }

    @Test("An attribute whose type's name another one has taken is of another type") func takenNames() throws {
        var old: Schema = schema(.of("A", Attribute("x", .named("Kind")), Attribute("y", .named("Geo"))))
        let kind = Enumeration("Kind", cases: [.init("one", .string("1")), .init("two", .string("2"))])
        (old.enumerations, old.composites) = ([kind], [geo])
        var new: Schema = old
        (new.enumerations[0].name, new.enumerations[0].originalName) = ("Sort", "Kind")
        new.enumerations.append(Enumeration("Kind", cases: [.init("one", .string("I")), .init("two", .string("II"))]))
        (new.composites[0].name, new.composites[0].originalName) = ("Point", "Geo")
        new.composites.append(geo)
        #expect(Stage.between(old, new).reasons == ["AP205 A.x", "AP205 A.y"])
        let stage: Stage = .between(old, new, .of(accept: ["A.y"], convert: ["A.x": "cases"]))
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let rows: Rows = [.objects("A"): [row(1, ["x": .text("2"), "y.lat": .real(1)])]]
        let after: Rows = try stage.rows(from: rows)
        #expect(after.values("A", "x") == [.text("II")] && after.values("A", "y.lat") == [.null])
    }

    @Test("A case or a part that goes is lost only where the type's values go on") func unused() {
        var (old, new) = (
            schema(.of("A", Attribute("x", .named("Kind")), Attribute("y", .named("Geo")))),
            schema(.of("A", Attribute("x", .string)))
        )
        let kind = Enumeration("Kind", cases: [.init("one", .string("1")), .init("two", .string("2"))])
        (old.enumerations, old.composites) = ([kind], [geo])
        (new.enumerations, new.composites) = ([kind], [geo])
        new.enumerations[0].cases.removeLast()
        new.composites[0].attributes = [Attribute("other", .bool)]
        #expect(Stage.between(old, new, accept: "A.y").refusals.isEmpty)
        #expect(Stage.between(old, new, accept: "A.y", "Kind.two").reasons == ["AP403 Kind.two"])
        #expect(Stage.between(old, new, accept: "A.y", "Geo.lat").reasons == ["AP403 Geo.lat"])
    }

    @Test("What was required is there in every row, though all its parts are null") func requiredBefore() throws {
        func model(_ parts: [Attribute], isOptional: Bool) -> Schema {
            var schema: Schema = schema(.of("A", Attribute("home", .named("Geo"), isOptional: isOptional)))
            schema.composites = [Composite("Geo", attributes: parts)]
            return schema
        }
        let (lat, label) = (geo.attributes[0], Attribute("label", .string, default: .string("d")))
        let rows: Rows = [.objects("A"): [row(1, ["home.lat": .null]), row(2, ["home.lat": .real(1)])]]
        func labels(wasOptional: Bool) throws -> [StoredValue] {
            let stage: Stage = .between(
                model([lat], isOptional: wasOptional),
                model([lat, label], isOptional: true)
            )
            #expect(stage.refusals.isEmpty, "\(stage.reasons)")
            return try stage.rows(from: rows).values("A", "home.label")
        }
        #expect(try labels(wasOptional: false) == [.text("d"), .text("d")])
        #expect(try labels(wasOptional: true) == [.null, .text("d")])
    }

    @Test("A part's row number counts all objects that have the attribute") func rowNumbers() throws {
        var old: Schema = schema(Entity("Animal"), Entity("Cat", parent: "Animal"), Entity("Tom", parent: "Cat"))
        var new: Schema = old
        new.entities[0].attributes = [Attribute("tag", .named("Tag"))]
        new.composites = [Composite("Tag", attributes: [Attribute("number", .int32)])]
        old.composites = []
        let stage: Stage = .between(old, new, .of(fill: ["Tag.number": "rowNumber()"]))
        let rows: Rows = [
            .objects("Animal"): [row(4)], .objects("Cat"): [row(1), row(3)], .objects("Tom"): [row(2)],
        ]
        let after: Rows = try stage.rows(from: rows)
        #expect(after.values("Animal", "tag.number") == [.integer(4)])
        #expect(after.values("Cat", "tag.number") == [.integer(1), .integer(3)])
        #expect(after.values("Tom", "tag.number") == [.integer(2)])
    }
}
