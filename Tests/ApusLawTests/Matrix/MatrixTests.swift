import ApusSchema
import Testing

/// *fused = stepwise = naive* over the whole model, for every edit after every other one.
@Suite struct MatrixTests {
    @Test(.timeLimit(.minutes(60)))
    func matrix() async {
        let budget: MatrixBudget = .environment()
        let run = MatrixRun(edits: MatrixEdit.all, oracles: [.product], budget: budget)
        let report = MatrixReport(edits: MatrixEdit.all, cells: await run.cells())
        print("seed \(budget.seed): \(report.text)\ncells by what data they met: \(report.edgeCounts)")
        for cell in report.empty {
            Issue.record("nothing hit the cell \(cell.first), then \(cell.second)")
        }
        if budget.only == nil, budget.edit == nil {
            // A small share has too few cells for each edit to meet all kinds of data.
            for missed in report.missedEdges where budget.share <= 8 {
                Issue.record("'\(missed.edit)' met no data of the kind '\(missed.edge)'")
            }
            for edge in DataEdge.allCases where report.cellCount(edge) == 0 {
                Issue.record("no edit met data of the kind '\(edge)'")
            }
        }
        for breach in report.breaches { Issue.record("APUS_LAW_SEED=\(budget.seed) APUS_MATRIX_CELL: \(breach)") }
    }

    @Test func everyEditHasANameOfItsOwn() {
        #expect(Set(MatrixEdit.all.map(\.name)).count == MatrixEdit.all.count)
    }

    // MARK: The law's own test: it finds what migrators get wrong.

    /// The breaches of a migrator that is the naive interpreter but for one thing.
    private func breaches(
        _ migrate: @escaping @Sendable (MatrixHistory, World) -> WorldOracle.Outcome
    ) async -> [String] {
        let oracle = WorldOracle(
            // What is broken on purpose needs no smallest example, which takes longer than all else.
            isCheap: false,
            prepare: { history in
                { from, to, world in
                    guard from == 0, to == history.migrations.count else { return [] }
                    return [("broken", migrate(history, world))]
                }
            },
            refusal: { NaiveMigration($0, $1, $2).refusals.first?.description }
        )
        let names: Set<String> = [
            "attribute renamed", "relationship ordered", "type converted strictly", "case removed",
        ]
        let edits: [MatrixEdit] = MatrixEdit.all.filter { names.contains($0.name) }
        let run = MatrixRun(edits: edits, oracles: [oracle], budget: MatrixBudget(seconds: 0, seed: 5))
        return MatrixReport(edits: edits, cells: await run.cells()).breaches
    }

    @Test func theNaiveInterpreterKeepsTheLaw() async {
        #expect(await breaches { $0.naively(from: 0, to: $0.migrations.count, $1).outcome } == [])
    }

    @Test func aLostOrderIsFound() async {
        let found: [String] = await breaches { history, world in
            guard case .world(var made) = history.naively(from: 0, to: history.migrations.count, world).outcome else {
                return .stopped("")
            }
            for (kind, objects) in made.objects {
                made.objects[kind] = objects.mapValues { object in
                    WorldObject(values: object.values, references: object.references.mapValues { $0.sorted() })
                }
            }
            return .world(made)
        }
        #expect(found.contains { $0.contains("should lead to") })
    }

    @Test func aChangedValueIsFound() async {
        let found: [String] = await breaches { history, world in
            guard case .world(var made) = history.naively(from: 0, to: history.migrations.count, world).outcome else {
                return .stopped("")
            }
            for (kind, objects) in made.objects {
                made.objects[kind] = objects.mapValues { object in
                    let values: [[String]: StoredValue] = object.values.mapValues { value in
                        if case .text(let text) = value { .text(String(text.prefix { $0 != "\u{0}" })) } else { value }
                    }
                    return WorldObject(values: values, references: object.references)
                }
            }
            return .world(made)
        }
        #expect(found.contains { $0.contains("broken: ") && $0.contains("should be text") })
    }

    @Test func whoNeverStopsIsFound() async {
        let found: [String] = await breaches { history, world in
            let outcome: WorldOracle.Outcome = history.naively(from: 0, to: history.migrations.count, world).outcome
            if case .stopped = outcome { return .world(World(emptyFor: history.readings[history.readings.count - 1])) }
            return outcome
        }
        #expect(found.contains { $0.contains("should have stopped") })
    }
}
