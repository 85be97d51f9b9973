import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Properties are matched with the inherited ones, so that what moves within a hierarchy keeps its values.
@Suite struct HierarchyMatchingTests {
    private func entity(_ name: String, _ parent: String? = nil, _ attributes: Attribute...) -> Entity {
        Entity(name, parent: parent, attributes: attributes)
    }

    private func abstract(_ name: String, _ parent: String? = nil, _ attributes: Attribute...) -> Entity {
        var entity = Entity(name, parent: parent, attributes: attributes)
        entity.isAbstract = true
        return entity
    }

    private let x = Attribute("x", .int16, isOptional: true)

    private func rows(_ kinds: String...) -> Rows {
        var rows: Rows = [:]
        for (number, kind) in kinds.enumerated() {
            rows[.objects(kind)] = [row(Int64(number + 1), ["x": .integer(Int64(number + 10))])]
        }
        return rows
    }

    @Test("Pulled up, a property is the same for those who had it and new for the others") func pullUp() throws {
        let old = schema(abstract("Animal"), entity("Cat", "Animal", x), entity("Dog", "Animal"))
        let new = schema(abstract("Animal", nil, x), entity("Cat", "Animal"), entity("Dog", "Animal"))
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(stage.lines.contains("propertyMoved Animal.x") && stage.losses.isEmpty)
        var before: Rows = rows("Cat")
        before[.objects("Dog")] = [row(2)]
        let after: Rows = try stage.rows(from: before)
        #expect(after.values("Cat", "x") == [.integer(10)] && after.values("Dog", "x") == [.null])
        // Required, it has to come from somewhere for the others only.
        let required = schema(
            abstract("Animal", nil, Attribute("x", .int16)),
            entity("Cat", "Animal"),
            entity("Dog", "Animal")
        )
        let strict = schema(
            abstract("Animal"),
            entity("Cat", "Animal", Attribute("x", .int16)),
            entity("Dog", "Animal")
        )
        #expect(Stage.between(strict, required).refusals.map(\.code) == ["AP201"])
        for path in ["Dog.x", "Animal.x"] {
            let filled: Rows = try Stage.between(strict, required, .of(fill: [path: "3"])).rows(from: before)
            #expect(filled.values("Cat", "x") == [.integer(10)] && filled.values("Dog", "x") == [.integer(3)])
        }
        #expect(Stage.between(strict, required, .of(fill: ["Cat.x": "3"])).refusals.map(\.code).contains("AP404"))
    }

    @Test("Two that were each one's own become one, whatever they were called") func merge() throws {
        let old = schema(
            abstract("Animal"),
            entity("Cat", "Animal", x),
            entity("Dog", "Animal", Attribute("y", .int16, isOptional: true))
        )
        var pulled: Attribute = x
        pulled.originalName = "y"
        let new = schema(abstract("Animal", nil, pulled), entity("Cat", "Animal"), entity("Dog", "Animal"))
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let after: Rows = try stage.rows(from: [
            .objects("Cat"): [row(1, ["x": .integer(1)])], .objects("Dog"): [row(2, ["y": .integer(2)])],
        ])
        #expect(after.values("Cat", "x") == [.integer(1)] && after.values("Dog", "x") == [.integer(2)])
    }

    @Test("Pushed down, a property is lost by those only who no longer have it") func pushDown() throws {
        let old = schema(entity("Animal", nil, x), entity("Cat", "Animal"), entity("Dog", "Animal"))
        let new = schema(entity("Animal"), entity("Cat", "Animal", x), entity("Dog", "Animal"))
        let stage: Stage = .between(old, new)
        #expect(stage.reasons == ["AP221 Animal", "AP221 Dog"])
        // The declaring entity's name speaks of all; a kind's of itself and of those below.
        for words in [["Animal.x"], ["Animal.x", "Dog.x"], ["Animal.*"]] {
            let accepted: Stage = .between(old, new, .of(accept: words))
            #expect(accepted.refusals.isEmpty, "\(words): \(accepted.reasons)")
            let after: Rows = try accepted.rows(from: rows("Animal", "Cat", "Dog"))
            #expect(after.values("Cat", "x") == [.integer(11)] && after[.objects("Dog")] == [row(3)])
        }
        #expect(Stage.between(old, new, accept: "Dog.x").reasons == ["AP221 Animal"])
        // An abstract one has no objects that could lose anything.
        let bare = schema(abstract("Animal", nil, x), entity("Cat", "Animal"))
        #expect(Stage.between(bare, schema(abstract("Animal"), entity("Cat", "Animal", x))).refusals.isEmpty)
    }

