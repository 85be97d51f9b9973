import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// References whose ends change: those that become impossible are dropped if accepted; all others are kept.
@Suite struct NarrowingTests {
    private func animals(
        _ owner: Entity,
        cat: String? = "Animal",
        dog: String? = "Animal",
        with extra: Relationship? = nil,
        isAbstract: Bool = true
    ) -> Schema {
        var animal = Entity("Animal", relationships: extra.map { [$0] } ?? [])
        animal.isAbstract = isAbstract
        let away: [Relationship] = extra.map { [$0] } ?? []
        return schema(
            owner,
            animal,
            Entity("Cat", parent: cat, relationships: cat == nil ? away : []),
            Entity("Dog", parent: dog, relationships: dog == nil ? away : [])
        )
    }

    private let rows: Rows = [
        .objects("Owner"): [row(1).leading(["pet": 1]), row(2).leading(["pet": 2]), row(3).leading(["pet": nil])],
        .objects("Cat"): [row(1)], .objects("Dog"): [row(2)],
        .joinTable(ElementPath("Owner", "pets")): pairs((1, 1), (1, 2), (2, 2)),
    ]

    private let owner = Entity("Owner", relationships: [toOne("pet", "Animal"), .toMany("pets", "Animal")])

    @Test("To an entity above, all references stay; to one below, those to others are lost") func destinations() throws
    {
        let old: Schema = animals(owner)
        let narrow: Schema = animals(Entity("Owner", relationships: [toOne("pet", "Cat"), .toMany("pets", "Cat")]))
        let stage: Stage = .between(old, narrow)
        #expect(stage.reasons == ["AP313 Owner.pet", "AP313 Owner.pets"])
        #expect(stage.lines.contains("destinationChanged Owner.pet"))
        let accepted: Stage = .between(old, narrow, accept: "Owner.pet", "Owner.pets")
        #expect(
            accepted.refusals.isEmpty && accepted.losses == [ElementPath("Owner", "pet"), ElementPath("Owner", "pets")]
        )
        #expect(Stage.between(old, narrow, .of(accept: ["Owner.*"])).refusals.isEmpty)
        let after: Rows = try accepted.rows(from: rows)
        #expect(
            after.keys("Owner", "pet") == [.integer(1), .null, .null] && after.joinTable("Owner", "pets") == ["1-1"]
        )
        // Back again there are none that could not stay.
        let wide: Stage = .between(narrow, old)
        #expect(
            wide.lines == ["destinationChanged Owner.pet", "destinationChanged Owner.pets"] && wide.refusals.isEmpty
        )
        #expect(try wide.rows(from: after).keys("Owner", "pet") == [.integer(1), .null, .null])
    }

    @Test("To another entity altogether is a loss of all") func elsewhere() throws {
        let old: Schema = animals(owner)
        var new: Schema = animals(Entity("Owner", relationships: [toOne("pet", "Stone"), .toMany("pets", "Animal")]))
        new.entities.append(Entity("Stone"))
        #expect(Stage.between(old, new).reasons == ["AP306 Owner.pet"])
        let accepted: Stage = .between(old, new, accept: "Owner.pet")
        #expect(accepted.refusals.isEmpty && accepted.losses == [ElementPath("Owner", "pet")])
        let after: Rows = try accepted.rows(from: rows)
        #expect(
            after.keys("Owner", "pet") == [.null, .null, .null]
                && after.joinTable("Owner", "pets") == ["1-1", "1-2", "2-2"]
        )
    }

    @Test("A kind that leaves the hierarchy takes the references to it along, though nothing else changed")
    func leaving() throws {
        let stage: Stage = .between(animals(owner), animals(owner, cat: nil))
        #expect(stage.reasons == ["AP313 Owner.pet", "AP313 Owner.pets"])
        let accepted: Stage = .between(animals(owner), animals(owner, cat: nil), .of(accept: ["Owner.*"]))
        let after: Rows = try accepted.rows(from: rows)
        #expect(after.keys("Owner", "pet") == [.null, .integer(2), .null])
        #expect(after.joinTable("Owner", "pets") == ["1-2", "2-2"] && after[.objects("Cat")] == [row(1)])
    }

    @Test("With a kind go the references to it, by the same word") func removedKind() throws {
        var new: Schema = animals(owner)
        new.entities.removeAll { $0.name == "Cat" }
        #expect(Stage.between(animals(owner), new).reasons == ["AP102 Cat"])
        let accepted: Stage = .between(animals(owner), new, accept: "Cat")
        #expect(accepted.refusals.isEmpty && accepted.losses == [ElementPath("Cat")])
        let after: Rows = try accepted.rows(from: rows)
        #expect(
            after.keys("Owner", "pet") == [.null, .integer(2), .null]
                && after.joinTable("Owner", "pets") == ["1-2", "2-2"]
        )
        // An abstract one has no objects any more either.
        let concrete: Schema = animals(owner, isAbstract: false)
        #expect(Stage.between(concrete, animals(owner), accept: "Animal").refusals.isEmpty)
    }

    @Test("Who must lead somewhere and leads nowhere is stopped, or never lets it come to that") func required() throws
    {
        let strict = Entity("Owner", relationships: [.toOne("pet", "Animal")])
        var new: Schema = animals(strict)
        new.entities.removeAll { $0.name == "Cat" }
        #expect(Stage.between(animals(strict), new, accept: "Cat").refusals.isEmpty)
        let checked: Stage = .between(animals(strict), new, .of(accept: ["Cat"], require: ["Owner.pet"]))
        #expect(checked.refusals.isEmpty, "\(checked.reasons)")
        let good: Rows = [
            .objects("Owner"): [row(1).leading(["pet": 2])], .objects("Dog"): [row(2)], .objects("Cat"): [row(1)],
        ]
        #expect(try checked.rows(from: good).keys("Owner", "pet") == [.integer(2)])
        let bad: Rows = [
            .objects("Owner"): [row(1).leading(["pet": 1])], .objects("Dog"): [row(2)], .objects("Cat"): [row(1)],
        ]
        #expect(throws: EvaluationFailure.self) { try checked.rows(from: bad) }
        // Made optional, it may lead nowhere.
        var optional: Schema = new
        optional.entities[0].relationships[0].isOptional = true
        #expect(
            try Stage.between(animals(strict), optional, accept: "Cat").rows(from: bad).keys("Owner", "pet") == [.null]
        )
    }

    @Test("The other side of a pair loses what its source's kind loses, once") func inverses() throws {
        let owner = Entity("Owner", relationships: [.toMany("pets", "Animal", inverse: "owners")])
        let back: Relationship = .toMany("owners", "Owner", inverse: "pets")
        let old: Schema = animals(owner, with: back)
        var new: Schema = animals(owner, cat: nil, with: back)
        // A cat outside cannot have the same relationship as those inside.
        new.entities[2].relationships = []
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.map(\.code).contains("AP313"), "\(stage.reasons)")
        let accepted: Stage = .between(old, new, accept: "Owner.pets")
        #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
        let holder = ElementPath("Animal", "owners")
        let rows: Rows = [
            .objects("Owner"): [row(1)], .objects("Cat"): [row(1)], .objects("Dog"): [row(2)],
            .joinTable(holder): pairs((1, 1), (2, 1)),
        ]
        #expect(try accepted.rows(from: rows)[.joinTable(holder)] == pairs((2, 1)))
    }
}
