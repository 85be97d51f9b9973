import ApusMigration
import ApusSchema
import Testing

/// The naive interpreter's objects that origins make, against what the rules say word by word.
@Suite struct NaiveOriginTests {
    private static let text = Attribute("t", .string, isOptional: true)
    private static let number = Attribute("n", .int64, isOptional: true)

    private static func abstract(_ name: String, _ attributes: [Attribute] = []) -> Entity {
        var entity = Entity(name, attributes: attributes)
        entity.isAbstract = true
        return entity
    }

    /// The identities of a newer entity's objects.
    private static func identities(_ kind: String, _ stage: StageExample, _ world: World) throws -> [Int64] {
        try (stage.migrate(world).objects[kind] ?? [:]).keys.sorted()
    }

    // MARK: 1. Objects

    @Test func aSplitTakesWhatSatisfiesTheCondition() throws {
        let stage = StageExample(
            [Entity("A", attributes: [Self.text])],
            [Entity("A"), Entity("B", attributes: [Self.text])]
        ).making("B", Mapping.Origin(["A"], where: "t != nil"))
        #expect(stage.refusals == [])
        let world: World = stage.world(("A", 1, ["t": .text("x")], [:]), ("A", 2, [:], [:]))
        #expect(try Self.identities("A", stage, world) == [1, 2])
        #expect(try Self.identities("B", stage, world) == [1])
        #expect(try stage.value("t", of: "B", 1, after: world) == .text("x"))
    }

    @Test func sourcesIncludeSubEntities() throws {
        let stage = StageExample(
            [Entity("A"), Entity("C", parent: "A"), Entity("Z")],
            [Entity("B"), Entity("Z")]
        ).making("B", Mapping.Origin(["A"]))
        #expect(stage.refusals == [])
        let world: World = stage.world(("A", 1, [:], [:]), ("C", 2, [:], [:]))
        #expect(try Self.identities("B", stage, world) == [1, 2])
    }

    @Test func aMatchedEntityIsOnlyWhatItsOriginsAre() throws {
        let stage = StageExample([Entity("A"), Entity("B")], [Entity("A")]).making("A", Mapping.Origin(["B"]))
        #expect(stage.refusals == ["A: AP102"])
        let legal: StageExample = stage.accepting("A")
        #expect(legal.refusals == [])
        let world: World = legal.world(("A", 1, [:], [:]), ("B", 7, [:], [:]))
        #expect(try Self.identities("A", legal, world) == [7])
    }

    // MARK: 2. Values

    @Test func valuesComeFromTheOriginThenTheLineThenTheMatch() throws {
        let older = [Entity("A", attributes: [Self.text, Self.number]), Entity("C", attributes: [Self.text])]
        let newer = [Entity("B", attributes: [Self.text, Attribute("m", .int64, isOptional: true)])]
        let stage = StageExample(older, newer)
            .making("B", Mapping.Origin(["A"], values: ["m": "$source.n"]), Mapping.Origin(["C"]))
            .computing("B.t", "uppercase:($source.t)")
        let legal: StageExample = stage.accepting("A.t", "C.t").computing("B.m", "7")
        #expect(stage.refusals == ["A.t: AP202", "C.t: AP202"])
        #expect(legal.refusals == [])
        let world: World = legal.world(("A", 1, ["t": .text("x"), "n": .integer(3)], [:]), ("C", 1, [:], [:]))
        #expect(try legal.value("t", of: "B", 1, after: world) == .text("X"))
        #expect(try legal.value("m", of: "B", 1, after: world) == .integer(3))
        #expect(try legal.value("m", of: "B", 2, after: world) == .integer(7))
    }

