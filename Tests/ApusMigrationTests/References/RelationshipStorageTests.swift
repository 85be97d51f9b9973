import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// References stay where they are kept, or their move is refused.
@Suite struct RelationshipStorageTests {
    @Test func cardinality() throws {
        let (one, many) = (
            schema(.of("A", toOne("b", "B")), .of("B")), schema(.of("A", Relationship.toMany("b", "B")), .of("B"))
        )
        #expect(report(one, many) == "AP305 cardinalityChanged A\nAP309 storageMoved A")
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 2]), row(2).leading(["b": nil]), row(3).leading(["b": 2])],
            .objects("B"): [row(2)],
        ]
        #expect(try Stage.between(one, many).rows(from: rows).joinTable("A", "b") == ["1-2", "3-2"])
        // The rows decide whether an object has several.
        #expect(report(many, one) == "AP305 cardinalityChanged A\nAP309 storageMoved A")
        func lists(_ pairs: [(Int64, Int64)]) -> Rows {
            let (sources, targets) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
            return [
                .objects("A"): sources.sorted().map { row($0) }, .objects("B"): targets.sorted().map { row($0) },
                .joinTable(ElementPath("A", "b")): pairs.map { [.source: .integer($0), .target: .integer($1)] },
            ]
        }
        #expect(
            try Stage.between(many, one).rows(from: lists([(1, 2), (3, 2)])).keys("A", "b") == [
                .integer(2), .integer(2),
            ]
        )
        #expect(throws: EvaluationFailure.self) { try Stage.between(many, one).rows(from: lists([(1, 2), (1, 3)])) }
        for (choice, target) in [(Mapping.Duplicates.first, Int64(2)), (.newest, 3)] {
            let chosen: Stage = .between(many, one, .of(duplicates: ["A.b": choice]))
            #expect(
                chosen.lines == [
                    "cardinalityChanged A.b", "storageMoved A.b",
                    "duplicatesReduced A.b duplicates: \(choice.rawValue)",
                ]
            )
            #expect(try chosen.rows(from: lists([(1, 2), (1, 3)])).keys("A", "b") == [.integer(target)])
        }
        #expect(report(many, one, accept: "A.b") == "AP301 relationshipAdded A\nAP302 relationshipRemoved A accepted")
        // One side of a pair changes: what was a key of the one is pairs of both.
        let pair = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let pairs = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", Relationship.toMany("a", "A", inverse: "bs"))
        )
        #expect(report(pair, pairs) == "AP309 storageMoved A\nAP305 cardinalityChanged B\nAP309 storageMoved B")
        let keys: Rows = [
            .objects("A"): [row(7)], .objects("B"): [row(1).leading(["a": 7]), row(2).leading(["a": nil])],
        ]
        #expect(try Stage.between(pair, pairs).rows(from: keys).joinTable("A", "bs") == ["7-1"])
        #expect(Stage.between(pairs, pair).refusals.isEmpty)
    }

    @Test func destinations() throws {
        let old = schema(.of("A", toOne("b", "B")), .of("B"), .of("C"))
        #expect(
            report(old, schema(.of("A", toOne("b", "C")), .of("B"), .of("C"))) == """
                AP306 destinationChanged A refused
                error: 'A.b' pointed to 'B' and now points to 'C' [AP306]
                  help: to discard what 'A.b' holds, add to Migrations/M/1-2.yaml: 'accept: [A.b]'
                """
        )
        // The entity's new name is no other destination; under its old name is another entity.
        #expect(report(old, schema(.of("A", toOne("b", "D")), .of("D", was: "B"), .of("C"))) == "AP104 entityRenamed D")
        let swapped = schema(.of("A", toOne("b", "B")), .of("B", was: "C"), .of("C", was: "B"))
        #expect(
            Stage.between(old, swapped).refusals.map(\.message) == [
                "'A.b' pointed to 'B', which is now 'C', and now points to a different 'B'"
            ]
        )
        let replaced = schema(.of("A", toOne("b", "B")), .of("B", was: "C"))
        // Whoever gives up the objects gives up the references to them.
        #expect(Stage.between(old, replaced).reasons.contains("AP102 B"))
        let stage: Stage = .between(old, replaced, accept: "B")
        #expect(stage.refusals.isEmpty && stage.losses == [ElementPath("B")])
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 5])], .objects("B"): [row(5)], .objects("C"): [row(5)],
        ]
        #expect(try stage.rows(from: rows).keys("A", "b") == [.null], "the one of the same number is another object")
    }

    @Test func theFarEndIsGone() {
        let old = schema(
            .of("A", toOne("b", "B"), toOne("c", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "c"))
        )
        let new = schema(.of("A"))
        #expect(Stage.between(old, new).refusals.map(\.path.description) == ["A.b", "A.c", "B"])
        // The word for an entity is one for its references, seen from either side, and for those that lead to it.
        let stage: Stage = .between(old, new, accept: "B")
        #expect(stage.refusals.isEmpty && stage.losses.map(\.description) == ["A.b", "B"])
        #expect(Stage.between(old, new, accept: "A.b", "A.c").reasons == ["AP102 B"])
    }

    @Test func optionalityAndDeleteRule() {
        let old = schema(.of("A", toOne("b", "B"), Relationship.toOne("c", "B")), .of("B"))
        let new = schema(
            .of("A", Relationship.toOne("b", "B"), Relationship.toOne("c", "B", isOptional: true, deleteRule: .deny)),
            .of("B")
        )
        #expect(
            report(old, new) == """
                AP207 becameRequired A
                AP308 deleteRuleChanged A
                AP206 becameOptional A
                """
        )
    }

    @Test func oneSideThatNarrowsGivesUpBothWhateverTheOrder() {
        let a = Entity.of("A", Relationship.toMany("bs", "B", inverse: "a"))
        let b = Entity.of("B", toOne("a", "A", inverse: "bs"))
        let narrowA = Entity.of("A", toOne("b", "B", inverse: "a", was: "bs"))
        let narrowB = Entity.of("B", toOne("a", "A", inverse: "b", holdsKey: true))
        // The key that stays in place may be shared, which one-to-one does not allow: it is given up with the other side.
        for (old, new) in [(schema(a, b), schema(narrowA, narrowB)), (schema(b, a), schema(narrowB, narrowA))] {
            #expect(Stage.between(old, new).refusals.isEmpty)
            for side in ["A.bs", "B.a"] {
                let stage: Stage = .between(old, new, accept: side)
                #expect(stage.refusals.isEmpty && stage.losses.count == 1)
                #expect(stage.matching.newer(ElementPath("B", "a")) == nil)
            }
        }
    }

    @Test func aRenameThatMovesTheKey() throws {
        let old = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        let new = schema(.of("Z", was: "A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "Z", inverse: "b")))
        #expect(report(old, new) == "AP104 entityRenamed Z\nAP309 storageMoved Z\nAP309 storageMoved B")
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 2]), row(2).leading(["b": nil]), row(3).leading(["b": 1])],
            .objects("B"): [row(1), row(2), row(3)],
        ]
        let moved: Rows = try Stage.between(old, new).rows(from: rows)
        #expect(moved.keys("B", "a") == [.integer(3), .integer(1), .null])
        #expect(moved[.objects("Z")] == [row(1), row(2), row(3)])
        var pinned: Schema = new
        pinned.entities[0].relationships[0].holdsKey = true
        #expect(report(old, pinned) == "AP104 entityRenamed Z")
        // Once pinned, it stays where it is without another word, whatever the alphabet says.
        #expect(report(pinned, old).contains("AP309") == false)
        // Optionality moves a key as well, and so does a pin on the other side.
        let required = schema(
            .of("A", toOne("b", "B", inverse: "a")),
            .of("B", Relationship.toOne("a", "A", inverse: "b"))
        )
        #expect(report(required, old) == "AP309 storageMoved A\nAP309 storageMoved B\nAP206 becameOptional B")
        let other = schema(
            .of("A", toOne("b", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "b", holdsKey: true))
        )
        #expect(report(old, other) == "AP309 storageMoved A\nAP309 storageMoved B")
        #expect(try Stage.between(old, other).rows(from: rows).keys("B", "a") == [.integer(3), .integer(1), .null])
        #expect(Stage.between(old, other, accept: "B.a").reasons == ["AP403 B.a"])
    }

    @Test func aRenameThatMovesThePairs() throws {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "A", inverse: "bs"))
        )
        let new = schema(
            .of("Z", was: "A", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "Z", inverse: "bs"))
        )
        #expect(report(old, new) == "AP104 entityRenamed Z\nAP309 storageMoved Z\nAP309 storageMoved B")
        let rows: Rows = [
            .objects("A"): [row(1), row(2)], .objects("B"): [row(8), row(9)],
            .joinTable(ElementPath("A", "bs")): pairs((1, 8), (1, 9), (2, 9)),
        ]
        #expect(try Stage.between(old, new).rows(from: rows).joinTable("B", "cs") == ["8-1", "9-1", "9-2"])
        var pinned: Schema = new
        pinned.entities[0].relationships[0].holdsKey = true
        #expect(report(old, pinned) == "AP104 entityRenamed Z")
        // A new inverse may take the pairs over.
        let lone = schema(.of("Z", Relationship.toMany("bs", "B")), .of("B"))
        let paired = schema(
            .of("Z", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "Z", inverse: "bs"))
        )
        #expect(Stage.between(lone, paired).refusals.isEmpty)
        let before: Rows = [
            .objects("Z"): [row(1)], .objects("B"): [row(8)], .joinTable(ElementPath("Z", "bs")): pairs((1, 8)),
        ]
        #expect(try Stage.between(lone, paired).rows(from: before).joinTable("B", "cs") == ["8-1"])
    }
}
