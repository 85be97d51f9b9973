import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Units of references: split, joined, ordered, made transient, required.
@Suite struct ReferenceRuleTests {
    private func ordered(_ relationship: Relationship) -> Relationship {
        var copy: Relationship = relationship
        copy.isOrdered = true
        return copy
    }

    private func transient(_ relationship: Relationship) -> Relationship {
        var copy: Relationship = relationship
        copy.isTransient = true
        return copy
    }

    @Test("Split, each side keeps all references, its own way round") func split() throws {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(.of("A", Relationship.toMany("bs", "B")), .of("B", toOne("a", "A")))
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty && stage.losses.isEmpty, "\(stage.reasons)")
        let rows: Rows = [
            .objects("A"): [row(1), row(2)],
            .objects("B"): [row(1).leading(["a": 2]), row(2).leading(["a": nil]), row(3).leading(["a": 2])],
        ]
        let after: Rows = try stage.rows(from: rows)
        #expect(
            after.joinTable("A", "bs") == ["2-1", "2-3"] && after.keys("B", "a") == [.integer(2), .null, .integer(2)]
        )
        // The way back unites them where they agree.
        #expect(try Stage.between(new, old).rows(from: after).keys("B", "a") == [.integer(2), .null, .integer(2)])
    }

    @Test("Sides of different relationships do not become one; with the loss of the one they do") func joined() {
        let old = schema(
            .of("A", Relationship.toMany("one", "B", inverse: "x"), Relationship.toMany("two", "B", inverse: "y")),
            .of("B", toOne("x", "A", inverse: "one"), toOne("y", "A", inverse: "two"))
        )
        let new = schema(
            .of("A", Relationship.toMany("one", "B", inverse: "y"), Relationship.toMany("two", "B", inverse: "x")),
            .of("B", toOne("x", "A", inverse: "two"), toOne("y", "A", inverse: "one"))
        )
        #expect(Set(Stage.between(old, new).refusals.map(\.code)) == ["AP307"])
        let settled: Stage = .between(old, new, accept: "A.one", "A.two")
        #expect(settled.refusals.isEmpty, "\(settled.reasons)")
    }

    @Test("A to-one relationship gets a to-one inverse only if no two objects can share one") func oneToOne() throws {
        let many = schema(.of("A", Relationship.toMany("bs", "B")), .of("B"))
        let shared = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let two: Rows = [
            .objects("A"): [row(1), row(2)], .objects("B"): [row(3)],
            .joinTable(ElementPath("A", "bs")): pairs((1, 3), (2, 3)),
        ]
        #expect(throws: EvaluationFailure.self) { try Stage.between(many, shared).rows(from: two) }
        let newest: Stage = .between(many, shared, .of(duplicates: ["B.a": .newest]))
        #expect(try newest.rows(from: two).keys("B", "a") == [.integer(2)])
        // From one to one to many is nothing that could be lost, seen from the side that stays.
        let pair = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        let widened = schema(
            .of("A", Relationship.toMany("b", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "b"))
        )
        let stage: Stage = .between(pair, widened)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 9]), row(2).leading(["b": nil])], .objects("B"): [row(8), row(9)],
        ]
        #expect(try stage.rows(from: rows).keys("B", "a") == [.null, .integer(1)])
        let back: Stage = .between(widened, pair)
        #expect(back.refusals.isEmpty, "\(back.reasons)")
        // The inverse renamed is the same inverse.
        let renamed = schema(
            .of("A", toOne("b", "B", inverse: "owner")),
            .of("B", toOne("owner", "A", inverse: "b", was: "a"))
        )
        #expect(Stage.between(pair, renamed).lines == ["relationshipRenamed B.owner"])
        let other = schema(.of("A", toOne("b", "B", inverse: "owner")), .of("B", toOne("owner", "A", inverse: "b")))
        #expect(Stage.between(pair, other).refusals.isEmpty, "one to one before and after")
    }

    @Test("A set becomes a list in the order of identities; a list keeps its order keys, and loses them if accepted")
    func order() throws {
        let plain = schema(.of("A", Relationship.toMany("bs", "B")), .of("B"))
        let list = schema(.of("A", ordered(.toMany("bs", "B"))), .of("B"))
        let holder = ElementPath("A", "bs")
        let rows: Rows = [
            .objects("A"): [row(1)], .objects("B"): [row(3), row(5)],
            .joinTable(holder): pairs((1, 5), (1, 3)),
        ]
        let stage: Stage = .between(plain, list)
        #expect(stage.lines == ["becameOrdered A.bs"])
        let orderKeys: [Int64: StoredValue] = try orderKeys(stage.rows(from: rows)[.joinTable(holder)] ?? [])
        let (three, five) = (try #require(orderKeys[3]), try #require(orderKeys[5]))
        guard case .integer(let first) = three, case .integer(let second) = five else {
            Issue.record("no order keys: \(orderKeys)")
            return
        }
        #expect(first < second)
        #expect(Stage.between(list, plain).reasons == ["AP312 A.bs"])
        let lost: Stage = .between(list, plain, accept: "A.bs")
        #expect(lost.lines == ["becameUnordered A.bs accepted"] && lost.losses == [ElementPath("A", "bs")])
        var placed: Rows = rows
        placed[.joinTable(holder)] = [
            [.source: .integer(1), .target: .integer(5), .targetOrderKey: .integer(0)],
            [.source: .integer(1), .target: .integer(3), .targetOrderKey: .integer(1)],
        ]
        #expect(try lost.rows(from: placed)[.joinTable(holder)]?.allSatisfy { $0[.targetOrderKey] == nil } == true)
        #expect(try lost.rows(from: placed).joinTable("A", "bs") == ["1-3", "1-5"])
        let renamed = schema(.of("A", ordered(.toMany("cs", "B", originalName: "bs"))), .of("B"))
        #expect(try Stage.between(list, renamed).rows(from: placed).joinTable("A", "cs") == ["1-3@1", "1-5@0"])
    }

    private func orderKeys(_ rows: [Row]) -> [Int64: StoredValue] {
        var orderKeys: [Int64: StoredValue] = [:]
        for row in rows {
            if case .integer(let target)? = row[.target] { orderKeys[target] = row[.targetOrderKey] }
        }
        return orderKeys
    }

    @Test("A list keeps its order keys if its references move from keys to a join table") func orderedKeys() throws {
        let keys = schema(
            .of("A", ordered(.toMany("bs", "B", inverse: "a"))),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let moved = schema(
            .of("A", ordered(.toMany("bs", "B", inverse: "a"))),
            .of("B", Relationship.toMany("a", "A", inverse: "bs"))
        )
        var (one, two) = (row(1).leading(["a": 7]), row(2).leading(["a": 7]))
        (one[.orderKey("a")], two[.orderKey("a")]) = (.integer(4), .integer(2))
        let rows: Rows = [.objects("A"): [row(7)], .objects("B"): [one, two]]
        let stage: Stage = .between(keys, moved)
        #expect(stage.refusals.isEmpty, "\(stage.reasons)")
        #expect(try stage.rows(from: rows).joinTable("A", "bs") == ["7-1@4", "7-2@2"])
        let renamed = schema(
            .of("A", ordered(.toMany("bs", "B", inverse: "home"))),
            .of("B", toOne("home", "A", inverse: "bs", was: "a"))
        )
        let after: Rows = try Stage.between(keys, renamed).rows(from: rows)
        #expect(after[.objects("B")]?.map { $0[.orderKey("home")] } == [.integer(4), .integer(2)])
    }

    @Test("What no store keeps is a loss where it was kept, and new where it was not") func transients() throws {
        let (kept, memory) = (
            schema(.of("A", toOne("b", "B")), .of("B")), schema(.of("A", transient(toOne("b", "B"))), .of("B"))
        )
        #expect(Stage.between(kept, memory).reasons == ["AP212 A.b"])
        let accepted: Stage = .between(kept, memory, accept: "A.b")
        #expect(accepted.lines == ["becameTransient A.b accepted"] && accepted.losses == [ElementPath("A", "b")])
        #expect(Stage.between(memory, kept).lines == ["becameStored A.b"])
        let rows: Rows = [.objects("A"): [row(1)], .objects("B"): [row(1)]]
        #expect(try Stage.between(memory, kept).rows(from: rows).keys("A", "b") == [.null])
        // Nothing says where it leads to: the rows stay as they are.
        let required = schema(.of("A", Relationship.toOne("b", "B")), .of("B"))
        let strict = schema(.of("A", transient(.toOne("b", "B"))), .of("B"))
        #expect(Stage.between(strict, required).lines == ["becameStored A.b"])
        // It may change as it likes in memory.
        let many = schema(.of("A", transient(ordered(.toMany("b", "B")))), .of("B"))
        let set = schema(.of("A", transient(.toMany("b", "B"))), .of("B"))
        #expect(Stage.between(many, set).lines == ["becameUnordered A.b"] && Stage.between(many, set).losses.isEmpty)
        #expect(Stage.between(many, memory).refusals.isEmpty)
        #expect(Stage.between(many, schema(.of("A"), .of("B"))).losses.isEmpty)
        #expect(
            Stage.between(many, schema(.of("A", Attribute("b", .string, isOptional: true)), .of("B"))).refusals.isEmpty
        )
    }

    @Test("A relationship that becomes an attribute is lost, unless the other side keeps what it held") func kinds() {
        let old = schema(
            .of("A", Relationship.toMany("bs", "B", inverse: "a")),
            .of("B", toOne("a", "A", inverse: "bs"))
        )
        let new = schema(
            .of("A", Attribute("bs", .string, isOptional: true)),
            .of("B", toOne("a", "A"))
        )
        let stage: Stage = .between(old, new)
        #expect(stage.refusals.isEmpty && stage.losses.isEmpty, "\(stage.reasons)")
        let lone = schema(.of("A", Relationship.toMany("bs", "B")), .of("B", toOne("a", "A")))
        #expect(Stage.between(lone, new).reasons == ["AP209 A.bs"])
        #expect(Stage.between(lone, new, accept: "A.bs").refusals.isEmpty)
    }

    @Test("New and required, and newly required, is checked if the mapping requires it") func required() throws {
        let optional = schema(.of("A", toOne("b", "B")), .of("B"))
        let required = schema(.of("A", Relationship.toOne("b", "B")), .of("B"))
        let without: Rows = [.objects("A"): [row(1)], .objects("B"): [row(1)]]
        let none = schema(.of("A"), .of("B"))
        #expect(try Stage.between(none, required).rows(from: without).keys("A", "b") == [.null])
        let demanded: Stage = .between(none, required, .of(require: ["A.b"]))
        #expect(throws: EvaluationFailure.self) { try demanded.rows(from: without) }
        #expect(Stage.between(optional, required).lines == ["becameRequired A.b"])
        let checked: Stage = .between(optional, required, .of(require: ["A.b"]))
        #expect(checked.lines == ["becameRequired A.b require: [A.b]"] && checked.isMapped)
        let rows: Rows = [.objects("A"): [row(1).leading(["b": 1])], .objects("B"): [row(1)]]
        #expect(try checked.rows(from: rows) == rows)
        let bad: Rows = [.objects("A"): [row(1).leading(["b": nil])], .objects("B"): [row(1)]]
        #expect(throws: EvaluationFailure.self) { try checked.rows(from: bad) }
        // To many, it is a rule for saving only.
        let (few, many) = (
            schema(.of("A", Relationship.toMany("b", "B", isOptional: true)), .of("B")),
            schema(.of("A", Relationship.toMany("b", "B", isOptional: false)), .of("B"))
        )
        #expect(Stage.between(few, many).lines == ["becameRequired A.b"])
    }

    @Test("Led one way, and its own inverse from now on, is refused; the other way round every pair stays")
    func ownInverse() throws {
        let one = schema(.of("A", Relationship.toMany("friends", "A")))
        let both = schema(.of("A", Relationship.toMany("friends", "A", inverse: "friends")))
        #expect(Stage.between(one, both).reasons == ["AP307 A.friends"])
        let rows: Rows = [
            .objects("A"): [row(1), row(2)], .joinTable(ElementPath("A", "friends")): pairs((1, 2)),
        ]
        #expect(try Stage.between(both, one).rows(from: rows).joinTable("A", "friends")?.contains("1-2") == true)
    }

    @Test("References over stages: dropped where an object of them goes, turned, moved and turned again") func fused()
        throws
    {
        let pair = schema(.of("A", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        let moved = schema(
            .of("Z", was: "A", toOne("b", "B", inverse: "a")),
            .of("B", toOne("a", "Z", inverse: "b"))
        )
        let back = schema(.of("A", was: "Z", toOne("b", "B", inverse: "a")), .of("B", toOne("a", "A", inverse: "b")))
        let many = schema(.of("A", Relationship.toMany("b", "B")), .of("B"))
        let schemas: [Schema] = [pair, moved, back, many]
        let plan: Plan = try Planner(history: .of(schemas), mappings: [])
            .plan(from: StoreState(version: Schema.Version(1), schema: pair))
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 9]), row(2).leading(["b": nil]), row(3).leading(["b": 8])],
            .objects("B"): [row(7), row(8), row(9)],
        ]
        // What was turned has a computed key, which no index finds.
        #expect(plan.passes.count == 1)
        #expect(try plan.rows(from: rows).joinTable("A", "b") == ["1-9", "3-8"])
        #expect(exact(try plan.rows(from: rows)) == exact(try plan.stepwise(rows)))
    }
}
