import ApusMigration
import ApusSchema
import Testing

/// Settings that speak of other elements, which may have got another name or another meaning.
@Suite struct RenamedSettingTests {
    private func report(_ old: Schema, _ new: Schema) -> [String] {
        Stage.between(old, new, accept: "Thing").changes.compactMap { change in
            guard case .settingChanged(let property, let key, let from, let to) = change.kind else { return nil }
            return "\(ElementPath(change.entity, property)) \(key): \(from ?? "-") -> \(to ?? "-")"
        }
    }

    @Test("A parent under a new name is the same; another entity under the parent's name is not") func parents() {
        let old: Schema = schema(Entity("Thing"), Entity("Stone"), Entity("Car", parent: "Thing"))
        let renamed: Schema = schema(
            Entity("Object", originalName: "Thing"),
            Entity("Stone"),
            Entity("Car", parent: "Object")
        )
        #expect(report(old, renamed) == [])
        let replaced: Schema = schema(Entity("Thing", originalName: "Stone"), Entity("Car", parent: "Thing"))
        #expect(report(old, replaced) == ["Car parent: Thing -> Thing"])
        #expect(report(old, schema(Entity("Stone"), Entity("Car"))) == ["Car parent: Thing -> -"])
        #expect(report(old, schema(Entity("Thing"), Entity("Stone"), Entity("Car"))) == ["Car parent: Thing -> -"])
        let child: Schema = schema(
            Entity("Object", originalName: "Thing"),
            Entity("Stone"),
            Entity("Wagon", originalName: "Car", parent: "Object")
        )
        #expect(report(old, child) == [])
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
        #expect(report(old, model("number", "company", isRenamed: true)) == [])
        #expect(report(old, model("plate", "maker", isRenamed: false, swapped: true)) == [])
        var other: Schema = model("number", "company", isRenamed: true)
        other.entities[1].uniquenessConstraints[0].reverse()
        other.entities[1].indexes[0].elements[0].isDescending = false
        #expect(
            report(old, other) == [
                "Car unique: maker+plate, plate -> number, number+company",
                "Car indexes: a plate desc+maker, b maker -> a number+company, b company",
            ]
        )
        // The new 'plate' is another attribute.
        var reused: Schema = model("plate", "maker", isRenamed: false)
        reused.entities[1].attributes = [
            Attribute("number", .string, originalName: "plate"), Attribute("plate", .string, default: .string("")),
        ]
        #expect(
            report(old, reused) == [
                "Car unique: maker+plate, plate -> maker+plate, plate",
                "Car indexes: a plate desc+maker, b maker -> a plate desc+maker, b maker",
            ]
        )
    }

    @Test("An index shows how it is built and which rows it has") func indexes() {
        func model(_ change: (inout Entity.Index) -> Void) -> Schema {
            var entity = Entity("Car", attributes: [Attribute("width", .double)])
            entity.indexes = [Entity.Index("a", [.init("width")])]
            change(&entity.indexes[0])
            return schema(entity)
        }
        let old: Schema = model { _ in }
        #expect(report(old, model { $0.kind = .rtree }) == ["Car indexes: a width -> a width type: rtree"])
        #expect(
            report(old, model { $0.predicate = "width > 1" }) == ["Car indexes: a width -> a width where: width > 1"]
        )
        #expect(report(old, model { $0.name = "b" }) == ["Car indexes: a width -> b width"])
    }

    @Test("A composite and an enum show what they hold, down to the last part") func types() {
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
        let before: String = "at Point, at.kind Level, at.kind.low = 1, at.x double, street string"
        #expect(
            report(old, new) == [
                "Trip.place Address: \(before) -> " + before.replacing("at.x double", with: "at.x double minimum: 0.0")
            ]
        )
        var other: Schema = old
        other.composites[1].attributes[0].maximum = .double(0)
        #expect(report(new, other).count == 1)
        // The raw values look the same, and are numbers now.
        new = old
        new.enumerations = [Enumeration("Level", type: .int16, cases: [.init("low", .int(1))])]
        #expect(
            report(old, new) == [
                "Trip.place Address: \(before) -> at Point, at.kind Level, at.kind.int16, at.kind.low = 1, at.x double, "
                    + "street string",
                "Trip.level Level: low = 1 -> int16, low = 1",
            ]
        )
        // What nobody uses changes nothing.
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
        #expect(Stage.between(old, new).refusals.map(\.code) == ["AP205", "AP205"])
        new.composites[0].originalName = "Address"
        new.enumerations[0].originalName = "Level"
        #expect(Stage.between(old, new).report == "AP205 typeChanged Trip\nAP205 typeChanged Trip")
        new.enumerations[0].cases.append(.init("high", .string("2")))
        #expect(report(old, new) == ["Trip.level Rank: low = 1 -> high = 2, low = 1"])
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