    @Test("Gone from all, a property is lost once; whoever speaks of each kind has spoken of all") func goneFromAll() {
        let old = schema(abstract("Animal", nil, x), entity("Cat", "Animal"), entity("Dog", "Animal"))
        let new = schema(abstract("Animal"), entity("Cat", "Animal"), entity("Dog", "Animal"))
        #expect(Stage.between(old, new).reasons == ["AP202 Animal.x"])
        for words in [["Animal.x"], ["Cat.x", "Dog.x"], ["Animal.*"], ["Cat.*", "Dog.x"]] {
            let accepted: Stage = .between(old, new, .of(accept: words))
            #expect(accepted.refusals.isEmpty, "\(words): \(accepted.reasons)")
            #expect(accepted.losses == [ElementPath("Animal", "x")])
        }
        // A word that is needed is no mistake because another one is missing.
        #expect(Stage.between(old, new, accept: "Cat.x").reasons == ["AP202 Animal.x"])
        #expect(Stage.between(old, new, accept: "Animal.x", "Cat.x", "Dog.x").reasons == ["AP403 Animal.x"])
    }

    @Test("Another parent: own values stay, inherited ones are lost or new") func otherParent() throws {
        let old = schema(
            abstract("Base"),
            abstract("A", "Base", x),
            abstract("B", "Base"),
            entity("C", "A", Attribute("own", .int16, isOptional: true))
        )
        let y = Attribute("y", .int16, isOptional: true, default: .int(4))
        let new = schema(
            abstract("Base"),
            abstract("A", "Base", x),
            abstract("B", "Base", y),
            entity("C", "B", Attribute("own", .int16, isOptional: true))
        )
        let stage: Stage = .between(old, new)
        #expect(stage.lines.contains("parentChanged C"))
        #expect(stage.reasons.count == 1 && stage.refusals[0].code != "AP109", "\(stage.reasons)")
        let accepted: Stage = .between(old, new, accept: "C.x")
        #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
        let rows: Rows = [.objects("C"): [row(1, ["x": .integer(1), "own": .integer(2)])]]
        let after: Rows = try accepted.rows(from: rows)
        #expect(after == [.objects("C"): [row(1, ["own": .integer(2), "y": .integer(4)])]])
        // Called the same there, it is the same.
        let same = schema(
            abstract("Base"),
            abstract("A", "Base"),
            abstract("B", "Base", x),
            entity("C", "B", Attribute("own", .int16, isOptional: true))
        )
        #expect(try Stage.between(old, same).rows(from: rows).values("C", "x") == [.integer(1)])
        #expect(Stage.between(old, same).lines.contains("propertyMoved B.x"))
    }

    @Test("Leaving a hierarchy keeps identity and values; joining one does unless identities may meet")
    func leaveAndJoin() throws {
        let inside = schema(abstract("Animal", nil, x), entity("Cat", "Animal"), entity("Dog", "Animal"))
        let outside = schema(abstract("Animal", nil, x), entity("Cat", nil, x), entity("Dog", "Animal"))
        let left: Stage = .between(inside, outside)
        #expect(left.refusals.isEmpty, "\(left.reasons)")
        #expect(try left.rows(from: rows("Cat", "Dog")) == rows("Cat", "Dog"))
        #expect(Stage.between(outside, inside).reasons == ["AP109 Animal"])
        // An abstract one alone has no identities.
        let alone = schema(abstract("Animal", nil, x), entity("Cat", nil, x))
        let joined: Stage = .between(alone, schema(abstract("Animal", nil, x), entity("Cat", "Animal")))
        #expect(joined.refusals.isEmpty, "\(joined.reasons)")
        #expect(try joined.rows(from: rows("Cat")) == rows("Cat"))
    }

