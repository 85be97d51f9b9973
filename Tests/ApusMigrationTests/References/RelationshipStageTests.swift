import ApusMigration
import ApusSchema
import ApusTestSupport
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
                AP301 relationshipAdded A
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
                error: 'A.b' was removed, and its references would be lost [AP302]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.b]'
                error: 'A.bs' was removed, and its references would be lost [AP302]
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
        // And back: the inverse is the other side of the references that are there.
        #expect(report(new, old) == "AP301 relationshipAdded A\nAP307 inverseChanged B")
    }

    @Test func removedFromTheSideThatKeepsTheReferences() throws {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A", Relationship.toMany("bs", "B")), .of("B"))
        // The other side has them, and keeps them from now on: as pairs.
        #expect(report(old, new) == "AP309 storageMoved A\nAP302 relationshipRemoved B")
        #expect(Stage.between(old, new).losses.isEmpty)
        for side in ["A.bs", "B.a"] { #expect(Stage.between(old, new, accept: side).reasons == ["AP403 \(side)"]) }
        let rows: Rows = [
            .objects("A"): [row(1), row(2)],
            .objects("B"): [row(1).leading(["a": 2]), row(2).leading(["a": nil]), row(3).leading(["a": 2])],
        ]
        #expect(try Stage.between(old, new).rows(from: rows).joinTable("A", "bs") == ["2-1", "2-3"])
    }

    @Test func bothSidesRemoved() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A"), .of("B"))
        #expect(Stage.between(old, new).reasons == ["AP302 A.bs", "AP302 B.a"])
        // The word for either side is one for both, and the loss is told once.
        for side in ["A.bs", "B.a"] {
            let stage: Stage = .between(old, new, accept: side)
            #expect(stage.lines == ["relationshipRemoved A.bs accepted", "relationshipRemoved B.a accepted"])
            #expect(stage.refusals.isEmpty && stage.losses == [ElementPath("A", "bs")])
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

    @Test func anotherInverseOfTheSideThatHoldsTheKeyLosesNothing() throws {
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
        // Nothing is lost, so there is nothing to accept.
        #expect(Stage.between(old, new, accept: "A.bs").reasons == ["AP403 A.bs"])
        // Several rows may share a key, which a one-to-one does not allow: the rows decide.
        let oneToOne = schema(
            .of("A", toOne("cs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "cs"))
        )
        #expect(Stage.between(old, oneToOne).refusals.isEmpty)
        let shared: Rows = [
            .objects("A"): [row(1)], .objects("B"): [row(1).leading(["a": 1]), row(2).leading(["a": 1])],
        ]
        #expect(throws: EvaluationFailure.self) { try Stage.between(old, oneToOne).rows(from: shared) }
        let chosen: Stage = .between(old, oneToOne, .of(duplicates: ["A.cs": .newest]))
        let reduced: Rows = try chosen.rows(from: shared)
        #expect(reduced.keys("A", "cs") == [.integer(2)])
    }

    @Test func aNewInverseOfTheSideThatStaysKeepsTheReferences() throws {
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
                AP307 inverseChanged A
                AP301 relationshipAdded B
                AP302 relationshipRemoved B
                """
        )
        let rows: Rows = [
            .objects("A"): [row(1)], .objects("B"): [row(1).leading(["a": 1]), row(2).leading(["a": nil])],
        ]
        #expect(try Stage.between(old, new).rows(from: rows).keys("B", "c") == [.integer(1), .null])
    }

    @Test func independentOnesBecomeInverses() throws {
        let old = schema(.of("A", Relationship.toMany("bs", "B")), .of("B", toOne("a", "A")))
        let new = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A
                AP309 storageMoved A
                AP307 inverseChanged B
                """
        )
        func rows(_ key: Int64?) -> Rows {
            [
                .objects("A"): [row(1), row(2)], .objects("B"): [row(3).leading(["a": key]), row(4).leading(["a": 2])],
                .joinTable(ElementPath("A", "bs")): [[.source: .integer(1), .target: .integer(3)]],
            ]
        }
        // Both have references, and together no object has two.
        for key: Int64? in [nil, 1] {
            #expect(try Stage.between(old, new).rows(from: rows(key)).keys("B", "a") == [.integer(1), .integer(2)])
        }
        #expect(throws: EvaluationFailure.self) { try Stage.between(old, new).rows(from: rows(2)) }
        let newest: Stage = .between(old, new, .of(duplicates: ["B.a": .newest]))
        #expect(try newest.rows(from: rows(2)).keys("B", "a") == [.integer(2), .integer(2)])
        // Without the to-many side's pairs the to-one side's keys are those of both.
        #expect(
            report(old, new, accept: "A.bs") == """
                AP301 relationshipAdded A
                AP302 relationshipRemoved A accepted
                AP307 inverseChanged B
                """
        )
        #expect(Stage.between(old, new, accept: "B.a").refusals.isEmpty)
        // Two lists that may disagree cannot become one.
        let lists = schema(.of("A", Relationship.toMany("bs", "B")), .of("B", Relationship.toMany("as", "A")))
        let pairs = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "as")),
            .of("B", Relationship.toMany("as", "A", inverse: "bs"))
        )
        #expect(Stage.between(lists, pairs).reasons == ["AP307 A.bs", "AP307 B.as"])
    }

    @Test func oneWayDoesNotBecomeItsOwnInverse() {
        let (old, new) = (
            schema(.of("A", Relationship.toMany("friends", "A"))),
            schema(.of("A", Relationship.toMany("friends", "A", inverse: "friends")))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                error: 'A.friends' pointed one way and is now its own inverse [AP307]
                  help: to discard what 'A.friends' holds, add to Migrations/M/1-2.yaml: 'accept: [A.friends]'
                """
        )
        // The other way round every pair stays that was there.
        #expect(report(new, old) == "AP307 inverseChanged A")
    }

    @Test func aReferenceToOneThatBecomesItsOwnInverseCanBeComputed() {
        let (old, new) = (
            schema(.of("A", toOne("spouse", "A"))), schema(.of("A", toOne("spouse", "A", inverse: "spouse")))
        )
        #expect(
            report(old, new) == """
                AP307 inverseChanged A refused
                error: 'A.spouse' pointed one way and is now its own inverse [AP307]
                  help: to compute the values, add to Migrations/M/1-2.yaml: 'values: { A.spouse: "$source.spouse" }'
                  help: to discard what 'A.spouse' holds, add to Migrations/M/1-2.yaml: 'accept: [A.spouse]'
                """
        )
    }

    @Test func sharedReferencesBecomeOneToOne() throws {
        let old = schema(.of("A", toOne("b", "B")), .of("B"))
        let new = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        #expect(report(old, new) == "AP307 inverseChanged A\nAP301 relationshipAdded B")
        let shared: Rows = [
            .objects("A"): [row(1).leading(["b": 5]), row(2).leading(["b": 5])], .objects("B"): [row(5)],
        ]
        #expect(throws: EvaluationFailure.self) { try Stage.between(old, new).rows(from: shared) }
        let first: Stage = .between(old, new, .of(duplicates: ["B.a": .first]))
        #expect(try first.rows(from: shared).keys("A", "b") == [.integer(5), .null])
        // A line that chooses where there is nothing to choose is needless.
        let never: Stage = .between(new, new, .of(duplicates: ["B.a": .first]))
        #expect(never.reasons == ["AP409 B.a"])
        #expect(report(new, old) == "AP302 relationshipRemoved B")
    }
}
