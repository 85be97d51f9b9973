import ApusDiagnostics
import ApusSchema
import Testing

/// The tables of a model's richer features.
@Suite struct LayoutFeatureTests {
    private func layout(_ entities: [Entity], _ change: (inout Schema) -> Void = { _ in }) -> Layout {
        var schema = Schema(model: "M", entities: entities)
        change(&schema)
        #expect(schema.validate().filter { $0.severity == .error }.map(\.message) == [])
        return Layout(schema)
    }

    private let animals: [Entity] = {
        var animal = Entity(
            "Animal",
            attributes: [Attribute("name", .string)],
            relationships: [.toOne("owner", "Person", isOptional: true, inverse: "animals")]
        )
        animal.isAbstract = true
        animal.table = "animals"
        animal.primaryKey = "id"
        var dog = Entity("Dog", parent: "Animal", attributes: [Attribute("name2", .string)])
        dog.uniquenessConstraints = [["name"], ["name2", "owner"]]
        dog.indexes = [
            Entity.Index("a", [.init("name desc")]),
            Entity.Index("b", [.init("name2")], predicate: "name2 != nil AND name BEGINSWITH \"x\""),
        ]
        let cat = Entity("Cat", parent: "Animal", relationships: [.toOne("prey", "Cat")])
        let puppy = Entity("Puppy", parent: "Dog")
        var person = Entity("Person", relationships: [.toMany("animals", "Animal", inverse: "owner")])
        person.relationships[0].isOrdered = true
        // A sub-entity may stand before its root.
        return [puppy, person, animal, dog, cat]
    }()

