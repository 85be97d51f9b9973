import ApusMigration
import ApusSchema
import Testing

/// The naive interpreter's references, against what the rules say word by word.
@Suite struct NaiveReferenceTests {
    private static func pair(_ one: [Relationship], _ other: [Relationship]) -> [Entity] {
        [Entity("A", relationships: one), Entity("B", relationships: other)]
    }

    private static func toMany(_ name: String, _ far: String, inverse: String? = nil, isOrdered: Bool = true)
        -> Relationship
    {
        var relationship: Relationship = .toMany(name, far, inverse: inverse)
        relationship.isOrdered = isOrdered
        return relationship
    }

    @Test func cardinality() throws {
        let one: [Entity] = Self.pair([.toOne("b", "B", isOptional: true)], [])
        let many: [Entity] = Self.pair([.toMany("b", "B")], [])
        let up = StageExample(one, many)
        let world: World = up.world(("A", 1, [:], ["b": [5]]), ("A", 2, [:], ["b": [5]]), ("B", 5, [:], [:]))
        #expect(try up.references("b", of: "A", 2, after: world) == [5])
        let down = StageExample(many, one)
        #expect(down.refusals == [] && down.crowds == [ElementPath("A", "b")])
        let crowd: World = down.world(
            ("A", 1, [:], ["b": [7, 5]]),
            ("A", 2, [:], ["b": [6]]),
            ("B", 5, [:], [:]),
            ("B", 6, [:], [:]),
            ("B", 7, [:], [:])
        )
        #expect(throws: MigrationStopped.self) { try down.migrate(crowd) }
        #expect(try down.choosing("A.b", .first).references("b", of: "A", 1, after: crowd) == [5])
        #expect(try down.choosing("A.b", .newest).references("b", of: "A", 1, after: crowd) == [7])
        #expect(try down.choosing("A.b", .newest).references("b", of: "A", 2, after: crowd) == [6])
        let lost: StageExample = down.accepting("A.b")
        let lists: World = lost.world(("A", 1, [:], ["b": [5]]), ("B", 5, [:], [:]))
        #expect(try lost.references("b", of: "A", 1, after: lists) == [])
    }

    @Test func aWildcardGivesUpNoReferenceThatCanBeKept() throws {
        let many = Entity("A", attributes: [Attribute("x", .int16)], relationships: [.toMany("b", "B")])
        let one = Entity("A", relationships: [.toOne("b", "B", isOptional: true)])
        let stage = StageExample([many, Entity("B")], [one, Entity("B")]).accepting("A.*")
        #expect(stage.refusals == [])
        let world: World = stage.world(("A", 1, ["x": .integer(1)], ["b": [5]]), ("B", 5, [:], [:]))
        #expect(try stage.references("b", of: "A", 1, after: world) == [5])
    }

    @Test func aNewInverseSeesTheSameReferences() throws {
        let alone: [Entity] = Self.pair([.toOne("b", "B", isOptional: true)], [])
        let stage = StageExample(
            alone,
            Self.pair([.toOne("b", "B", isOptional: true, inverse: "a")], [.toMany("a", "A", inverse: "b")])
        )
        let world: World = stage.world(("A", 2, [:], ["b": [5]]), ("A", 1, [:], ["b": [5]]), ("B", 5, [:], [:]))
        #expect(try stage.references("a", of: "B", 5, after: world) == [1, 2])
        let single = StageExample(
            alone,
            Self.pair(
                [.toOne("b", "B", isOptional: true, inverse: "a")],
                [.toOne("a", "A", isOptional: true, inverse: "b")]
            )
        )
        #expect(single.refusals == [] && single.crowds == [ElementPath("B", "a")])
        #expect(throws: MigrationStopped.self) { try single.migrate(world) }
        let first: StageExample = single.choosing("B.a", .first)
        #expect(try first.references("a", of: "B", 5, after: world) == [1])
        #expect(try first.references("b", of: "A", 2, after: world) == [])
    }

