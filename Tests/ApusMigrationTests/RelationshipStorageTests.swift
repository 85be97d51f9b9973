import ApusMigration
import ApusSchema
import Testing

/// References stay where they are kept, or their move is refused.
@Suite struct RelationshipStorageTests {
    @Test func cardinality() {
        let (one, many) = (
            schema(.of("A", toOne("b", "B")), .of("B")), schema(.of("A", Relationship.toMany("b", "B")), .of("B"))
        )
        #expect(
            report(one, many) == """
                AP305 cardinalityChanged A refused
                error: 'A.b' changes from to-one to to-many [AP305]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.b]'
                """
        )
        #expect(report(many, one).contains("error: 'A.b' changes from to-many to to-one [AP305]"))
        #expect(report(many, one, accept: "A.b") == "AP301 relationshipAdded A\nAP302 relationshipRemoved A accepted")
        // One side of a pair changes: the other side's references are not kept where they were.
        let pair = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let pairs = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", Relationship.toMany("a", "A", inverse: "bs"))
        )
        #expect(
            report(pair, pairs) == """
                AP309 storageMoved A refused
                AP305 cardinalityChanged B refused
                error: the references of 'A.bs' would have to be stored in another way [AP309]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.bs]'
                error: 'B.a' changes from to-one to to-many [AP305]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [B.a]'
                """
        )
    }

    @Test func destinations() {
        let old = schema(.of("A", toOne("b", "B")), .of("B"), .of("C"))
        #expect(
            report(old, schema(.of("A", toOne("b", "C")), .of("B"), .of("C"))) == """
                AP306 destinationChanged A refused
                error: 'A.b' led to 'B' and now leads to 'C' [AP306]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.b]'
                """
        )
        // The entity's new name is no other destination; under its old name is another entity.
        #expect(report(old, schema(.of("A", toOne("b", "D")), .of("D", was: "B"), .of("C"))) == "AP104 entityRenamed D")
        let swapped = schema(.of("A", toOne("b", "B")), .of("B", was: "C"), .of("C", was: "B"))
        #expect(
            Stage.between(old, swapped).refusals.map(\.message) == [
                "'A.b' led to 'B', which is 'C' now, and leads to another 'B'"
            ]
        )
        let replaced = schema(.of("A", toOne("b", "B")), .of("B", was: "C"))
        #expect(
            Stage.between(old, replaced, accept: "B").refusals.map(\.message) == [
                "'A.b' led to 'B', which is gone, and leads to another 'B'"
            ]
        )
    }

    @Test func theFarEndIsGone() {
        let old = schema(
            .of("A", toOne("b", "B"), toOne("c", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "c"))
        )
        let new = schema(.of("A"))
        #expect(Stage.between(old, new).refusals.map(\.path.description) == ["A.b", "A.c", "B"])
        // The word for an entity is one for its references, seen from either side; not for those that only lead to it.
        #expect(Stage.between(old, new, accept: "B").refusals.map(\.path.description) == ["A.b"])
        let stage: Stage = .between(old, new, accept: "B", "A.b")
        #expect(stage.refusals.isEmpty && stage.losses.map(\.description) == ["A.b", "B"])
    }

    @Test func optionalityAndDeleteRule() {
        let old = schema(.of("A", toOne("b", "B"), Relationship.toOne("c", "B")), .of("B"))
        let new = schema(
            .of("A", Relationship.toOne("b", "B"), Relationship.toOne("c", "B", isOptional: true, deleteRule: .deny)),
            .of("B")
        )
        #expect(
            report(old, new) == """
                AP207 becameRequired A refused
                AP308 deleteRuleChanged A
                AP206 becameOptional A
                error: 'A.b' becomes required, but nothing says where it leads to from the rows without one [AP207]
                  help: leave it optional: 'optional: true'
                """
        )
        #expect(Stage.between(old, new).text.contains("  ~ c                             delete rule nullify → deny\n"))
    }

    @Test func oneSideThatNarrowsGivesUpBothWhateverTheOrder() {
        let a = Entity.of("A", Relationship.toMany("bs", "B", inverse: "a"))
        let b = Entity.of("B", toOne("a", "A", inverse: "bs"))
        let narrowA = Entity.of("A", toOne("b", "B", inverse: "a", was: "bs"))
        let narrowB = Entity.of("B", toOne("a", "A", inverse: "b", holdsKey: true))
        // The key that stays in place may be shared, which one-to-one does not allow: it is given up with the other side.
        for (old, new) in [(schema(a, b), schema(narrowA, narrowB)), (schema(b, a), schema(narrowB, narrowA))] {
            #expect(Stage.between(old, new).refusals.map(\.code).contains("AP305"))
            for side in ["A.bs", "B.a"] {
                let stage: Stage = .between(old, new, accept: side)
                #expect(stage.refusals.isEmpty && stage.losses.count == 1)
                #expect(stage.matching.newer(ElementPath("B", "a")) == nil)
            }
        }
    }

    @Test func aRenameThatMovesTheKey() {
        let old = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        let new = schema(.of("Z", was: "A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "Z", inverse: "b")))
        #expect(
            report(old, new) == """
                AP104 entityRenamed Z
                AP309 storageMoved Z refused
                AP309 storageMoved B refused
                error: the references of 'Z.b' would move to its other side [AP309]
                  help: add 'holdsKey: true' to 'Z.b', the side that has held them so far
                error: the references of 'B.a' would move to its other side [AP309]
                  help: add 'holdsKey: true' to 'Z.b', the side that has held them so far
                """
        )
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
        #expect(Stage.between(required, old).refusals.map(\.code) == ["AP309", "AP309"])
        let moved = schema(
            .of("A", toOne("b", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "b", holdsKey: true))
        )
        #expect(
            Stage.between(old, moved).refusals.first?.help == [
                "add 'holdsKey: true' to 'A.b', the side that has held them so far, and remove it from 'B.a'"
            ]
        )
        // Given up, the references of both sides are.
        #expect(Stage.between(old, moved, accept: "B.a").report.hasPrefix("AP301 relationshipAdded A"))
    }

    @Test func aRenameThatMovesThePairs() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "A", inverse: "bs"))
        )
        let new = schema(
            .of("Z", was: "A", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "Z", inverse: "bs"))
        )
        let help = "add 'holdsKey: true' to 'Z.bs', the side that has held them so far"
        #expect(Stage.between(old, new).refusals.map(\.help) == [[help], [help]])
        var pinned: Schema = new
        pinned.entities[0].relationships[0].holdsKey = true
        #expect(report(old, pinned) == "AP104 entityRenamed Z")
        // A new inverse must not take the pairs over either.
        let lone = schema(.of("Z", Relationship.toMany("bs", "B")), .of("B"))
        let paired = schema(
            .of("Z", Relationship.toMany("bs", "B", inverse: "cs")),
            .of("B", Relationship.toMany("cs", "Z", inverse: "bs"))
        )
        #expect(Stage.between(lone, paired).refusals.map(\.help) == [[help]])
    }
}
