import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// What a word gives up, and what it does not: no reference goes that could have stayed.
@Suite struct GivenUpReferencesTests {
    private let old = schema(
        .of("A", Attribute("x", .int16), Relationship.toMany("bs", "B", inverse: "a")),
        .of("B", toOne("a", "A", inverse: "bs"), toOne("other", "A"))
    )

    private let rows: Rows = [
        .objects("A"): [row(7, ["x": .integer(1)])],
        .objects("B"): [row(1).leading(["a": 7, "other": nil]), row(2).leading(["a": nil, "other": 7])],
    ]

    @Test("With an inverse goes no reference that the other side holds itself, whatever is accepted around it")
    func inverseRemoved() throws {
        let new = schema(.of("A"), .of("B", toOne("a", "A"), toOne("other", "A")))
        #expect(Stage.between(old, new, accept: "A.x").refusals.isEmpty)
        let stage: Stage = .between(old, new, .of(accept: ["A.*"]))
        #expect(stage.refusals.isEmpty && stage.losses == [ElementPath("A", "x")], "\(stage.reasons)")
        #expect(try stage.rows(from: rows).keys("B", "a") == [.integer(7), .null])
        // By its name there is nothing to accept.
        #expect(Stage.between(old, new, accept: "A.x", "A.bs").reasons == ["AP403 A.bs"])
    }

    @Test("With another inverse in its place, too") func inverseReplaced() throws {
        let new = schema(
            .of("A", Relationship.toMany("cs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "cs"), toOne("other", "A"))
        )
        let stage: Stage = .between(old, new, .of(accept: ["A.*"]))
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(try stage.rows(from: rows).keys("B", "a") == [.integer(7), .null])
        #expect(Stage.between(old, new, accept: "A.x", "A.bs").reasons == ["AP403 A.bs"])
    }

    /// A relationship takes the name of one that is gone and whose inverse keeps the references.
    @Test("A name that is free without a loss needs no word") func takenName() throws {
        let two = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a"), Relationship.toMany("cs", "B")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A", Relationship.toMany("bs", "B", originalName: "cs")), .of("B", toOne("a", "A")))
        #expect(Stage.between(two, new).refusals.isEmpty)
        #expect(Stage.between(two, new, accept: "A.bs").reasons == ["AP403 A.bs"])
        let rows: Rows = [
            .objects("A"): [row(7)], .objects("B"): [row(1).leading(["a": 7]), row(2).leading(["a": nil])],
            .joinTable(ElementPath("A", "cs")): pairs((7, 2)),
        ]
        let after: Rows = try Stage.between(two, new).rows(from: rows)
        #expect(after.keys("B", "a") == [.integer(7), .null] && after.joinTable("A", "bs") == ["7-2"])
    }