    @Test func referencesToEntitiesThatGoGiveWay() throws {
        let stage = StageExample(
            [
                Entity("A", relationships: [.toMany("b", "B", inverse: "a"), .toMany("c", "C", inverse: "a")]),
                Entity("B", relationships: [.toOne("a", "A", isOptional: true, inverse: "b")]),
                Entity("C", relationships: [.toOne("a", "A", isOptional: true, inverse: "c")]),
            ],
            [
                Entity("A", relationships: [.toMany("b", "C", inverse: "a")]),
                Entity("C", relationships: [.toOne("a", "A", isOptional: true, inverse: "b")]),
            ]
        ).accepting("B")
        #expect(stage.refusals == [])
        let world: World = stage.world(
            ("A", 1, [:], ["b": [5], "c": [7]]),
            ("B", 5, [:], ["a": [1]]),
            ("C", 7, [:], ["a": [1]])
        )
        #expect(try stage.references("b", of: "A", 1, after: world) == [7])
    }

    @Test func order() throws {
        let (ordered, unordered) = (Self.pair([Self.toMany("b", "B")], []), Self.pair([.toMany("b", "B")], []))
        let kept = StageExample(ordered, ordered)
        let world: World = kept.world(
            ("A", 1, [:], ["b": [7, 5, 6]]),
            ("B", 5, [:], [:]),
            ("B", 6, [:], [:]),
            ("B", 7, [:], [:])
        )
        #expect(try kept.references("b", of: "A", 1, after: world) == [7, 5, 6])
        let lost = StageExample(ordered, unordered)
        #expect(lost.refusals == ["A.b: AP312"])
        #expect(try lost.accepting("A.b").references("b", of: "A", 1, after: world) == [5, 6, 7])
        #expect(StageExample(unordered, ordered).refusals == [])
    }

    @Test func anOrderGoesWithItsSide() {
        let stage = StageExample(
            Self.pair([Self.toMany("b", "B", inverse: "a")], [.toOne("a", "A", isOptional: true, inverse: "b")]),
            Self.pair([], [.toOne("a", "A", isOptional: true)])
        )
        #expect(stage.refusals == ["A.b: AP312"])
        #expect(stage.accepting("A.b").refusals == [])
    }

    @Test func aPairCanBeSplitButNotUnited() throws {
        let pair: [Entity] = Self.pair([.toMany("b", "B", inverse: "a")], [.toMany("a", "A", inverse: "b")])
        let apart: [Entity] = Self.pair([.toMany("b", "B")], [.toMany("a", "A")])
        let split = StageExample(pair, apart)
        let world: World = split.world(("A", 1, [:], ["b": [5]]), ("B", 5, [:], ["a": [1]]))
        #expect(try split.references("b", of: "A", 1, after: world) == [5])
        #expect(try split.references("a", of: "B", 5, after: world) == [1])
        let united = StageExample(apart, pair)
        #expect(united.refusals == ["A.b: AP307"])
        let legal: StageExample = united.accepting("B.a")
        let two: World = legal.world(("A", 1, [:], ["b": [5]]), ("A", 2, [:], [:]), ("B", 5, [:], ["a": [2]]))
        #expect(try legal.references("a", of: "B", 5, after: two) == [1])
        #expect(try legal.references("b", of: "A", 2, after: two) == [])
    }

    @Test func ownInverse() throws {
        let own: [Entity] = [Entity("A", relationships: [.toMany("a", "A", inverse: "a")])]
        let directed: [Entity] = [Entity("A", relationships: [.toMany("a", "A")])]
        let stage = StageExample(own, directed)
        let world: World = stage.world(("A", 1, [:], ["a": [2]]), ("A", 2, [:], ["a": [1]]))
        #expect(try stage.references("a", of: "A", 2, after: world) == [1])
        #expect(StageExample(directed, own).refusals == ["A.a: selfInverse"])
    }