    @Test("A hierarchy has one table, with the columns of all of its entities")
    func hierarchies() throws {
        let layout: Layout = layout(animals)
        #expect(
            layout.text == """
                Person(#)
                animals(#, @, name string, owner → Person?, owner.place place?, Dog.name2 string?, Cat.prey → animals?) \
                index(owner, owner.place) index(Cat.prey) unique(name) unique(Dog.name2, owner) index(name) \
                index(Dog.name2)
                """
        )
        let table: Table = try #require(layout.table(ofEntity: "Puppy"))
        #expect(table.concreteEntities == ["Puppy", "Dog", "Cat"])
        #expect(table.concreteEntities(of: "Dog") == ["Puppy", "Dog"] && table.concreteEntities(of: "Cat") == ["Cat"])
        #expect(layout.table(ofEntity: "Animal") == table && layout.table(of: .hierarchy("Animal")) == table)
        #expect(layout.table(of: .hierarchy("Dog")) == nil)
        #expect(layout.table(holding: .objects("Puppy")) == table && layout.table(holding: .objects("Animal")) == nil)
        #expect(table.identity?.name == "id" && table.column("Cat.prey")?.farIdentity == "id")
        #expect(table.column(of: .attribute(["name2"]), in: "Puppy")?.name == "Dog.name2")
        #expect(table.column(of: .attribute(["name2"]), in: "Cat") == nil)
        #expect(table.column(of: .key("owner"), in: "Cat")?.name == "owner")
        // Only where no column of its own says so, an index has to say which rows it is over.
        #expect(table.indexes.map(\.entities) == [nil, nil, ["Puppy", "Dog"], nil, ["Puppy", "Dog"], nil])
        #expect(
            table.indexes.last?.predicate
                == .and([
                    .comparison(.leaf("Dog.name2"), .notEqual, .constant(.null), .usual),
                    .text(.leaf("name"), TextComparison(.beginsWith, []), .constant(.text("x"))),
                ])
        )
        let entities: [String] = ["Puppy", "Dog"]
        #expect(
            table.rules == [
                Table.Rule("_entity", .concreteEntity), Table.Rule("owner.place", .presentIfAny(["owner"])),
                Table.Rule("Dog.name2", .present, entities: entities),
                Table.Rule("Dog.name2", .absent, entities: ["Cat"]),
                Table.Rule("Cat.prey", .present, entities: ["Cat"]),
                Table.Rule("Cat.prey", .absent, entities: entities),
            ]
        )
    }

    @Test("A new entity, and the order in which they stand, rename no column")
    func stableNames() {
        let before: Set<String> = Set(layout(animals).tables.flatMap { $0.columns.map(\.name) })
        let more: [Entity] =
            animals.reversed() + [Entity("Cow", parent: "Animal", attributes: [Attribute("milk", .bool)])]
        let after: Set<String> = Set(layout(more).tables.flatMap { $0.columns.map(\.name) })
        #expect(after.subtracting(before) == ["Cow.milk"] && before.isSubset(of: after))
    }

    @Test func composites() throws {
        let layout: Layout = layout([
            {
                var entity = Entity(
                    "A",
                    attributes: [Attribute("home", .named("Address")), Attribute("work", .named("Address"))]
                )
                entity.attributes[1].column = "w"
                entity.attributes[1].isOptional = true
                return entity
            }()
        ]) { schema in
            schema.composites = [
                Composite(
                    "Address",
                    attributes: [Attribute("city", .string), Attribute("geo", .named("Geo"), isOptional: true)]
                ),
                Composite("Geo", attributes: [Attribute("x", .double), Attribute("y", .double)]),
            ]
        }
        #expect(
            layout.text == """
                A(#, home.city string, home.geo.x double?, home.geo.y double?, w.city string?, w.geo.x double?, \
                w.geo.y double?)
                """
        )
        let table: Table = try #require(layout.table("A"))
        #expect(
            table.rules == [
                Table.Rule("home.geo.x", .presentIfAny(["home.geo.x", "home.geo.y"])),
                Table.Rule("home.geo.y", .presentIfAny(["home.geo.x", "home.geo.y"])),
                Table.Rule("w.city", .presentIfAny(["w.city", "w.geo.x", "w.geo.y"])),
                Table.Rule("w.geo.x", .presentIfAny(["w.geo.x", "w.geo.y"])),
                Table.Rule("w.geo.y", .presentIfAny(["w.geo.x", "w.geo.y"])),
            ]
        )
    }

    @Test("What no store keeps has no column; what may be large has one of any type")
    func storage() throws {
        var entity = Entity(
            "A",
            attributes: [
                Attribute("gone", .string), Attribute("brief", .string), Attribute("any", .undefined),
                Attribute("photo", .data), Attribute("note", .string), Attribute("tags", .codable),
                Attribute("color", .named("Color")), Attribute("loud", .string),
            ]
        )
        entity.attributes[0].isTransient = true
        entity.attributes[1].isEphemeral = true
        entity.attributes[2].isTransient = true
        entity.attributes[2].swiftType = "Int"
        entity.attributes[3].usesExternalStorage = true
        entity.attributes[4].usesExternalStorage = true
        entity.attributes[5].swiftType = "[String]"
        entity.attributes[7].derivation = .function(.uppercase, of: ["loudly"])
        entity.attributes.append(Attribute("loudly", .string))
        let layout: Layout = layout([entity]) { schema in
            schema.enumerations = [Enumeration("Color", type: .int16, cases: [.init("red", .int(1))])]
        }
        #expect(
            layout.text
                == "A(#, photo data, note string, tags data, color int16, loud string?, loudly string)"
        )
        let table: Table = try #require(layout.table("A"))
        #expect(table.columns.map(\.storage) == [.integer, .any, .any, .blob, .integer, .text, .text])
        #expect(table.columns.filter(\.isDerived).map(\.name) == ["loud"])
        #expect(
            table.rules == [
                Table.Rule("photo", .external), Table.Rule("note", .external),
                Table.Rule("color", .cases(of: "Color", [.integer(1)])),
            ]
        )
        let loud: TypedExpression<Table.Derivation.Source> = .leaf(.value([], column: "loudly"))
        #expect(table.derivations == [Table.Derivation("loud", .call(.uppercase, [loud], .string))])
    }

    @Test("Ordered join tables have order keys; the model sets the names of tables")
    func pairs() {
        var many: Relationship = .toMany("bs", "B", inverse: "as")
        many.isOrdered = true
        many.table = "pairs"
        var back: Relationship = .toMany("as", "A", inverse: "bs")
        back.isOrdered = true
        var friends: Relationship = .toMany("friends", "A", inverse: "friends")
        friends.isOrdered = true
        #expect(
            layout([Entity("A", relationships: [many, friends]), Entity("B", relationships: [back])]).text == """
                A(#)
                B(#)
                pairs(source → A, target → B, target_place place, source_place place) index(target, source) \
                index(source, target_place) index(target, source_place)
                A_friends(source → A, target → A, target_place place) index(target, source) index(source, target_place)
                """
        )
    }

    @Test("An index that another one serves as is not made twice")
    func needlessIndexes() {
        var a = Entity(
            "A",
            attributes: [Attribute("x", .int64), Attribute("y", .double)],
            relationships: [.toOne("b", "B")]
        )
        a.attributes[0].isUnique = true
        a.indexes = [
            Entity.Index("i", [.init("b")]), Entity.Index("j", [.init("x")]), Entity.Index("k", [.init("y")]),
            Entity.Index("l", [.init("y")]), Entity.Index("m", [.init("x * 2 + 1")]),
            Entity.Index("n", [.init("x"), .init("y")], kind: .rtree),
        ]
        let layout: Layout = layout([a, Entity("B")])
        #expect(layout.text == "A(#, x int64, y double, b → B?) index(b) unique(x) index(y) index()\nB(#)")
        #expect(layout.tables[0].rtrees == [Table.RTree(name: "apus_rtree_A.n", columns: ["x", "y"])])
    }
}