    @Test("Of two that cannot both stay one goes: the one that is named, before one that a wildcard covers")
    func oneOfTwo() throws {
        let apart = schema(
            .of("A", Attribute("x", .int16), Relationship.toMany("bs", "B")),
            .of("B", Relationship.toMany("as", "A"))
        )
        let united = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "as")),
            .of("B", Relationship.toMany("as", "A", inverse: "bs"))
        )
        let rows: Rows = [
            .objects("A"): [row(1, ["x": .integer(1)])], .objects("B"): [row(2), row(3)],
            .joinTable(ElementPath("A", "bs")): pairs((1, 2)), .joinTable(ElementPath("B", "as")): pairs((3, 1)),
        ]
        let stage: Stage = .between(apart, united, .of(accept: ["A.*", "B.as"]))
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(try stage.rows(from: rows).joinTable("A", "bs") == ["1-2"])
        let other: Stage = .between(apart, united, .of(accept: ["A.x", "A.bs", "B.*"]))
        #expect(other.reasons == ["AP403 B"])
        // Whichever is meant, one word is enough.
        #expect(Stage.between(apart, united, accept: "A.x", "A.bs", "B.as").refusals.map(\.code) == ["AP403"])
    }

    @Test("A wildcard gives up no reference that can be kept") func wildcard() throws {
        let many = schema(.of("A", Attribute("x", .int16), Relationship.toMany("bs", "B")), .of("B"))
        let one = schema(.of("A", toOne("bs", "B")), .of("B"))
        let rows: Rows = [
            .objects("A"): [row(1, ["x": .integer(1)])], .objects("B"): [row(2)],
            .joinTable(ElementPath("A", "bs")): pairs((1, 2)),
        ]
        let stage: Stage = .between(many, one, .of(accept: ["A.*"]))
        #expect(stage.refusals.isEmpty && stage.losses == [ElementPath("A", "x")], "\(stage.reasons)")
        #expect(try stage.rows(from: rows).keys("A", "bs") == [.integer(2)])
        // By its name it is given up.
        let named: Stage = .between(many, one, accept: "A.x", "A.bs")
        #expect(named.refusals.isEmpty, "\(named.reasons)")
        #expect(try named.rows(from: rows).keys("A", "bs") == [.null])
    }

    @Test("A line for a lost order gives up no reference that can be kept") func lostOrder() throws {
        var list: Schema = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "as")),
            .of("B", Relationship.toMany("as", "A", inverse: "bs"))
        )
        list.entities[0].relationships[0].isOrdered = true
        let set = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "as")),
            .of("B", toOne("as", "A", inverse: "bs"))
        )
        let rows: Rows = [
            .objects("A"): [row(1)], .objects("B"): [row(2), row(3)],
            .joinTable(ElementPath("A", "bs")): [
                [.source: .integer(1), .target: .integer(3), .targetOrderKey: .integer(0)],
                [.source: .integer(1), .target: .integer(2), .targetOrderKey: .integer(1)],
            ],
        ]
        #expect(Stage.between(list, set).reasons == ["AP312 A.bs"])
        let stage: Stage = .between(list, set, accept: "A.bs")
        #expect(stage.refusals.isEmpty && stage.losses == [ElementPath("A", "bs")], "\(stage.reasons)")
        #expect(try stage.rows(from: rows).keys("B", "as") == [.integer(1), .integer(1)])
        // Nor does one for the other side.
        #expect(Stage.between(list, set, accept: "A.bs", "B.as").reasons == ["AP403 B.as"])
        // Nor if the side that leads to one object is new.
        var lone: Schema = list
        lone.entities[0].relationships[0].inverse = nil
        lone.entities[1].relationships = []
        let joined: Stage = .between(lone, set, accept: "A.bs")
        #expect(joined.refusals.isEmpty && joined.losses == [ElementPath("A", "bs")], "\(joined.reasons)")
        #expect(try joined.rows(from: rows).keys("B", "as") == [.integer(1), .integer(1)])
    }

    @Test("What is lost kind by kind can be accepted kind by kind") func kinds() throws {
        var animal = Entity("Animal", relationships: [toOne("friend", "Animal")])
        animal.isAbstract = true
        let together: Schema = schema(
            animal,
            Entity("Cat", parent: "Animal"),
            Entity("Dog", parent: "Animal"),
            Entity("Owl", parent: "Animal")
        )
        var new: Schema = together
        new.entities[3].parent = nil
        #expect(Stage.between(together, new).reasons == ["AP313 Animal.friend", "AP221 Owl"])
        #expect(
            Stage.between(together, new, accept: "Cat.friend", "Owl.friend").reasons == ["AP313 Animal.friend"],
            "a word for some of them is no mistake"
        )
        let stage: Stage = .between(together, new, accept: "Cat.friend", "Dog.friend", "Owl.friend")
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let rows: Rows = [
            .objects("Cat"): [row(1).leading(["friend": 3])], .objects("Dog"): [row(2).leading(["friend": 1])],
            .objects("Owl"): [row(3).leading(["friend": 1])],
        ]
        let after: Rows = try stage.rows(from: rows)
        #expect(after.keys("Cat", "friend") == [.null] && after.keys("Dog", "friend") == [.integer(1)])
    }

    @Test("References between objects that both lose their side are lost, though others keep theirs") func bothEnds() {
        let pair: [Relationship] = [
            .toMany("friends", "Animal", inverse: "fans"), .toMany("fans", "Animal", inverse: "friends"),
        ]
        var animal = Entity("Animal", relationships: pair)
        animal.isAbstract = true
        let together: Schema = schema(animal, Entity("Cat", parent: "Animal"), Entity("Dog", parent: "Animal"))
        var new: Schema = together
        new.entities[1].parent = nil
        // Dogs and cats: dogs lose what led to cats. Cats and cats: neither keeps it, and either name settles that.
        let dogs: [String] = ["Dog.friends", "Dog.fans"]
        #expect(Stage.between(together, new, .of(accept: dogs)).reasons == ["AP221 Cat", "AP221 Cat"])
        for name in ["Cat.friends", "Cat.fans"] {
            #expect(Stage.between(together, new, .of(accept: dogs + [name])).reasons == [])
        }
        #expect(Stage.between(together, new, .of(accept: dogs + ["Cat.*"])).refusals.isEmpty)
    }

    @Test("If there were no objects, no reference is required") func noObjects() {
        var thing = Entity("Thing")
        thing.isAbstract = true
        let abstract: Schema = schema(thing, Entity("Place"))
        let concrete: Schema = schema(Entity("Thing", relationships: [.toOne("at", "Place")]), Entity("Place"))
        #expect(Stage.between(abstract, concrete).refusals.isEmpty)
        let demanded: Stage = .between(abstract, concrete, .of(require: ["Thing.at"]))
        #expect(demanded.refusals.isEmpty)
    }

    @Test("New and required is no question where every object leads somewhere by what the other side knows")
    func knownFromTheOtherSide() throws {
        func model(_ a: Relationship) -> Schema {
            schema(.of("A", a), .of("B", Relationship.toMany("as", "A", inverse: a.name)))
        }
        let required: Schema = model(.toOne("b", "B", inverse: "as"))
        let optional: Schema = model(toOne("b", "B", inverse: "as"))
        let other: Schema = model(.toOne("home", "B", inverse: "as"))
        let rows: Rows = [.objects("A"): [row(1).leading(["b": 9])], .objects("B"): [row(9)]]
        let stage: Stage = .between(required, other)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(try stage.rows(from: rows).keys("A", "home") == [.integer(9)])
        let lonely: Rows = [.objects("A"): [row(1).leading(["b": nil])], .objects("B"): [row(9)]]
        #expect(try Stage.between(optional, other).rows(from: lonely).keys("A", "home") == [.null])
        let demanded: Stage = .between(optional, other, .of(require: ["A.home"]))
        #expect(throws: EvaluationFailure.self) { try demanded.rows(from: lonely) }
    }
}