    @Test func destinations() throws {
        func schema(_ destination: String, isOptional: Bool = true) -> [Entity] {
            [
                Entity("A", relationships: [.toOne("b", destination, isOptional: isOptional)]), Entity("B"),
                Entity("C", parent: "B"), Entity("D", parent: "B"),
            ]
        }
        #expect(StageExample(schema("C"), schema("B")).refusals == [])
        let narrowed = StageExample(schema("B"), schema("C"))
        #expect(narrowed.refusals == ["A.b: AP313"])
        let legal: StageExample = narrowed.accepting("A.b")
        let world: World = legal.world(
            ("A", 1, [:], ["b": [5]]),
            ("A", 2, [:], ["b": [6]]),
            ("C", 5, [:], [:]),
            ("D", 6, [:], [:])
        )
        #expect(try legal.references("b", of: "A", 1, after: world) == [5])
        #expect(try legal.references("b", of: "A", 2, after: world) == [])
        let required = StageExample(schema("B", isOptional: false), schema("C", isOptional: false)).accepting("A.b")
        #expect(required.refusals == [])
        #expect(try required.references("b", of: "A", 2, after: world) == [])
        let promised: StageExample = required.requiring("A.b")
        #expect(promised.refusals == [])
        #expect(
            try promised.references(
                "b",
                of: "A",
                1,
                after: promised.world(("A", 1, [:], ["b": [5]]), ("C", 5, [:], [:]))
            ) == [5]
        )
        let broken: World = promised.world(("A", 1, [:], ["b": [6]]), ("D", 6, [:], [:]))
        #expect(throws: MigrationStopped.self) { try promised.migrate(broken) }
    }

    @Test func aReferenceMadeRequired() throws {
        let stage = StageExample(
            Self.pair([.toOne("b", "B", isOptional: true)], []),
            Self.pair([.toOne("b", "B")], [])
        )
        #expect(stage.refusals == [])
        let without: World = stage.world(("A", 1, [:], [:]))
        #expect(try stage.references("b", of: "A", 1, after: without) == [])
        let legal: StageExample = stage.requiring("A.b")
        #expect(throws: MigrationStopped.self) { try legal.migrate(legal.world(("A", 1, [:], [:]))) }
        let whole: World = legal.world(("A", 1, [:], ["b": [5]]), ("B", 5, [:], [:]))
        #expect(try legal.references("b", of: "A", 1, after: whole) == [5])
        #expect(StageExample(Self.pair([], []), Self.pair([.toOne("b", "B")], [])).refusals == [])
    }

    @Test func aRemovedPairIsAcceptedUnderEitherName() {
        let stage = StageExample(
            Self.pair([.toMany("b", "B", inverse: "a")], [.toMany("a", "A", inverse: "b")]),
            Self.pair([], [])
        )
        #expect(stage.refusals == ["A.b: AP302"])
        #expect(stage.accepting("A.b").refusals == [])
        #expect(stage.accepting("B.a").refusals == [])
    }

    @Test func anInverseGoesWithoutALoss() throws {
        let pair: [Entity] = Self.pair(
            [.toMany("b", "B", inverse: "a"), .toMany("c", "B")],
            [.toOne("a", "A", isOptional: true, inverse: "b")]
        )
        let stage = StageExample(pair, Self.pair([.toMany("c", "B")], [.toOne("a", "A", isOptional: true)]))
        #expect(stage.refusals == [])
        #expect(stage.accepting("A.b").refusals == ["A.b: AP403"])
        let world: World = stage.world(("A", 1, [:], ["b": [5], "c": [5]]), ("B", 5, [:], ["a": [1]]))
        #expect(try stage.references("a", of: "B", 5, after: world) == [1])
        // Its name is free for another one.
        let taken = StageExample(
            pair,
            Self.pair([.toMany("b", "B", originalName: "c")], [.toOne("a", "A", isOptional: true)])
        )
        #expect(taken.refusals == [])
        #expect(taken.accepting("A.b").refusals == ["A.b: AP403"])
        #expect(try taken.references("b", of: "A", 1, after: world) == [5])
        #expect(try taken.references("a", of: "B", 5, after: world) == [1])
    }

    @Test func theNamedOneGoesBeforeWhatAWildcardCovers() throws {
        let apart: [Entity] = Self.pair([.toMany("b", "B")], [.toMany("a", "A")])
        let united: [Entity] = Self.pair([.toMany("b", "B", inverse: "a")], [.toMany("a", "A", inverse: "b")])
        let stage = StageExample(apart, united).accepting("A.*", "B.a")
        #expect(stage.refusals == ["A: AP403"])
        #expect(StageExample(apart, united).accepting("A.b", "B.a").refusals == ["B.a: AP403"])
        let world: World = stage.world(("A", 1, [:], ["b": [5]]), ("A", 2, [:], [:]), ("B", 5, [:], ["a": [2]]))
        let legal = StageExample(apart, united).accepting("B.*")
        #expect(try legal.references("b", of: "A", 1, after: world) == [5])
        #expect(try legal.references("b", of: "A", 2, after: world) == [])
    }
}
