import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Back to an older version: the way there seen from its end, with what the mapping of the way back says.
@Suite struct BackwardsTests {
    private func plan(_ schemas: [Schema], _ mappings: [Mapping] = [], from: Int, to: Int) throws -> Plan {
        try Planner(history: .of(schemas), mappings: mappings).plan(
            from: StoreState(version: Schema.Version(from), schema: schemas[from - 1]),
            to: .version(Schema.Version(to))
        )
    }

    private func reasons(_ schemas: [Schema], _ mappings: [Mapping] = [], from: Int, to: Int) -> [String] {
        do {
            _ = try plan(schemas, mappings, from: from, to: to)
            return []
        } catch {
            guard case .refused(let stages)? = error as? PlanningError else { return ["\(error)"] }
            return stages.flatMap { stage in stage.reasons.map { "\(stage.from)-\(stage.to) \($0)" } }
        }
    }

    private let schemas: [Schema] = [
        schema(.of("A", Attribute("a", .int16))),
        schema(.of("B", was: "A", Attribute("b", .int16, originalName: "a"))),
        schema(.of("B", Attribute("b", .int32), Attribute("c", .bool, isOptional: true))),
    ]

    @Test("Renames are undone, and the values with them are where they were") func renames() throws {
        let plan: Plan = try plan(schemas, from: 2, to: 1)
        #expect(plan.stages.map { "\($0.from)-\($0.to)" } == ["2-1"])
        #expect(plan.stages[0].lines == ["entityRenamed A", "attributeRenamed A.a"])
        let rows: Rows = [.objects("B"): [row(1, ["b": .integer(5)])]]
        #expect(try plan.rows(from: rows) == [.objects("A"): [row(1, ["a": .integer(5)])]])
    }

    @Test("What came is lost, and what got wider may not fit, unless the way back says what then") func losses() throws
    {
        #expect(reasons(schemas, from: 3, to: 1) == ["3-2 AP205 B.b", "3-2 AP202 B.c"])
        // The mapping of the way there is none of the way back.
        #expect(
            !reasons(schemas, [.of(from: 2, to: 3, accept: ["B.c"], convert: ["B.b": "exact"])], from: 3, to: 2).isEmpty
        )
        let back: Mapping = .of(from: 3, to: 2, accept: ["B.c"], convert: ["B.b": "exact"])
        #expect(reasons(schemas, [back], from: 3, to: 1) == [])
        let plan: Plan = try plan(schemas, [back], from: 3, to: 1)
        #expect(plan.stages.map { "\($0.from)-\($0.to)" } == ["3-2", "2-1"] && plan.passes.count == 1)
        #expect(plan.target.version == Schema.Version(1))
        let rows: Rows = [.objects("B"): [row(1, ["b": .integer(5), "c": .integer(1)])]]
        #expect(try plan.rows(from: rows) == [.objects("A"): [row(1, ["a": .integer(5)])]])
        let tooLarge: Rows = [.objects("B"): [row(1, ["b": .integer(40_000), "c": .null])]]
        #expect(throws: (any Error).self) { try plan.rows(from: tooLarge) }
    }

    @Test("What was lost on the way comes back as new") func lostOnTheWay() throws {
        let two: [Schema] = [
            schema(.of("A", Attribute("a", .int16), Attribute("b", .string)), .of("C")),
            schema(.of("A", Attribute("a", .int16))),
        ]
        let there: Mapping = .of(from: 1, to: 2, accept: ["A.b", "C"])
        #expect(reasons(two, [there], from: 2, to: 1) == ["2-1 AP201 A.b"])
        let back: Mapping = .of(from: 2, to: 1, fill: ["A.b": "new"])
        let after: Rows = try plan(two, [there, back], from: 2, to: 1).rows(from: [
            .objects("A"): [row(1, ["a": .integer(1)])]
        ])
        #expect(after == [.objects("A"): [row(1, ["a": .integer(1), "b": .text("new")])], .objects("C"): []])
        // A line that the way back does not need is a mistake there as well.
        let needless: Mapping = .of(from: 2, to: 1, accept: ["A.a"], fill: ["A.b": "new"])
        #expect(reasons(two, [needless], from: 2, to: 1) == ["2-1 AP403 A.a"])
        // A fill counts where nothing else differs too.
        let optional: [Schema] = [
            schema(.of("A", Attribute("a", .int16, isOptional: true)), .of("B")),
            schema(
                .of("A", Attribute("a", .int16, isOptional: true)),
                .of("B", Attribute("b", .bool, isOptional: true))
            ),
        ]
        let filling: Mapping = .of(from: 2, to: 1, accept: ["B.b"], fill: ["A.a": "3"])
        let filled: Rows = try plan(optional, [filling], from: 2, to: 1).rows(from: [
            .objects("A"): [row(1, ["a": .null])]
        ])
        #expect(filled.values("A", "a") == [.integer(3)])
    }

    @Test("A swap is undone by a swap") func swaps() throws {
        let two: [Schema] = [
            schema(.of("A", Attribute("x", .int16), Attribute("y", .int16))),
            schema(.of("A", Attribute("x", .int16, originalName: "y"), Attribute("y", .int16, originalName: "x"))),
        ]
        let rows: Rows = [.objects("A"): [row(1, ["x": .integer(1), "y": .integer(2)])]]
        let there: Rows = try plan(two, from: 1, to: 2).rows(from: rows)
        #expect(there.values("A", "x") == [.integer(2)])
        #expect(try plan(two, from: 2, to: 1).rows(from: there) == rows)
    }

    @Test("Whose name another one had in between comes back empty") func namesInBetween() throws {
        let two: [Schema] = [
            schema(
                .of("A", Relationship.toMany("tags", "Tag")),
                .of("C", Relationship.toMany("tags", "Tag")),
                .of("Tag")
            ),
            schema(.of("C", was: "A", Relationship.toMany("tags", "Tag")), .of("Tag")),
        ]
        let rows: Rows = [
            .objects("C"): [row(1)], .objects("Tag"): [row(5)], .joinTable(ElementPath("C", "tags")): pairs((1, 5)),
        ]
        let after: Rows = try plan(two, [.of(accept: ["C"])], from: 2, to: 1).rows(from: rows)
        #expect(after.joinTable("A", "tags") == ["1-5"] && after.joinTable("C", "tags") == [])
        #expect(after[.objects("A")] == [row(1)] && after[.objects("C")] == [])
    }

    @Test("There and back over random histories, what never went away is as it was", arguments: TestScale.seeds(15))
    func thereAndBack(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, versions: 4)
        let planner: Planner = history.planner
        for (number, stage) in try planner.stages().enumerated() {
            let (first, second) = (history.schemas[number], history.schemas[number + 1])
            let error: PlanningError?
            do {
                _ = try planner.plan(
                    from: StoreState(version: Schema.Version(number + 2), schema: second),
                    to: .version(Schema.Version(number + 1))
                )
                error = nil
            } catch let found { error = found }
            // Only what cannot be inferred is in the way, and never a claim of names.
            if case .refused(let stages)? = error {
                #expect(
                    stages.count == 1 && !stages[0].reasons.contains { $0.hasPrefix("AP40") },
                    "\(stages[0].reasons)"
                )
                #expect(stages[0].matching.older.schema == second && stages[0].matching.newer.schema == first)
            } else if let error {
                Issue.record("\(error)")
            }
            for entity in first.entities {
                let path = ElementPath(entity.name)
                #expect(stage.matching.inverted.older(path) == stage.matching.newer(path))
            }
        }
    }
}