    @Test func missingValuesFollowTheUsualRules() throws {
        let older = [Entity("A", attributes: [Self.number]), Entity("C")]
        let plain = StageExample(older, [Entity("B", attributes: [Attribute("n", .int64)])])
            .making("B", Mapping.Origin(["A", "C"]))
        #expect(!plain.refusals.isEmpty)
        let filled: StageExample = plain.filling("B.n", .literal("5"))
        #expect(filled.refusals == [])
        let world: World = filled.world(("A", 1, ["n": .integer(1)], [:]), ("A", 2, [:], [:]), ("C", 1, [:], [:]))
        #expect(try filled.value("n", of: "B", 1, after: world) == .integer(1))
        #expect(try filled.value("n", of: "B", 2, after: world) == .integer(5))
        #expect(try filled.value("n", of: "B", 3, after: world) == .integer(5))
        #expect(throws: MigrationStopped.self) { try plain.requiring("B.n").migrate(world) }
        let defaulted = StageExample(older, [Entity("B", attributes: [Attribute("n", .int64, default: .int(9))])])
            .making("B", Mapping.Origin(["A", "C"]))
        #expect(try defaulted.value("n", of: "B", 3, after: world) == .integer(9))
    }

    @Test func severalOriginsGiveOneType() {
        let stage = StageExample(
            [
                Entity("A", attributes: [Self.text]),
                Entity("B", attributes: [Attribute("t", .int32, isOptional: true)]),
            ],
            [Entity("A", attributes: [Self.text])]
        ).making("A", Mapping.Origin(["A", "B"]))
        #expect(stage.refusals.contains("A: AP415"))
    }

    // MARK: 3. Identities

    @Test func identitiesOfLaterBlocksAreMoved() throws {
        let stage = StageExample(
            [Entity("A"), Entity("B"), Entity("C")],
            [Entity("A")]
        ).making("A", Mapping.Origin(["B"]), Mapping.Origin(["A"]), Mapping.Origin(["B"]), Mapping.Origin(["C"]))
        #expect(stage.refusals == [])
        let world: World = stage.world(
            ("A", 2, [:], [:]),
            ("A", 4, [:], [:]),
            ("B", 1, [:], [:]),
            ("B", 3, [:], [:]),
            ("C", 1, [:], [:])
        )
        // A's own first: 2, 4; then B behind 4: 5, 7; B again behind 7: 8, 10; C behind 10: 11.
        #expect(try Self.identities("A", stage, world) == [2, 4, 5, 7, 8, 10, 11])
        let without: World = stage.world(("B", 3, [:], [:]), ("C", 1, [:], [:]))
        #expect(try Self.identities("A", stage, without) == [3, 6, 7])
    }

    @Test func blocksFollowTheSchemaBelowANewRoot() throws {
        let newer = [
            Self.abstract("R"), Entity("X", parent: "R"), Entity("Y", parent: "R"), Entity("W", parent: "X"),
        ]
        let stage = StageExample([Entity("A"), Entity("B"), Entity("C")], newer)
            .making("Y", Mapping.Origin(["A"])).making("W", Mapping.Origin(["B"])).making("X", Mapping.Origin(["C"]))
        #expect(stage.refusals == [])
        let world: World = stage.world(("A", 1, [:], [:]), ("B", 2, [:], [:]), ("C", 3, [:], [:]))
        // X, then W below it, then Y.
        #expect(try Self.identities("X", stage, world) == [3])
        #expect(try Self.identities("W", stage, world) == [5])
        #expect(try Self.identities("Y", stage, world) == [6])
    }

