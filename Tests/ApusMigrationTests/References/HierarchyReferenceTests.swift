import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Relationships that move up and down a hierarchy keep the references of those who still have them.
@Suite struct HierarchyReferenceTests {
    private func model(
        animal: [Relationship] = [],
        cat: [Relationship] = [],
        dog: [Relationship] = [],
        tag: [Relationship] = []
    )
        -> Schema
    {
        var base = Entity("Animal", relationships: animal)
        base.isAbstract = true
        return schema(
            base,
            Entity("Cat", parent: "Animal", relationships: cat),
            Entity("Dog", parent: "Animal", relationships: dog),
            Entity("Tag", relationships: tag)
        )
    }

    private let tags: Relationship = .toMany("tags", "Tag")

    @Test("Pulled up, the pairs of all who had some are one set; pushed down, they are told apart again")
    func pairsMove() throws {
        let (apart, together) = (model(cat: [tags], dog: [tags]), model(animal: [tags]))
        let rows: Rows = [
            .objects("Cat"): [row(1)], .objects("Dog"): [row(2)], .objects("Tag"): [row(7), row(8)],
            .joinTable(ElementPath("Cat", "tags")): pairs((1, 7)),
            .joinTable(ElementPath("Dog", "tags")): pairs((2, 7), (2, 8)),
        ]
        let up: Stage = .between(apart, together)
        #expect(up.refusals.isEmpty && up.lines == ["propertyMoved Animal.tags"], "\(up.lines) \(up.reasons)")
        let pulled: Rows = try up.rows(from: rows)
        #expect(pulled.joinTable("Animal", "tags") == ["1-7", "2-7", "2-8"])
        let down: Stage = .between(together, apart)
        #expect(down.refusals.isEmpty && down.losses.isEmpty, "\(down.reasons)")
        #expect(exact(try down.rows(from: pulled)) == exact(rows))
        // Only the cats have them from now on.
        let some: Stage = .between(together, model(cat: [tags]))
        #expect(some.reasons == ["AP221 Dog"])
        let accepted: Rows = try Stage.between(together, model(cat: [tags]), accept: "Dog.tags").rows(from: pulled)
        #expect(accepted.joinTable("Cat", "tags") == ["1-7"])
        // Up and down again is nothing, in one pass too.
        let plan: Plan = try Planner(history: .of([apart, together, apart]), mappings: [])
            .plan(from: StoreState(version: Schema.Version(1), schema: apart))
        #expect(plan.passes.count == 1)
        #expect(exact(try plan.rows(from: rows)) == exact(rows))
    }

    @Test("Keys move as attributes do") func keysMove() throws {
        let (apart, together) = (model(cat: [toOne("tag", "Tag")]), model(animal: [toOne("tag", "Tag")]))
        let rows: Rows = [
            .objects("Cat"): [row(1).leading(["tag": 7])], .objects("Dog"): [row(2)], .objects("Tag"): [row(7)],
        ]
        let pulled: Rows = try Stage.between(apart, together).rows(from: rows)
        #expect(pulled.keys("Cat", "tag") == [.integer(7)] && pulled.keys("Dog", "tag") == [.null])
        #expect(Stage.between(together, apart).reasons == ["AP221 Dog"])
        #expect(try Stage.between(together, apart, accept: "Animal.tag").rows(from: pulled) == rows)
    }

    @Test("With an inverse, the other side leads to more than before") func inverses() throws {
        let old: Schema = model(
            cat: [toOne("tag", "Tag", inverse: "animals")],
            tag: [.toMany("animals", "Cat", inverse: "tag")]
        )
        let new: Schema = model(
            animal: [toOne("tag", "Tag", inverse: "animals")],
            tag: [.toMany("animals", "Animal", inverse: "tag")]
        )
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty && stage.losses.isEmpty, "\(stage.reasons)")
        let rows: Rows = [
            .objects("Cat"): [row(1).leading(["tag": 7])], .objects("Dog"): [row(2)], .objects("Tag"): [row(7)],
        ]
        let pulled: Rows = try stage.rows(from: rows)
        #expect(pulled.keys("Cat", "tag") == [.integer(7)] && pulled.keys("Dog", "tag") == [.null])
        let back: Stage = .between(new, old)
        #expect(!back.refusals.isEmpty)
        let accepted: Stage = .between(new, old, accept: "Tag.animals")
        #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
        #expect(try accepted.rows(from: pulled) == rows)
    }

    @Test("A new parent between changes nothing for those who lead to an entity") func newParent() throws {
        let old = schema(.of("Owner", toOne("pet", "Cat")), Entity("Cat"))
        var animal = Entity("Animal")
        animal.isAbstract = true
        let new = schema(.of("Owner", toOne("pet", "Cat")), animal, Entity("Cat", parent: "Animal"))
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty && stage.lines == ["entityAdded Animal", "parentChanged Cat"], "\(stage.lines)")
        let rows: Rows = [.objects("Owner"): [row(1).leading(["pet": 3])], .objects("Cat"): [row(3)]]
        #expect(try stage.rows(from: rows) == rows)
        #expect(try Stage.between(new, old).rows(from: rows) == rows)
    }
}
