import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The parts of composites over versions: an optional composite is absent or whole, and no fill invents one.
@Suite struct CompositeValueTests {
    /// `A.home` and `A.work`, both addresses; the one is required, the other optional.
    private func model(
        _ parts: [Attribute],
        named name: String = "Address",
        was: String? = nil,
        home isHomeOptional: Bool = false,
        work isWorkOptional: Bool = true
    ) -> Schema {
        var schema: Schema = schema(
            .of(
                "A",
                Attribute("home", .named(name), isOptional: isHomeOptional),
                Attribute("work", .named(name), isOptional: isWorkOptional)
            )
        )
        schema.composites = [Composite(name, originalName: was, attributes: parts)]
        return schema
    }

    private let street = Attribute("street", .string)
    private let zip = Attribute("zip", .string, isOptional: true)

    private let rows: Rows = [
        .objects("A"): [
            row(
                1,
                ["home.street": .text("h"), "home.zip": .text("1"), "work.street": .text("w"), "work.zip": .text("2")]
            ),
            row(2, ["home.street": .text("h"), "home.zip": .null, "work.street": .text("w"), "work.zip": .null]),
            row(3, ["home.street": .text("h"), "home.zip": .null, "work.street": .null, "work.zip": .null]),
        ]
    ]

    private func values(_ stage: Stage, _ path: String) throws -> [StoredValue] {
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        return try stage.rows(from: rows).values("A", path)
    }

    @Test("A renamed composite with renamed parts keeps its values") func renamed() throws {
        let new: Schema = model(
            [Attribute("road", .string, originalName: "street"), zip],
            named: "Place",
            was: "Address"
        )
        let stage: Stage = .between(model([street, zip]), new)
        #expect(Set(stage.lines) == ["typeRenamed Place", "partRenamed Place.road"])
        #expect(try values(stage, "home.road") == [.text("h"), .text("h"), .text("h")])
        #expect(try values(stage, "work.zip") == [.text("2"), .null, .null])
    }

    @Test("A new required part is filled wherever the composite is there, and nowhere else") func newPart() throws {
        let old: Schema = model([street, zip])
        let city = Attribute("city", .string)
        #expect(Stage.between(old, model([street, zip, city])).reasons == ["AP256 Address.city"])
        let byDefault: Stage = .between(old, model([street, zip, Attribute("city", .string, default: .string("d"))]))
        let filled: Stage = .between(old, model([street, zip, city]), .of(fill: ["Address.city": "f"]))
        for (stage, text) in [(byDefault, "d"), (filled, "f")] {
            #expect(try values(stage, "home.city") == [.text(text), .text(text), .text(text)])
            #expect(try values(stage, "work.city") == [.text(text), .text(text), .null])
        }
        #expect(Set(try values(filled, "home.city")).count == 1)
    }

    @Test("Generated values of two attributes, two kinds and two objects are all different") func generated() throws {
        var (old, new) = (model([street]), model([street, Attribute("id", .uuid)]))
        for schema in [0, 1] {
            let other = Entity("B", attributes: [Attribute("home", .named("Address"))])
            if schema == 0 { old.entities.append(other) } else { new.entities.append(other) }
        }
        let rows: Rows = [
            .objects("A"): [
                row(1, ["home.street": .text("h"), "work.street": .text("w")]),
                row(2, ["home.street": .text("h"), "work.street": .null]),
            ],
            .objects("B"): [row(1, ["home.street": .text("h")])],
        ]
        let after: Rows = try Stage.between(old, new, .of(fill: ["Address.id": "uuid()"])).rows(from: rows)
        let made: [StoredValue] =
            after.values("A", "home.id") + after.values("A", "work.id") + after.values("B", "home.id")
        #expect(Set(made).count == 5 && made.count { $0 == .null } == 1, "\(made)")
    }

    @Test("A part that becomes required needs a value where the composite is there") func requiredPart() throws {
        let old: Schema = model([street, zip])
        let new: Schema = model([street, Attribute("zip", .string)])
        #expect(Stage.between(old, new).reasons == ["AP261 Address.zip"])
        let filled: Stage = .between(old, new, .of(fill: ["Address.zip": "?"]))
        #expect(try values(filled, "home.zip") == [.text("1"), .text("?"), .text("?")])
        #expect(try values(filled, "work.zip") == [.text("2"), .text("?"), .null])
    }