    @Test func twoObjectsOfOneIdentityAreRefused() throws {
        let older = [Entity("A", attributes: [Self.number])]
        let newer = [
            Self.abstract("R", [Self.number]), Entity("X", parent: "R"), Entity("Y", parent: "R"),
        ]
        let both = StageExample(older, newer).making("X", Mapping.Origin(["A"])).making("Y", Mapping.Origin(["A"]))
        #expect(both.refusals == ["Y: AP415"])
        let one = StageExample(older, newer).making("X", Mapping.Origin(["A"], where: "n == 1"))
            .making("Y", Mapping.Origin(["A"], where: "n != 1"))
        #expect(one.refusals == [])
        let world: World = one.world(("A", 1, ["n": .integer(1)], [:]), ("A", 2, [:], [:]))
        #expect(try Self.identities("X", one, world) == [1])
        #expect(try Self.identities("Y", one, world) == [2])
        let double = StageExample(older, newer).making("X", Mapping.Origin(["A"], where: "n == 1"))
            .making("Y", Mapping.Origin(["A"]))
        #expect(double.refusals == [])
        #expect(throws: MigrationStopped.self) { try double.migrate(world) }
        #expect(try Self.identities("Y", double, double.world(("A", 2, [:], [:]))) == [2])
    }

    // MARK: 4. References

    @Test func referencesFollowTheirObjects() throws {
        var list: Relationship = .toMany("all", "A")
        list.isOrdered = true
        let trips = [Entity("T", relationships: [.toOne("a", "A", isOptional: true), list])]
        let stage = StageExample(
            [Entity("Z"), Entity("A")] + trips,
            [Entity("Z")] + [
                Entity("T", relationships: [.toOne("a", "Z", isOptional: true), Self.moved(list, to: "Z")])
            ]
        ).making("Z", Mapping.Origin(["Z"]), Mapping.Origin(["A"]))
        #expect(stage.refusals == [])
        let world: World = stage.world(
            ("Z", 5, [:], [:]),
            ("A", 1, [:], [:]),
            ("A", 2, [:], [:]),
            ("T", 1, [:], ["a": [2], "all": [2, 1]])
        )
        #expect(try stage.references("a", of: "T", 1, after: world) == [7])
        #expect(try stage.references("all", of: "T", 1, after: world) == [7, 6])
    }

    private static func moved(_ relationship: Relationship, to destination: String) -> Relationship {
        var copy: Relationship = relationship
        copy.destination = destination
        return copy
    }

    @Test func anExpressionLeadsToWhatAnObjectBecame() throws {
        let older = [Entity("A", attributes: [Self.text, Self.number])]
        let newer = [
            Entity(
                "A",
                relationships: [
                    .toOne("home", "B", isOptional: true, inverse: "a"), .toOne("work", "B", isOptional: true),
                ]
            ),
            Entity(
                "B",
                attributes: [Self.text],
                relationships: [.toOne("a", "A", isOptional: true, inverse: "home")]
            ),
        ]
        let stage = StageExample(older, newer).making(
            "B",
            Mapping.Origin(["A"], where: "t != nil", as: "home"),
            Mapping.Origin(["A"], where: "n > 1", values: ["t": "'w'"], as: "work")
        ).computing("A.home", "same(home)").computing("A.work", "ifNull(same(work), same(home))").accepting("A.n")
        #expect(stage.refusals == [])
        let world: World = stage.world(
            ("A", 1, ["t": .text("x")], [:]),
            ("A", 2, ["n": .integer(5)], [:]),
            ("A", 3, ["t": .text("z"), "n": .integer(5)], [:])
        )
        // The homes are 1 and 3, the works behind them 5 and 6.
        #expect(try Self.identities("B", stage, world) == [1, 3, 5, 6])
        #expect(try stage.references("home", of: "A", 1, after: world) == [1])
        #expect(try stage.references("home", of: "A", 2, after: world) == [])
        #expect(try stage.references("work", of: "A", 1, after: world) == [1])
        #expect(try stage.references("work", of: "A", 2, after: world) == [5])
        #expect(try stage.references("work", of: "A", 3, after: world) == [6])
        #expect(try stage.references("a", of: "B", 3, after: world) == [3])
        #expect(try stage.references("a", of: "B", 5, after: world) == [])
    }

