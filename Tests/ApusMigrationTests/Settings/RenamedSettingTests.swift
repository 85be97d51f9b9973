import ApusMigration
import ApusSchema
import Testing

/// Settings that speak of other elements, which may have got another name or another meaning.
@Suite struct RenamedSettingTests {
    private func report(_ old: Schema, _ new: Schema) -> [String] {
        Stage.between(old, new, accept: "Thing").changes.map(\.line)
    }

    @Test("A parent under a new name is the same; another entity under the parent's name is not") func parents() {
        let old: Schema = schema(Entity("Thing"), Entity("Stone"), Entity("Car", parent: "Thing"))
        let renamed: Schema = schema(
            Entity("Object", originalName: "Thing"),
            Entity("Stone"),
            Entity("Car", parent: "Object")
        )
        #expect(Stage.between(old, renamed).lines == ["entityRenamed Object"])
        let replaced: Schema = schema(Entity("Thing", originalName: "Stone"), Entity("Car", parent: "Thing"))
        #expect(report(old, replaced).contains("parentChanged Car"))
        #expect(
            report(old, schema(Entity("Stone"), Entity("Car"))) == [
                "parentChanged Car", "entityRemoved Thing accepted",
            ]
        )
        #expect(
            Stage.between(old, schema(Entity("Thing"), Entity("Stone"), Entity("Car"))).lines == ["parentChanged Car"]
        )
        let child: Schema = schema(
            Entity("Object", originalName: "Thing"),
            Entity("Stone"),
            Entity("Wagon", originalName: "Car", parent: "Object")
        )
        #expect(Stage.between(old, child).lines == ["entityRenamed Object", "entityRenamed Wagon"])
    }

    @Test("A constraint and an index go on with a property's new name, its own or an inherited one") func properties() {
        func model(_ own: String, _ inherited: String, isRenamed: Bool, swapped: Bool = false) -> Schema {
            var car = Entity(
                "Car",
                parent: "Thing",
                attributes: [Attribute(own, .string, originalName: isRenamed ? "plate" : nil)]
            )
            car.uniquenessConstraints = [[inherited, own], [own]]
            car.indexes = [
                Entity.Index("a", [.init("\(own) desc"), .init(inherited)]), Entity.Index("b", [.init(inherited)]),
            ]
            if swapped {
                car.uniquenessConstraints.reverse()
                car.indexes.reverse()
            }
            let thing = Entity(
                "Thing",
                attributes: [Attribute(inherited, .string, originalName: isRenamed ? "maker" : nil)]
            )
            return schema(thing, car)
        }
        let old: Schema = model("plate", "maker", isRenamed: false)
        let renames: [String] = ["attributeRenamed Thing.company", "attributeRenamed Car.number"]
        #expect(Stage.between(old, model("number", "company", isRenamed: true)).lines == renames)
        #expect(Stage.between(old, model("plate", "maker", isRenamed: false, swapped: true)).lines == [])
        // The order within a constraint means nothing, the direction of an index does.
        var other: Schema = model("number", "company", isRenamed: true)
        other.entities[1].uniquenessConstraints[0].reverse()
        #expect(Stage.between(old, other).lines == renames)
        other.entities[1].indexes[0].elements[0].isDescending = false
        #expect(Set(Stage.between(old, other).lines) == Set(renames + ["indexAdded Car", "indexRemoved Car"]))
        // The new 'plate' is another attribute, and what is unique and indexed is no longer the older one.
        var reused: Schema = model("plate", "maker", isRenamed: false)
        reused.entities[1].attributes = [
            Attribute("number", .string, originalName: "plate"), Attribute("plate", .string, default: .string("")),
        ]
        #expect(
            Set(Stage.between(old, reused).lines) == [
                "uniquenessAdded Car", "uniquenessRemoved Car", "indexAdded Car", "indexRemoved Car",
                "attributeRenamed Car.number", "attributeAdded Car.plate",
            ]
        )
    }

    @Test("An index is another one by its kind, its rows or its name") func indexes() {
        func model(_ change: (inout Entity.Index) -> Void) -> Schema {
            var entity = Entity("Car", attributes: [Attribute("width", .double)])
            entity.indexes = [Entity.Index("a", [.init("width")])]
            change(&entity.indexes[0])
            return schema(entity)
        }
        let old: Schema = model { _ in }
        let both: [String] = ["indexAdded Car", "indexRemoved Car"]
        #expect(report(old, model { $0.kind = .rtree }) == both)
        #expect(report(old, model { $0.predicate = "width > 1" }) == both)
        #expect(report(old, model { $0.name = "b" }) == both)
    }

    @Test("What a composite and an enum say otherwise is told once, whoever has them as a type") func types() {
        var old: Schema = schema(
            .of("Trip", Attribute("place", .named("Address")), Attribute("level", .named("Level")))
        )
        old.composites = [
            Composite("Address", attributes: [Attribute("street", .string), Attribute("at", .named("Point"))]),
            Composite("Point", attributes: [Attribute("x", .double), Attribute("kind", .named("Level"))]),
        ]
        old.enumerations = [Enumeration("Level", cases: [.init("low", .string("1"))])]

        var new: Schema = old
        new.composites[1].attributes[0].minimum = .double(0)
        #expect(report(old, new) == ["partSettingChanged Point.x"])
        // The raw values look the same, and are numbers now.
        new = old
        new.enumerations = [Enumeration("Level", type: .int16, cases: [.init("low", .int(1))])]
        #expect(report(old, new) == ["enumRawTypeChanged Level"])
        // Unused types change nothing.
        new = old
        new.composites.append(Composite("Unused", attributes: [Attribute("a", .string)]))
        new.enumerations.append(Enumeration("Colour", cases: [.init("red", .string("r"))]))
        #expect(report(old, new) == [])
        #expect(report(new, old) == [])
    }

    @Test("A composite and an enum under a new name are the same") func renamedTypes() {
        var old: Schema = schema(
            .of("Trip", Attribute("place", .named("Address")), Attribute("level", .named("Level")))
        )
        old.composites = [Composite("Address", attributes: [Attribute("street", .string)])]
        old.enumerations = [Enumeration("Level", cases: [.init("low", .string("1"))])]
        var new: Schema = old
        new.composites[0].name = "Place"
        new.enumerations[0].name = "Rank"
        new.entities[0].attributes[0].type = .named("Place")
        new.entities[0].attributes[1].type = .named("Rank")
        #expect(Stage.between(old, new).reasons == ["AP205 Trip.place", "AP205 Trip.level"])
        new.composites[0].originalName = "Address"
        new.enumerations[0].originalName = "Level"
        #expect(Stage.between(old, new).lines == ["typeRenamed Rank", "typeRenamed Place"])
        #expect(Stage.between(old, new).refusals.isEmpty)
        new.enumerations[0].cases.append(.init("high", .string("2")))
        #expect(report(old, new) == ["typeRenamed Rank", "enumCaseAdded Rank.high", "typeRenamed Place"])
    }

    @Test("An inherited inverse is the same before and after") func inheritedInverses() {
        func model(_ back: String, was original: String? = nil) -> Schema {
            schema(
                .of("Thing", toOne(back, "Owner", inverse: "cars", was: original)),
                Entity("Car", parent: "Thing"),
                Entity("Owner", relationships: [.toMany("cars", "Car", inverse: back)])
            )
        }
        #expect(Stage.between(model("owner"), model("owner")).report == "")
        #expect(
            Stage.between(model("owner"), model("keeper", was: "owner")).report == "AP304 relationshipRenamed Thing"
        )
    }

    @Test("Relationships that only one side pairs are independent, before and after") func oneSidedInverses() {
        func model(_ inverse: String?) -> Schema {
            schema(.of("A", toOne("b", "B", inverse: inverse)), .of("B", toOne("a", "A"), toOne("other", "A")))
        }
        for (from, to) in [(nil, "a"), ("a", nil), ("a", "other")] as [(String?, String?)] {
            let stage: Stage = .between(model(from), model(to))
            #expect(stage.report == "AP307 inverseChanged A")
        }
    }

    @Test("What no store keeps needs no fill and is no loss; an enum's default fills") func whatIsKept() {
        let old: Schema = schema(.of("Trip", Attribute("name", .string)))
        var more: Schema = old
        var (memory, derived) = (Attribute("memory", .string), Attribute("loud", .string))
        memory.isTransient = true
        derived.derivation = Derivation("uppercase:(name)")
        var relationship: Relationship = .toOne("here", "Trip")
        relationship.isTransient = true
        var status = Attribute("status", .named("Status"))
        status.defaultExpression = "open"
        more.enumerations = [Enumeration("Status", cases: [.init("open", .string("o"))])]
        more.entities[0].attributes += [memory, derived]
        more.entities[0].relationships = [relationship]
        #expect(Stage.between(old, more).refusals == [])
        let less: Stage = .between(more, old)
        #expect(less.refusals == [])
        #expect(less.losses == [])
        more.entities[0].attributes.append(status)
        #expect(Stage.between(old, more).refusals == [])
        more.entities[0].attributes[3].defaultExpression = nil
        #expect(Stage.between(old, more).refusals.map(\.code) == ["AP201"])
    }
}