    @Test("A composite that becomes required needs all its required parts") func requiredComposite() throws {
        let (old, new) = (model([street, zip]), model([street, zip], work: false))
        #expect(Stage.between(old, new).reasons == ["AP207 A.work"])
        let filled: Stage = .between(old, new, .of(fill: ["Address.street": "s"]))
        #expect(try values(filled, "work.street") == [.text("w"), .text("w"), .text("s")])
        #expect(try values(filled, "home.street") == [.text("h"), .text("h"), .text("h")])
        let withDefault: Schema = model([Attribute("street", .string, default: .string("d")), zip], work: false)
        let byDefault: Stage = .between(model([Attribute("street", .string, default: .string("d")), zip]), withDefault)
        #expect(try values(byDefault, "work.street") == [.text("w"), .text("w"), .text("d")])
        // The other way round nothing is needed.
        #expect(Stage.between(new, old).lines == ["becameOptional A.work"])
    }

    @Test("A part that is gone is a loss in every attribute that has it") func removedPart() throws {
        let (old, new) = (model([street, zip]), model([street]))
        #expect(Stage.between(old, new).reasons == ["AP257 Address.zip"])
        let accepted: Stage = .between(old, new, accept: "Address.zip")
        #expect(accepted.losses == [ElementPath("Address", "zip")])
        #expect(try values(accepted, "home.street") == [.text("h"), .text("h"), .text("h")])
        // The whole attribute's loss is another one, and no composite's part is lost by it.
        var fewer: Schema = old
        fewer.entities[0].attributes.removeLast()
        #expect(Stage.between(old, fewer).reasons == ["AP202 A.work"])
        #expect(Stage.between(old, fewer, accept: "Address.zip").reasons == ["AP202 A.work", "AP403 Address.zip"])
        // Parts of an unused composite are not lost.
        var (unused, less) = (schema(.of("A")), schema(.of("A")))
        (unused.composites, less.composites) = (old.composites, new.composites)
        #expect(Stage.between(unused, less).refusals.isEmpty)
    }

    @Test("A part of another type is converted, wherever it is") func typedPart() throws {
        let old: Schema = model([street, zip])
        let new: Schema = model([street, Attribute("zip", .int32, isOptional: true)])
        #expect(Stage.between(old, new).reasons == ["AP259 Address.zip"])
        let stage: Stage = .between(old, new, .of(convert: ["Address.zip": "parsed"]))
        #expect(stage.lines == ["partTypeChanged Address.zip convert: parsed"])
        #expect(try values(stage, "work.zip") == [.integer(2), .null, .null])
        let wider: Stage = .between(model([street, Attribute("zip", .int16, isOptional: true)]), new)
        #expect(wider.lines == ["partTypeChanged Address.zip"] && wider.refusals.isEmpty)
    }

    @Test("What is new is absent where it may be, and whole where it must be") func newComposite() throws {
        let old = schema(.of("A"))
        var new: Schema = model([Attribute("street", .string, default: .string("d")), zip])
        let made: Stage = .between(old, new)
        #expect(made.refusals.isEmpty, "\(made.reasons)")
        let after: Rows = try made.rows(from: [.objects("A"): [row(1)]])
        #expect(after.values("A", "home.street") == [.text("d")] && after.values("A", "home.zip") == [.null])
        #expect(after.values("A", "work.street") == [.null], "a default never makes a composite that may be absent")
        new = model([street, zip])
        #expect(Stage.between(old, new).reasons == ["AP201 A.home"])
        let filled: Rows = try Stage.between(old, new, .of(fill: ["Address.street": "f"])).rows(from: [
            .objects("A"): [row(1)]
        ])
        #expect(filled.values("A", "home.street") == [.text("f")] && filled.values("A", "work.street") == [.null])
    }

