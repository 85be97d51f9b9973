import ApusMigration
import ApusSchema
import Testing

/// Which of the new properties a lost one has probably become: asked about, never assumed.
@Suite struct LikelyRenameTests {
    /// What the plan asks: the new property that it takes for the old one, or nothing.
    private func offered(_ old: [Attribute], _ new: [Attribute]) -> [String] {
        let stage: Stage = .between(schema(Entity("A", attributes: old)), schema(Entity("A", attributes: new)))
        return stage.refusals.filter { $0.code == "AP203" }.map { "\($0.path.property ?? "")" }
    }

    private func optional(_ name: String, _ type: ScalarType = .date) -> Attribute {
        Attribute(name, .scalar(type), isOptional: true)
    }

    @Test("One of the same type is offered, whatever its name; one of another type is not") func type() {
        #expect(offered([optional("start")], [optional("zebra")]) == ["zebra"])
        #expect(offered([optional("start")], [optional("start2", .string)]) == [])
        #expect(offered([optional("start")], []) == [])
        #expect(offered([optional("start")], [optional("start2", .string), optional("q")]) == ["q"])
    }

    @Test("Among several the name decides: a near one, or a word in common") func names() {
        #expect(offered([optional("startDate")], [optional("zzz"), optional("startDay")]) == ["startDay"])
        #expect(offered([optional("userName")], [optional("zzz"), optional("name")]) == ["name"])
        #expect(offered([optional("user_name")], [optional("zzz"), optional("userName")]) == ["userName"])
        #expect(offered([optional("start")], [optional("u"), optional("v")]) == [])
    }

    @Test("Optionality and index decide if the names do not") func indexAndOptionality() {
        let others: [Attribute] = [optional("a", .bool), optional("b", .bool)]
        // Both share a word; one has the older one's index.
        #expect(
            offered([optional("homeName")] + others, [optional("workName")] + others + [optional("petName")]) == [
                "workName"
            ]
        )
        #expect(
            offered([optional("homeName")] + others, [optional("petName")] + others + [optional("workName")]) == [
                "petName"
            ]
        )
        let required = Attribute("workName", .date, default: .date(0))
        #expect(offered([optional("homeName")] + others, others + [required, optional("petName")]) == ["petName"])
        // The index alone is not enough.
        #expect(offered([optional("start")], [optional("u"), optional("v")]) == [])
    }

    @Test("Relationships to the same entity, one or many, are alike") func relationships() {
        func offered(_ old: Relationship, _ new: Relationship) -> [String] {
            let stage: Stage = .between(schema(.of("A", old), .of("B")), schema(.of("A", new), .of("B")))
            return stage.refusals.map(\.code)
        }
        #expect(offered(toOne("b", "B"), toOne("c", "B")) == ["AP203"])
        #expect(offered(toOne("b", "B"), toOne("c", "A")) == ["AP302"])
        #expect(offered(toOne("b", "B"), .toMany("c", "B")) == ["AP302"])
    }

    @Test("The answer settles it: the name, or the loss") func settled() {
        let old = schema(.of("A", optional("start")))
        let renamed = schema(.of("A", Attribute("begin", .date, isOptional: true, originalName: "start")))
        #expect(Stage.between(old, renamed).lines == ["attributeRenamed A.begin"])
        #expect(Stage.between(old, schema(.of("A", optional("begin"))), accept: "A.start").refusals.isEmpty)
        // An accepted loss is not a candidate for a rename.
        let two = schema(.of("A", optional("start"), optional("end")))
        let stage: Stage = .between(two, schema(.of("A", optional("begin"))), accept: "A.start")
        #expect(stage.reasons == ["AP203 A.begin"] && stage.refusals[0].message.contains("'end' is gone"))
    }

    @Test("Entities are alike that share half of their names or more") func entities() {
        func entity(_ name: String, _ names: String) -> Entity {
            Entity(name, attributes: names.map { Attribute(String($0), .bool, isOptional: true) })
        }
        func asked(_ old: String, _ new: [String: String]) -> [String] {
            let later: [Entity] = new.sorted { $0.key < $1.key }.map { entity($0.key, $0.value) }
            return Stage.between(schema(entity("Old", old)), Schema(model: "M", entities: later)).reasons
        }
        #expect(asked("abcd", ["New": "abxy"]) == ["AP103 New"])
        #expect(asked("abcd", ["New": "axyz"]) == ["AP102 Old"])
        #expect(asked("abcd", ["New": "abcdefghi"]) == ["AP102 Old"])
        #expect(asked("abcd", ["New": "ab", "Other": "abc"]) == ["AP103 Other"])
        #expect(asked("", ["New": ""]) == ["AP102 Old"])
    }

    @Test("The same names are found among any number of entities that share some; what is accepted takes no answer")
    func exactEntities() {
        func entity(_ name: String, _ names: [String], isAbstract: Bool = false) -> Entity {
            var entity = Entity(name, attributes: names.map { Attribute($0, .bool, isOptional: true) })
            entity.isAbstract = isAbstract
            return entity
        }
        let names = ["id", "name"]
        let others = (0..<200).map { index in
            entity("Other\(index)", names + (0..<5).map { "own\(index)\($0)" }, isAbstract: index.isMultiple(of: 2))
        }
        let old = schema(entity("Person", names), entity("Animal", names))
        let new = Schema(model: "M", entities: others + [entity("Human", names), entity("Beast", names)])
        #expect(Stage.between(old, new).reasons == ["AP103 Human", "AP103 Beast"])
        #expect(Stage.between(old, new, accept: "Person").reasons == ["AP103 Human"])
    }
}
