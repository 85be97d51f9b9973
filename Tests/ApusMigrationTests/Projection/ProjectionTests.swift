import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// How tables are made over many stages: fused = stepwise, without growing with the stages.
@Suite struct ProjectionTests {
    @Test(arguments: TestScale.seeds(50))
    func fusedIsStepwise(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, versions: 12)
        try #require(history.schemas.allSatisfy { $0.validate().isEmpty })
        let rows: Rows = history.rows()
        let plan: Plan = try history.planner.plan(
            from: StoreState(version: Schema.Version(1), schema: history.schemas[0])
        )
        #expect(plan.stages.count == 11)
        let fused = Result { try plan.rows(from: rows) }
        let stepwise = Result { try plan.stepwise(rows) }
        switch (fused, stepwise) {
        case (.success(let fused), .success(let stepwise)): #expect(exact(fused) == exact(stepwise))
        case (.failure, .failure): break
        case (.failure(let error), .success): Issue.record("the fused plan fails alone: \(error)")
        case (.success, .failure(let error)): Issue.record("the steps fail alone: \(error)")
        }
        for entity in plan.matching.added {
            let made = plan.passes.last?.projection.extents[.objects(entity.name)]
            #expect(made?.sources == [], "'\(entity.name)' starts empty")
        }
    }

    @Test("Most random histories go through to the end") func mostSucceed() throws {
        let successes: Int = (UInt64(0)..<100).count { seed in
            let history = HistoryGenerator.history(seed: seed, versions: 12)
            let rows: Rows = history.rows()
            let plan = try? history.planner.plan(
                from: StoreState(version: Schema.Version(1), schema: history.schemas[0])
            )
            return (try? plan?.rows(from: rows)) != nil
        }
        #expect(successes > 40 && successes < 100, "\(successes) of 100")
    }

    /// The plan over all schemas.
    private func plan(_ schemas: [Schema], _ mappings: [Mapping] = []) throws -> Plan {
        try Planner(history: .of(schemas), mappings: mappings)
            .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
    }

    private func graph(_ schemas: [Schema], _ mappings: [Mapping] = []) throws -> ExpressionGraph {
        try plan(schemas, mappings).passes[0].projection.graph
    }

    @Test func theGraphIsLinearInTheStages() throws {
        func count(_ versions: Int) throws -> Int {
            // Becomes optional and required again with another default, and wider, at every turn; and another column is
            // dropped and added.
            let types: [ScalarType] = [.int16, .int32, .int64, .decimal]
            let schemas: [Schema] = (0..<versions).map { number in
                let type: ScalarType = types[min(number * 4 / versions, 3)]
                let value: Value = type == .decimal ? .decimal(Decimal(number)) : .int(Int64(number))
                return schema(
                    .of(
                        "A",
                        Attribute("x", .scalar(type), isOptional: number.isMultiple(of: 2), default: value),
                        Attribute("y\(number)", .int64, default: .int(Int64(number)))
                    )
                )
            }
            let mappings: [Mapping] = (1..<versions).map { .accepting("A.y\($0 - 1)", from: $0, to: $0 + 1) }
            return try graph(schemas, mappings).count
        }
        let (ten, twenty, forty, eighty) = (try count(10), try count(20), try count(40), try count(80))
        #expect(forty - twenty <= 2 * (twenty - ten) + 4 && eighty - forty <= 2 * (forty - twenty) + 4)
        #expect(eighty <= 80 * 2 + 10)
    }

    @Test("A hundred stages that each work on a value make a hundred nodes, each value used twice or not")
    func workIsLinear() throws {
        func made(_ versions: Int) throws -> (count: Int, depth: Int, checks: Int) {
            // Round and round through types of which none gives back what the one before it had.
            let types: [ScalarType] = [.double, .int32, .decimal]
            let names: [String] = ["nearest", "rounded", "exact"]
            let schemas: [Schema] = (0..<versions).map { number in
                let type: AttributeType = .scalar(types[number % 3])
                return schema(.of("A", Attribute("x", type), Attribute("y", type, isOptional: true)))
            }
            let mappings: [Mapping] = (1..<versions).map { number in
                let name: String = names[number % 3]
                return .of(
                    from: number,
                    to: number + 1,
                    convert: name == "exact" ? [:] : ["A.x": name, "A.y": name == "rounded" ? name + "OrNull" : name]
                )
            }
            let projection: Projection = try plan(schemas, mappings).passes[0].projection
            let values = try #require(projection.extents[.objects("A")]?.sources.first?.values)
            let depth: Int = values.map { projection.graph[$0].depth }.max() ?? 0
            return (projection.graph.count, depth, projection.checks.count)
        }
        let (fifty, hundred) = (try made(51), try made(101))
        #expect(hundred.count <= 2 * fifty.count && hundred.count > 100, "\(hundred.count)")
        #expect(hundred.depth == 101)
        #expect(hundred.checks <= 100, "\(hundred.checks)")
    }

    @Test func valuesThatPassThroughCostNothing() throws {
        let schemas: [Schema] = (1...90).map { number in
            schema(
                .of(
                    "A",
                    Attribute("x", .string, default: .string("\(number)")),
                    Attribute("y", .int16, isOptional: true)
                )
            )
        }
        let plan: Plan = try plan(schemas)
        #expect(plan.stages.count == 89 && plan.passes.count == 1 && plan.passes[0].projection.graph.count == 3)
        #expect(plan.passes[0].projection.checks.isEmpty)
    }

    @Test func droppedThenAddedAgain() throws {
        let one = schema(
            .of("A", Attribute("x", .int16), Attribute("y", .int16, isOptional: true)),
            .of("B", Attribute("z", .bool))
        )
        let two = schema(.of("A", Attribute("y", .int16, isOptional: true)))
        let three = schema(
            .of("A", Attribute("x", .int16, default: .int(7)), Attribute("y", .int32, default: .int(8))),
            .of("B", Attribute("z", .bool))
        )
        let plan: Plan = try plan([one, two, three], [.accepting("A.x", "B", from: 1, to: 2)])
        let rows: Rows = [
            .objects("A"): [
                row(1, ["x": .integer(1), "y": .integer(2)]), row(2, ["x": .integer(3), "y": .null]),
            ],
            .objects("B"): [row(1, ["z": .integer(1)])],
        ]
        let after: Rows = try plan.rows(from: rows)
        #expect(after.values("A", "x") == [.integer(7), .integer(7)])
        #expect(after.values("A", "y") == [.integer(2), .integer(8)])
        #expect(after[.objects("B")] == [])
    }

    @Test func theDefaultOfTheStageCounts() throws {
        // Added with 1, which version 3 changes to 2 for new objects only: rows that were there have 1.
        let schemas: [Schema] = [
            schema(.of("A", Attribute("o", .int16, isOptional: true))),
            schema(.of("A", Attribute("o", .int16, default: .int(10)), Attribute("x", .int16, default: .int(1)))),
            schema(
                .of(
                    "A",
                    Attribute("o", .int64, isOptional: true, default: .int(20)),
                    Attribute("x", .double, default: .double(2))
                )
            ),
            schema(.of("A", Attribute("o", .int64, default: .int(30)), Attribute("x", .double, isOptional: true))),
            schema(.of("A", Attribute("o", .int64, default: .int(30)), Attribute("x", .double, default: .double(4)))),
        ]
        let rows: Rows = [.objects("A"): [row(1, ["o": .null]), row(2, ["o": .integer(5)])]]
        let after: Rows = try plan(schemas).rows(from: rows)
        #expect(after.values("A", "o") == [.integer(10), .integer(5)])
        #expect(after.values("A", "x") == [.real(1), .real(1)])
    }

    @Test func optionalAndNewTakesItsDefaultOptionalAndOldKeepsItsNulls() throws {
        let one = schema(.of("A", Attribute("x", .int16, isOptional: true)))
        let two = schema(
            .of(
                "A",
                Attribute("x", .int16, isOptional: true, default: .int(1)),
                Attribute("y", .int16, isOptional: true, default: .int(2)),
                Attribute("z", .int16, isOptional: true)
            )
        )
        let after: Rows = try Stage.between(one, two).rows(from: [.objects("A"): [row(1, ["x": .null])]])
        #expect(after == [.objects("A"): [row(1, ["x": .null, "y": .integer(2), "z": .null])]])
    }

    @Test func keysAndPairsFollowTheirRenames() throws {
        let one = schema(
            .of("A", Relationship.toOne("b", "B", isOptional: true), Relationship.toMany("bs", "B", holdsKey: true)),
            .of("B")
        )
        let two = schema(
            .of(
                "X",
                was: "A",
                Relationship.toMany("ys", "Y", originalName: "bs"),
                Relationship.toOne("y", "Y", isOptional: true, originalName: "b"),
                Relationship.toMany("more", "Y")
            ),
            .of("Y", was: "B")
        )
        let rows: Rows = [
            .objects("A"): [row(1).leading(["b": 2])], .objects("B"): [row(2)],
            .joinTable(ElementPath("A", "bs")): pairs((1, 2)),
        ]
        let expected: Rows = [
            .objects("X"): [row(1).leading(["y": 2])], .objects("Y"): [row(2)],
            .joinTable(ElementPath("X", "ys")): pairs((1, 2)), .joinTable(ElementPath("X", "more")): [],
        ]
        #expect(try Stage.between(one, two).rows(from: rows) == expected)
    }

    @Test func defaultsThatLookAlikeKeepTheirBytes() throws {
        let one = schema(.of("A"))
        let two = schema(
            .of(
                "A",
                Attribute("x", .string, default: .string("é")),
                Attribute("y", .string, default: .string("e\u{301}"))
            )
        )
        let after: Rows = try Stage.between(one, two).rows(from: [.objects("A"): [row(1)]])
        #expect(after.values("A", "x").map(\.exact) == ["text [195, 169]"])
        #expect(after.values("A", "y").map(\.exact) == ["text [101, 204, 129]"])
    }

    @Test("Every extent of the target has a projection, and no other has") func extents() throws {
        for seed in TestScale.seeds(15) {
            let history = HistoryGenerator.history(seed: seed, versions: 8)
            let plan: Plan = try history.planner.plan(
                from: StoreState(version: Schema.Version(1), schema: history.schemas[0])
            )
            for pass in plan.passes {
                let expected = Projection(identity: pass.target.schema)
                #expect(pass.projection.ordered.map(\.extent) == expected.ordered.map(\.extent), "seed \(seed)")
                #expect(Set(pass.projection.extents.keys) == Set(expected.extents.keys), "seed \(seed)")
                for projection in pass.projection.ordered {
                    for source in projection.sources {
                        #expect(source.values.count == projection.extent.members.count)
                    }
                }
            }
        }
    }
}