    @Test("Hierarchies that are merged: below an old root, a renamed one and a new one; given up, all is well")
    func merged() throws {
        let apart = schema(entity("Cat", nil, x), entity("Dog", nil, x))
        let together: [Schema] = [
            schema(entity("Cat", nil, x), entity("Dog", "Cat")),
            schema(abstract("Animal", nil, x), entity("Cat", "Animal"), entity("Dog", "Animal")),
            schema(abstract("Top"), abstract("Animal", "Top", x), entity("Cat", "Animal"), entity("Dog", "Animal")),
            schema(Entity("Lynx", originalName: "Cat", attributes: [x]), entity("Dog", "Lynx")),
        ]
        for new in together {
            let stage: Stage = .between(apart, new)
            #expect(stage.refusals.map(\.code) == ["AP109"], "\(stage.reasons)")
            let accepted: Stage = .between(apart, new, accept: "Dog")
            #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
            #expect(accepted.losses == [ElementPath("Dog")])
            let after: Rows = try accepted.rows(from: rows("Cat", "Dog"))
            let cat: String = new.entities.contains { $0.name == "Lynx" } ? "Lynx" : "Cat"
            #expect(after.values(cat, "x") == [.integer(10)] && after[.objects("Dog")] == [])
        }
    }

    @Test("Who becomes abstract loses its own objects only; who becomes concrete none") func abstraction() throws {
        let concrete = schema(entity("Animal", nil, x), entity("Cat", "Animal"))
        let bare = schema(abstract("Animal", nil, x), entity("Cat", "Animal"))
        #expect(Stage.between(concrete, bare).reasons == ["AP106 Animal"])
        let accepted: Stage = .between(concrete, bare, accept: "Animal")
        #expect(
            accepted.lines == ["entityBecameAbstract Animal accepted"] && accepted.losses == [ElementPath("Animal")]
        )
        #expect(try accepted.rows(from: rows("Animal", "Cat")).values("Cat", "x") == [.integer(11)])
        #expect(Stage.between(bare, concrete).lines == ["entityBecameConcrete Animal"])
        #expect(try Stage.between(bare, concrete).rows(from: rows("Cat"))[.objects("Animal")] == [])
    }

    @Test("A parent that is gone takes nothing along but its own objects") func parentGone() throws {
        let old = schema(entity("Animal", nil, x), entity("Cat", "Animal"))
        let new = schema(entity("Cat", nil, x))
        #expect(Stage.between(old, new).reasons == ["AP102 Animal"])
        let accepted: Stage = .between(old, new, accept: "Animal")
        #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
        #expect(try accepted.rows(from: rows("Animal", "Cat")) == [.objects("Cat"): [row(2, ["x": .integer(11)])]])
        // What the sub-entity had from it is another loss.
        #expect(Stage.between(old, schema(entity("Cat")), accept: "Animal").reasons == ["AP202 Animal.x"])
        let bare = schema(abstract("Animal", nil, x), entity("Cat", "Animal"))
        #expect(Stage.between(bare, new).refusals.isEmpty)
    }

    @Test("A swap of parents and children, each with its properties") func swapped() throws {
        let old = schema(entity("A", nil, x), entity("B", "A", Attribute("y", .int16, isOptional: true)))
        let new = schema(
            Entity("B", originalName: "A", attributes: [x]),
            Entity("A", originalName: "B", parent: "B", attributes: [Attribute("y", .int16, isOptional: true)])
        )
        let stage: Stage = .between(old, new)
        #expect(stage.lines == ["entityRenamed B", "entityRenamed A"] && stage.refusals.isEmpty, "\(stage.lines)")
        let rows: Rows = [
            .objects("A"): [row(1, ["x": .integer(1)])],
            .objects("B"): [row(2, ["x": .integer(2), "y": .integer(3)])],
        ]
        let after: Rows = try stage.rows(from: rows)
        #expect(after == [.objects("B"): rows[.objects("A")] ?? [], .objects("A"): rows[.objects("B")] ?? []])
    }

    @Test("Claims that meet in a sub-entity only are told there") func claims() {
        let old = schema(entity("Animal"), entity("Cat", "Animal", Attribute("a", .int16, isOptional: true)))
        let claim = Attribute("b", .int16, isOptional: true, originalName: "a")
        let other = Attribute("c", .int16, isOptional: true, originalName: "a")
        let refusals = Matching.match(old, schema(entity("Animal", nil, claim), entity("Cat", "Animal", other)))
            .refusals
        #expect(refusals.map(\.code) == ["AP401"])
        // What an ancestor says already is told once.
        let twice = schema(entity("Animal", nil, claim, other), entity("Cat", "Animal"))
        let before = schema(entity("Animal", nil, Attribute("a", .int16, isOptional: true)), entity("Cat", "Animal"))
        #expect(Matching.match(before, twice).refusals.map { "\($0.code) \($0.path)" } == ["AP401 Animal.b"])
    }
}
