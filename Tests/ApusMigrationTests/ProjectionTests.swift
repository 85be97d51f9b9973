import ApusMigration
import ApusSchema
import Foundation
import Testing

/// How tables are made over many stages: fused = stepwise, without growing with the stages.
@Suite struct ProjectionTests {
    /// The rows after each stage on its own.
    private func stepwise(_ rows: Tables, _ plan: Plan) -> Tables {
        plan.stages.reduce(rows) { rows, stage in
            var projection = Projection(identity: Layout(stage.old))
            projection.append(stage)
            return projection.rows(from: rows)
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func fusedIsStepwise(seed: UInt64) throws {
        var generator = HistoryGenerator(seed: seed, versions: 12)
        try #require(generator.schemas.allSatisfy { $0.validate().isEmpty })
        let rows: Tables = generator.rows()
        let plan: Plan = try generator.planner.plan(
            from: StoreState(version: Schema.Version(1), schema: generator.schemas[0])
        )
        #expect(plan.stages.count == 11)
        #expect(exact(plan.projection.rows(from: rows)) == exact(stepwise(rows, plan)))
        // What the plan says became of an element is what became of its column.
        for match in plan.matching.entities {
            for property in match.properties {
                let table = plan.projection.tables.first { $0.table.origin == .entity(match.new.name) }
                guard let table, case .from(match.old.name, let columns) = table.rows,
                    let index = table.table.columns.firstIndex(where: { $0.name == property.new.name })
                else {
                    Issue.record("no column of '\(match.new.name).\(property.new.name)'")
                    continue
                }
                #expect(plan.projection.columns(of: columns[index]) == [property.old.name])
            }
        }
        for entity in plan.matching.added {
            #expect(plan.projection.tables.first { $0.table.name == entity.name }?.rows == Projection.Rows.none)
        }
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
            return try Planner(history: .of(schemas), mappings: mappings)
                .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0])).projection.graph.count
        }
        let (ten, twenty, forty, eighty) = (try count(10), try count(20), try count(40), try count(80))
        #expect(forty - twenty <= 2 * (twenty - ten) + 4 && eighty - forty <= 2 * (forty - twenty) + 4)
        #expect(eighty <= 80 * 2 + 10)
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
        let plan: Plan = try Planner(history: .of(schemas), mappings: [])
            .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        #expect(plan.stages.count == 89 && plan.projection.graph.count == 3)
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
        let planner = Planner(history: .of([one, two, three]), mappings: [.accepting("A.x", "B", from: 1, to: 2)])
        let plan: Plan = try planner.plan(from: StoreState(version: Schema.Version(1), schema: one))
        let rows: Tables = [
            "A": [
                ["_id": .integer(1), "x": .integer(1), "y": .integer(2)],
                ["_id": .integer(2), "x": .integer(3), "y": .null],
            ], "B": [["_id": .integer(1), "z": .integer(1)]],
        ]
        let expected: Tables = [
            "A": [
                ["_id": .integer(1), "x": .integer(7), "y": .integer(2)],
                ["_id": .integer(2), "x": .integer(7), "y": .integer(8)],
            ], "B": [],
        ]
        #expect(plan.projection.rows(from: rows) == expected)
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
        let plan: Plan = try Planner(history: .of(schemas), mappings: [])
            .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        let rows: Tables = ["A": [["_id": .integer(1), "o": .null], ["_id": .integer(2), "o": .integer(5)]]]
        let expected: Tables = [
            "A": [
                ["_id": .integer(1), "o": .integer(10), "x": .real(1)],
                ["_id": .integer(2), "o": .integer(5), "x": .real(1)],
            ]
        ]
        #expect(plan.projection.rows(from: rows) == expected)
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
        var projection = Projection(identity: Layout(one))
        projection.append(.between(one, two))
        let rows: Tables = ["A": [["_id": .integer(1), "x": .null]]]
        let expected: Tables = ["A": [["_id": .integer(1), "x": .null, "y": .integer(2), "z": .null]]]
        #expect(projection.rows(from: rows) == expected)
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
        var projection = Projection(identity: Layout(one))
        projection.append(.between(one, two))
        let rows: Tables = [
            "A": [["_id": .integer(1), "b": .integer(2)]], "B": [["_id": .integer(2)]],
            "A_bs": [["source": .integer(1), "target": .integer(2)]],
        ]
        let expected: Tables = [
            "X": [["_id": .integer(1), "y": .integer(2)]], "Y": [["_id": .integer(2)]],
            "X_ys": [["source": .integer(1), "target": .integer(2)]], "X_more": [],
        ]
        #expect(projection.rows(from: rows) == expected)
        #expect(projection.tables.map(\.table) == Layout(two).tables && projection.source == Layout(one))
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
        var projection = Projection(identity: Layout(one))
        projection.append(.between(one, two))
        let rows: Tables = ["A": [["_id": .integer(1)]]]
        #expect(
            exact(projection.rows(from: rows)) == [
                "A": [["_id": "integer 1", "x": "text [195, 169]", "y": "text [101, 204, 129]"]]
            ]
        )
    }
}

extension Projection {
    /// The columns that an expression reads.
    fileprivate func columns(of id: ExpressionGraph.ID) -> Set<String> {
        switch graph[id].expression {
        case .column(let name): [name]
        case .literal: []
        case .widened(let inner, _, _): columns(of: inner)
        case .coalesced(let first, let second): columns(of: first).union(columns(of: second))
        }
    }
}