    @Test func whatARelationshipWasIsReplaced() throws {
        let older = [
            Entity("A", relationships: [.toOne("b", "B", isOptional: true), .toOne("c", "B", isOptional: true)]),
            Entity("B"),
        ]
        let newer = [Entity("A", relationships: [.toOne("b", "B", isOptional: true)]), Entity("B")]
        let replaced = StageExample(older, newer).computing("A.b", "$source.c")
        #expect(replaced.refusals == ["A.b: AP302"])
        let both = StageExample(older, newer).computing("A.b", "ifNull($source.b, $source.c)")
        #expect(both.refusals == ["A.c: AP302"])
        let legal: StageExample = both.accepting("A.c")
        let world: World = legal.world(
            ("A", 1, [:], ["b": [1], "c": [2]]),
            ("A", 2, [:], ["c": [2]]),
            ("B", 1, [:], [:]),
            ("B", 2, [:], [:])
        )
        #expect(try legal.references("b", of: "A", 1, after: world) == [1])
        #expect(try legal.references("b", of: "A", 2, after: world) == [2])
    }

    // MARK: 5. Losses

    @Test func everyObjectIsTaken() throws {
        let older = [Entity("A", attributes: [Self.number])]
        let newer = [Entity("B", attributes: [Self.number])]
        let stage = StageExample(older, newer).making("B", Mapping.Origin(["A"], where: "n > 1"))
        #expect(stage.refusals == [])
        let world: World = stage.world(("A", 1, ["n": .integer(1)], [:]), ("A", 2, ["n": .integer(2)], [:]))
        #expect(throws: MigrationStopped.self) { try stage.migrate(world) }
        #expect(try Self.identities("B", stage.accepting("A"), world) == [2])
        let whole = StageExample(older, newer).making("B", Mapping.Origin(["A"]))
        #expect(whole.accepting("A").refusals == ["A: AP403"])
    }

    @Test func everyValueIsCarried() throws {
        let older = [Entity("A", attributes: [Self.number, Self.text])]
        let lost = StageExample(older, [Entity("B", attributes: [Self.number])]).making("B", Mapping.Origin(["A"]))
        #expect(lost.refusals == ["A.t: AP202"])
        #expect(lost.accepting("A.t").refusals == [])
        let stage = StageExample(older, [Entity("A", attributes: [Self.number]), Entity("B", attributes: [Self.text])])
            .making("B", Mapping.Origin(["A"], where: "n > 1"))
        #expect(stage.refusals == [])
        let world: World = stage.world(
            ("A", 1, ["n": .integer(1), "t": .text("x")], [:]),
            ("A", 2, ["n": .integer(2), "t": .text("y")], [:])
        )
        #expect(throws: MigrationStopped.self) { try stage.migrate(world) }
        #expect(try Self.identities("B", stage.accepting("A.t"), world) == [2])
        let empty: World = stage.world(("A", 1, ["n": .integer(1)], [:]))
        #expect(try Self.identities("B", stage, empty) == [])
    }

    @Test func referencesThatNothingGoesOnWithAreLost() {
        let older = [Entity("A", relationships: [.toOne("c", "C", isOptional: true)]), Entity("C")]
        let stage = StageExample(older, [Entity("B"), Entity("C")]).making("B", Mapping.Origin(["A"]))
        #expect(stage.refusals == ["A.c: AP302"])
        #expect(stage.accepting("A.c").refusals == [])
        let kept = StageExample(
            older,
            [Entity("B", relationships: [.toOne("c", "C", isOptional: true)]), Entity("C")]
        ).making("B", Mapping.Origin(["A"]))
        #expect(kept.refusals == [])
    }

    // MARK: 6. Lines

    @Test func linesThatCannotBeOrNeedNotBe() {
        let stage = StageExample([Entity("A")], [Entity("A"), Self.abstract("R"), Entity("S", parent: "R")])
        #expect(stage.making("A", Mapping.Origin(["A"])).refusals == ["A: AP413"])
        #expect(stage.making("R", Mapping.Origin(["A"])).refusals.contains("R: AP415"))
        #expect(stage.making("S", Mapping.Origin(["X"])).refusals.contains("S: AP415"))
    }
}
