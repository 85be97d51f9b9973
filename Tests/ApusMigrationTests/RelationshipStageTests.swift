import ApusMigration
import ApusSchema
import Testing

/// Each kind of change of relationships: a reference is never lost without a word, nor made up.
@Suite struct RelationshipStageTests {
    @Test func added() {
        let old = schema(.of("A"), .of("B"))
        #expect(
            report(
                old,
                schema(
                    .of("A", toOne("b", "B"), Relationship.toMany("bs", "B"), Relationship.toOne("c", "B")),
                    .of("B")
                )
            ) == """
                AP301 relationshipAdded A
                AP301 relationshipAdded A
                AP301 relationshipAdded A refused
                error: 'A.c' is new and required, but nothing says where it leads to from the rows that exist [AP301]
                  help: make it optional: 'optional: true'
                """
        )
    }

    @Test func removedWithItsReferences() {
        let old = schema(.of("A", toOne("b", "B"), Relationship.toMany("bs", "B")), .of("B"))
        let new = schema(.of("A"), .of("B"))
        #expect(
            report(old, new) == """
                AP302 relationshipRemoved A refused
                AP302 relationshipRemoved A refused
                error: 'A.b' is gone, and with it its references [AP302]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.b]'
                error: 'A.bs' is gone, and with it its references [AP302]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.bs]'
                """
        )
        #expect(report(old, new, accept: "A.b", "A.bs").hasSuffix("accepted"))
    }

    @Test func removedWhileTheInverseKeepsTheReferences() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A"), .of("B", toOne("a", "A")))
        #expect(report(old, new) == "AP302 relationshipRemoved A")
        #expect(Stage.between(old, new).losses.isEmpty)
        #expect(
            Stage.between(old, new).text == """
                M: 1 → 2: 1 change, lightweight

                  A
                  - bs                            to many B, its references stay with the inverse

                """
        )
        // And back: the inverse is the other side of the references that are there.
        #expect(report(new, old) == "AP301 relationshipAdded A\nAP307 inverseChanged B")
    }

    @Test func removedFromTheSideThatKeepsTheReferences() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A", Relationship.toMany("bs", "B")), .of("B"))
        #expect(
            report(old, new) == """
                AP309 storageMoved A refused
                AP302 relationshipRemoved B refused
                error: the references of 'A.bs' would have to be stored in another way [AP309]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.bs]'
                error: 'B.a' is gone, and with it its references [AP302]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [B.a]'
                """
        )
        // The two are the same references, so the word for either is the word for both.
        for side in ["A.bs", "B.a"] {
            let stage: Stage = .between(old, new, accept: side)
            #expect(
                stage.report == """
                    AP301 relationshipAdded A
                    AP302 relationshipRemoved A accepted
                    AP302 relationshipRemoved B accepted
                    """
            )
            #expect(stage.losses == [ElementPath("A", "bs")], "told once")
        }
    }

    @Test func bothSidesRenamedWithTheirEntities() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(
            .of("X", was: "A", Relationship.toMany("ys", "Y", inverse: "x", originalName: "bs")),
            .of("Y", was: "B", toOne("x", "X", inverse: "ys", was: "a"))
        )
        #expect(
            report(old, new) == """
                AP104 entityRenamed X
                AP304 relationshipRenamed X
                AP104 entityRenamed Y
                AP304 relationshipRenamed Y
                """
        )
    }

    @Test func anotherInverseOfTheSideThatHoldsTheKeyLosesNothing() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(
            .of("A", Relationship.toMany("cs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "cs"))
        )
        let changes: String = """
            AP301 relationshipAdded A
            AP302 relationshipRemoved A
            AP307 inverseChanged B
            """
        #expect(report(old, new) == changes)
        // The loss of what goes may be accepted, and still nothing is lost.
        #expect(report(old, new, accept: "A.bs") == changes)
        // Several rows may share a key, which a one-to-one does not allow.
        let oneToOne = schema(
            .of("A", toOne("cs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "cs"))
        )
        #expect(report(old, oneToOne).contains("'B.a' becomes one side of a one-to-one relationship"))
    }

    @Test func anInverseThatIsAnotherOrLikelyRenamed() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "c")),
            .of("B", toOne("c", "A", inverse: "bs"))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                AP301 relationshipAdded B
                AP302 relationshipRemoved B refused
                error: 'A.bs' had the inverse 'B.a' and now has 'B.c', which is not the same one renamed [AP307]
                  help: if 'B.c' is 'B.a' renamed, add 'originalName: a' to it
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.bs]'
                error: 'c' is new and 'a' is gone: a rename? [AP203]
                  help: add 'originalName: a', or accept the loss in Migrations/M/1-2.yaml: 'accept: [B.a]'
                """
        )
        // Given up, the references of both sides are.
        #expect(
            report(old, new, accept: "A.bs") == """
                AP301 relationshipAdded A
                AP302 relationshipRemoved A accepted
                AP301 relationshipAdded B
                AP302 relationshipRemoved B accepted
                """
        )
    }

    @Test func independentOnesDoNotBecomeInverses() {
        let old = schema(.of("A", Relationship.toMany("bs", "B")), .of("B", toOne("a", "A")))
        let new = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                AP307 inverseChanged B refused
                error: 'A.bs' and 'B.a' were independent and are now each other's inverse [AP307]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.bs]'
                error: 'B.a' and 'A.bs' were independent and are now each other's inverse [AP307]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [B.a]'
                """
        )
        // Without the to-many side's pairs the to-one side's keys are those of both.
        #expect(
            report(old, new, accept: "A.bs") == """
                AP301 relationshipAdded A
                AP302 relationshipRemoved A accepted
                AP307 inverseChanged B
                """
        )
        // The keys given up, the pairs would have to become keys.
        #expect(Stage.between(old, new, accept: "B.a").refusals.map(\.code) == ["AP309"])
    }

    @Test func oneWayDoesNotBecomeItsOwnInverse() {
        let (old, new) = (
            schema(.of("A", Relationship.toMany("friends", "A"))),
            schema(.of("A", Relationship.toMany("friends", "A", inverse: "friends")))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                error: 'A.friends' led one way and is now its own inverse [AP307]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.friends]'
                """
        )
        // The other way round every pair stays that was there.
        #expect(report(new, old) == "AP307 inverseChanged A")
    }

    @Test func sharedReferencesDoNotBecomeOneToOne() {
        let old = schema(.of("A", toOne("b", "B")), .of("B"))
        let new = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                AP301 relationshipAdded B
                error: 'A.b' becomes one side of a one-to-one relationship, but several objects may share one so far [AP307]
                  help: to give up the values so far, write in Migrations/M/1-2.yaml: 'accept: [A.b]'
                """
        )
        #expect(report(new, old) == "AP302 relationshipRemoved B")
    }
}
