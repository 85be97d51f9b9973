import ApusMigration
import ApusReports
import ApusSchema
import Foundation
import Testing

/// Each line of a mapping that does something is told by a change, so that no stage which makes values looks like one
/// that makes none.
@Suite struct ToldLineTests {
    private let name = Attribute("name", .string, isOptional: true)

    /// The changes of a stage that nothing is wrong with.
    private func lines(_ old: Schema, _ new: Schema, _ mapping: Mapping) -> [String] {
        let stage: Stage = .between(old, new, mapping)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(stage.isMapped && stage.verdict.hasPrefix("mapped"))
        return stage.lines
    }

    @Test("A fill of what stays as it is, optional") func unchanged() {
        let one: Schema = schema(.of("A", name), .of("B", name))
        #expect(lines(one, one, .of(fill: ["B.name": "x"])) == ["valuesFilled B.name fill: x"])
        let stage: Stage = .between(one, one, .of(fill: ["B.name": "x"]))
        #expect(
            stage.text == """
                M: 1 → 2: 1 change, mapped, 1 value filled

                  B
                    ~ name   existing rows without a value get 'x'   (by fill)

                """
        )
        #expect(stage.markdown.contains("! name   existing rows without a value get 'x'   (by fill)\n"))
    }

    @Test("A fill or a default of no bytes is seen") func noBytes() {
        let bytes = Attribute("name", .data, isOptional: true, default: .data(Data()))
        let one: Schema = schema(.of("A", Attribute("name", .data, isOptional: true)))
        let stage: Stage = .between(one, schema(.of("A", bytes)), .of(fill: ["A.name": ""]))
        #expect(stage.text.contains("~ name   existing rows without a value get ''   (by fill)\n"), "\(stage.text)")
        #expect(stage.text.contains("default none → ''"), "\(stage.text)")
    }

    @Test("A fill beside a rename, a default, or an optional that was required") func besideOthers() {
        let old: Schema = schema(.of("A", name), .of("Z"))
        let renamed: Schema = schema(
            .of("A", Attribute("title", .string, isOptional: true, default: .string("y"), originalName: "name"))
        )
        #expect(
            lines(old, renamed, .of(accept: ["Z"], fill: ["A.title": "x"])) == [
                "attributeRenamed A.title", "defaultChanged A.title", "valuesFilled A.title fill: x",
                "entityRemoved Z accepted",
            ]
        )
    }

    @Test("A fill for what a lenient conversion leaves empty, told beside the conversion") func lenient() {
        let (old, new) = (schema(.of("A", Attribute("x", .string))), schema(.of("A", Attribute("x", .int16))))
        #expect(
            lines(old, new, .of(fill: ["A.x": "0"], convert: ["A.x": "parsedOrNull"])) == [
                "typeChanged A.x convert: parsedOrNull", "valuesFilled A.x fill: 0",
            ]
        )
        #expect(
            lines(old, new, .of(convert: ["A.x": "parsedOrNull"], require: ["A.x"])) == [
                "typeChanged A.x convert: parsedOrNull", "valuesRequired A.x require: [A.x]",
            ]
        )
        let optional: Schema = schema(.of("A", Attribute("x", .string, isOptional: true)))
        #expect(
            lines(optional, new, .of(fill: ["A.x": "0"], convert: ["A.x": "parsed"])) == [
                "typeChanged A.x convert: parsed", "becameRequired A.x fill: 0",
            ]
        )
    }

    @Test("A fill for a case that is gone") func cases() {
        func model(_ cases: [String]) -> Schema {
            var schema: Schema = schema(.of("A", Attribute("s", .named("Status"))))
            schema.enumerations = [Enumeration("Status", cases: cases.map { .init($0, .string($0)) })]
            return schema
        }
        #expect(
            lines(model(["a", "b"]), model(["a"]), .of(accept: ["Status.b"], fill: ["A.s": "a"])) == [
                "valuesFilled A.s fill: a", "enumCaseRemoved Status.b accepted",
            ]
        )
    }

    @Test("Lines for a sub-entity stand with it, beside the one for all") func kinds() {
        func model(_ attribute: Attribute...) -> Schema {
            var dog = Entity("Dog")
            dog.parent = "Animal"
            return schema(Entity("Animal", attributes: attribute), dog)
        }
        #expect(
            lines(model(), model(Attribute("n", .int16)), .of(fill: ["Dog.n": "2", "Animal.n": "1"])) == [
                "attributeAdded Animal.n fill: 1", "valuesFilled Dog.n fill: 2",
            ]
        )
        let (old, new) = (model(Attribute("n", .double)), model(Attribute("n", .int16)))
        #expect(
            lines(old, new, .of(convert: ["Dog.n": "floor", "Animal.n": "rounded"])) == [
                "typeChanged Animal.n convert: rounded", "typeChanged Dog.n convert: floor",
            ]
        )
        let optional: Schema = model(Attribute("n", .int16, isOptional: true))
        let required: Schema = model(Attribute("n", .int16))
        #expect(
            lines(optional, required, .of(require: ["Dog.n", "Animal.n"])) == [
                "becameRequired Animal.n require: [Animal.n]", "valuesRequired Dog.n require: [Dog.n]",
            ]
        )
    }

    @Test("Parts: of a new composite, of one that stays, of an attribute that becomes required") func parts() {
        func model(_ type: AttributeType, isOptional: Bool = false, _ zip: Attribute) -> Schema {
            var schema: Schema = schema(.of("A", Attribute("home", type, isOptional: isOptional)))
            schema.composites = [Composite("Address", attributes: [zip])]
            return schema
        }
        let zip = Attribute("zip", .string)
        let optional = Attribute("zip", .string, isOptional: true)
        var bare: Schema = schema(.of("A"))
        bare.composites = [Composite("Address", attributes: [zip])]
        let new: Schema = model(.named("Address"), zip)
        #expect(
            lines(bare, new, .of(fill: ["Address.zip": "?"])) == [
                "attributeAdded A.home", "valuesFilled Address.zip fill: ?",
            ]
        )
        let open: Schema = model(.named("Address"), optional)
        #expect(lines(open, open, .of(fill: ["Address.zip": "?"])) == ["valuesFilled Address.zip fill: ?"])
        #expect(
            lines(model(.named("Address"), isOptional: true, zip), new, .of(require: ["A.home"])) == [
                "becameRequired A.home require: [A.home]"
            ]
        )
        let number: Schema = model(.named("Address"), Attribute("zip", .int32))
        let mapping: Mapping = .of(fill: ["Address.zip": "0"], convert: ["Address.zip": "parsedOrNull"])
        #expect(
            lines(new, number, mapping) == [
                "partTypeChanged Address.zip convert: parsedOrNull", "valuesFilled Address.zip fill: 0",
            ]
        )
    }

    @Test("A requirement of a reference that something else would empty") func references() {
        let trip: Entity = .of("Trip", Relationship.toOne("owner", "Being"))
        func being(_ name: String, _ parent: String?) -> Entity {
            var entity = Entity(name)
            entity.parent = parent
            return entity
        }
        let old: Schema = schema(trip, being("Being", nil), being("Ghost", "Being"))
        let new: Schema = schema(trip, being("Being", nil))
        #expect(
            lines(old, new, .of(accept: ["Ghost"], require: ["Trip.owner"])) == [
                "valuesRequired Trip.owner require: [Trip.owner]", "entityRemoved Ghost accepted",
            ]
        )
    }
}
