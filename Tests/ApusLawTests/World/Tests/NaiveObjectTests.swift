import ApusMigration
import ApusSchema
import Testing

/// The naive interpreter's objects and hierarchies, against what the rules say word by word.
@Suite struct NaiveObjectTests {
    private static let note = Attribute("note", .string, isOptional: true)

    private static func family(_ root: [Attribute], _ cat: [Attribute], _ dog: [Attribute], isAbstract: Bool = true)
        -> [Entity]
    {
        var animal = Entity("Animal", attributes: root)
        animal.isAbstract = isAbstract
        return [
            animal, Entity("Cat", parent: "Animal", attributes: cat), Entity("Dog", parent: "Animal", attributes: dog),
        ]
    }

    @Test func removedEntitiesNeedAWord() throws {
        let stage = StageExample([Entity("A"), Entity("B")], [Entity("A")])
        #expect(stage.refusals == ["B: AP102"])
        let legal: StageExample = stage.accepting("B")
        let world: World = legal.world(("A", 1, [:], [:]), ("B", 1, [:], [:]))
        #expect(try legal.migrate(world).count == 1)
    }

    @Test func swappedEntitiesKeepTheirObjects() throws {
        let stage = StageExample(
            [Entity("A", attributes: [Attribute("n", .int64)]), Entity("B", attributes: [Attribute("n", .int64)])],
            [
                Entity("A", originalName: "B", attributes: [Attribute("n", .int64)]),
                Entity("B", originalName: "A", attributes: [Attribute("n", .int64)]),
            ]
        )
        let world: World = stage.world(("A", 1, ["n": .integer(10)], [:]), ("B", 1, ["n": .integer(20)], [:]))
        #expect(try stage.value("n", of: "A", 1, after: world) == .integer(20))
        #expect(try stage.value("n", of: "B", 1, after: world) == .integer(10))
    }

    @Test func valuesMoveUpAndDown() throws {
        let up = StageExample(Self.family([], [Self.note], [Self.note]), Self.family([Self.note], [], []))
        let world: World = up.world(("Cat", 1, ["note": .text("c")], [:]), ("Dog", 2, ["note": .text("d")], [:]))
        #expect(try up.value("note", of: "Cat", 1, after: world) == .text("c"))
        #expect(try up.value("note", of: "Dog", 2, after: world) == .text("d"))

        let down = StageExample(Self.family([Self.note], [], []), Self.family([], [Self.note], []))
        #expect(down.refusals == ["Dog.note: AP202"])
        #expect(down.accepting("Dog.note").refusals == [])
        #expect(down.accepting("Animal.note").refusals == [])
        #expect(down.accepting("Dog.*").refusals == [])
        #expect(down.accepting("Cat.note").refusals == ["Cat.note: AP403", "Dog.note: AP202"])
        let gone = StageExample(Self.family([Self.note], [], []), Self.family([], [], []))
        #expect(gone.refusals == ["Animal.note: AP202"])
    }

    @Test func theMostSpecificFillWins() throws {
        let stage = StageExample(Self.family([], [], []), Self.family([Attribute("sound", .string)], [], []))
            .filling("Animal.sound", .literal("?")).filling("Cat.sound", .literal("meow"))
        let world: World = stage.world(("Cat", 1, [:], [:]), ("Dog", 2, [:], [:]))
        #expect(try stage.value("sound", of: "Cat", 1, after: world) == .text("meow"))
        #expect(try stage.value("sound", of: "Dog", 2, after: world) == .text("?"))
    }

    @Test func concreteToAbstractLosesItsOwnObjects() {
        let stage = StageExample(Self.family([], [], [], isAbstract: false), Self.family([], [], []))
        #expect(stage.refusals == ["Animal: AP106"])
        #expect(stage.accepting("Animal").refusals == [])
        #expect(StageExample(Self.family([], [], []), Self.family([], [], [], isAbstract: false)).refusals == [])
    }

    @Test func hierarchiesCannotMeet() throws {
        let stage = StageExample([Entity("A"), Entity("B")], [Entity("A"), Entity("B", parent: "A")])
        #expect(stage.refusals == ["A: AP109"])
        let legal: StageExample = stage.accepting("B")
        #expect(legal.refusals == [])
        let world: World = legal.world(("A", 1, [:], [:]), ("B", 1, [:], [:]))
        #expect(try legal.migrate(world).objects.mapValues(\.count) == ["A": 1, "B": 0])
        // Apart they keep their identities.
        #expect(StageExample([Entity("A"), Entity("B", parent: "A")], [Entity("A"), Entity("B")]).refusals == [])
    }
}