    @Test("A composite is no scalar, and no other composite") func otherTypes() {
        let old: Schema = model([street, zip])
        var text: Schema = old
        text.entities[0].attributes[1].type = .string
        #expect(Stage.between(old, text).reasons == ["AP205 A.work"])
        let lost: Stage = .between(old, text, accept: "A.work")
        #expect(lost.refusals.isEmpty && lost.losses == [ElementPath("A", "work")])
        #expect(Stage.between(text, old).reasons == ["AP205 A.work"])
        #expect(Stage.between(text, old, accept: "A.work").refusals.isEmpty)
        var other: Schema = old
        other.composites.append(Composite("Place", attributes: [street, zip]))
        other.entities[0].attributes[1].type = .named("Place")
        #expect(Stage.between(old, other).reasons == ["AP205 A.work"])
        #expect(Stage.between(old, other, accept: "A.work").refusals.isEmpty)
        for words in [Mapping.of(convert: ["A.work": "text"]), .of(convert: ["A.work": "cases"])] {
            #expect(
                !Stage.between(old, text, words).refusals.isEmpty && !Stage.between(text, old, words).refusals.isEmpty
            )
        }
    }

    @Test("Composites in composites: an inner one may be absent where the outer one is there") func nested() throws {
        func model(isGeoOptional: Bool, _ parts: Attribute..., outer isOptional: Bool = true) -> Schema {
            var schema: Schema = schema(.of("A", Attribute("home", .named("Address"), isOptional: isOptional)))
            schema.composites = [
                Composite("Address", attributes: [street, Attribute("geo", .named("Geo"), isOptional: isGeoOptional)]),
                Composite("Geo", attributes: parts),
            ]
            return schema
        }
        let (lat, lon) = (Attribute("lat", .double), Attribute("lon", .double, default: .double(0)))
        let rows: Rows = [
            .objects("A"): [
                row(1, ["home.street": .text("s"), "home.geo.lat": .real(1)]),
                row(2, ["home.street": .text("s"), "home.geo.lat": .null]),
                row(3, ["home.street": .null, "home.geo.lat": .null]),
            ]
        ]
        let more: Stage = .between(model(isGeoOptional: true, lat), model(isGeoOptional: true, lat, lon))
        #expect(try more.rows(from: rows).values("A", "home.geo.lon") == [.real(0), .null, .null])
        let whole: Stage = .between(model(isGeoOptional: false, lat), model(isGeoOptional: false, lat, lon))
        #expect(try whole.rows(from: rows).values("A", "home.geo.lon") == [.real(0), .real(0), .null])
        // The inner one must be there from now on, wherever the outer one is.
        let required: Stage = .between(model(isGeoOptional: true, lat), model(isGeoOptional: false, lat))
        #expect(!required.refusals.isEmpty, "\(required.lines)")
        let filled: Stage = .between(
            model(isGeoOptional: true, lat),
            model(isGeoOptional: false, lat),
            .of(fill: ["Geo.lat": "9"])
        )
        #expect(filled.refusals.isEmpty, "\(filled.reasons)")
        #expect(try filled.rows(from: rows).values("A", "home.geo.lat") == [.real(1), .real(9), .null])
    }

    @Test(
        "A computed part of a new optional composite that may be missing beside others is named, with lines that settle it"
    )
    func partLeftOut() throws {
        let texts = ["s", "z"].map { Attribute($0, .string, isOptional: true) }
        var old: Schema = schema(.of("A"))
        old.entities[0].attributes = texts
        var new: Schema = schema(.of("A", Attribute("home", .named("Address"), isOptional: true)))
        new.composites = [Composite("Address", attributes: [street, zip])]
        func stage(_ lines: Mapping.Line...) -> Stage {
            let values = [("street", "s"), ("zip", "z")].map {
                Mapping.Line.value(ElementPath("A", "home.\($0)"), "$source.\($1)")
            }
            let version = Schema.Version(1)
            let mapping = Mapping(from: version, to: nil, values + lines)
            return Stage(from: old, to: new, from: .version(version), to: .unreleased, mapping: mapping)
        }
        let refusal = try #require(stage().refusals.first)
        #expect(refusal.message == "'A.home.street' is required, but some rows would be left without a value")
        let street = ElementPath("Address", "street")
        for line in [Mapping.Line.require(street), .fill(street, .literal("?"))] {
            #expect(stage(line).refusals.isEmpty)
        }
        #expect(refusal.help.contains { $0.contains("require: [Address.street]") })
    }
}
