import ApusMigration
import ApusSchema
import ApusStore
import ApusTestSupport
import Testing

/// A direct mapping makes of a store what the naive interpreter makes of the two schemas, and is refused exactly if a
/// migration is.
@Suite struct DirectMappingTests {
    @Test("A direct way = the naive interpreter on its two schemas, on real files", arguments: LawSeeds.seeds(24))
    func law(seed: UInt64) throws {
        // Not every history has a direct way that the interpreter knows.
        for round in UInt64(0)..<20 where try isChecked(HistoryGenerator.history(seed: seed &+ round << 32), seed) {
            return
        }
        Issue.record("no history of seed \(seed) has a direct way that can be checked")
    }

    /// Checks a history's direct way; `false` if it has none that the interpreter knows.
    private func isChecked(_ history: GeneratedHistory, _ seed: UInt64) throws -> Bool {
        let end = history.schemas.count - 1
        guard end > 1 else { return false }
        let (from, to) = (GeneratedHistory.version(0), GeneratedHistory.version(end))
        // The interpreter reads names of two schemas, and not what lies between them.
        let (older, newer) = (Reading(history.schemas[0]), Reading(history.schemas[end]))
        let wishes = StageDraft(newer.schema, SplitMix64(seed: seed), near: [], lastNumber: 0)
        guard let migration = Settler.migration(older, newer, wishes, from: 0) else { return false }
        var mapping = Mapping(from: from, to: to, migration.mapping.lines)
        let dump = RowGenerator.dump(seed: seed, schema: history.schemas[0])
        let others: [Mapping] = history.stages.map(\.mapping)
        for _ in 0..<2 {
            let planner = Planner(history: history.history, mappings: others + [mapping])
            let stage: Stage = try #require(try planner.directStage(from: from, to: to))
            let alone = Stage(
                from: history.schemas[0],
                to: history.schemas[end],
                from: .version(from),
                to: .version(to),
                mapping: mapping
            )
            // What was called otherwise in between is the same element to the history only.
            guard stage.changes == alone.changes else { return false }
            let isRefused = !stage.refusals.isEmpty
            let outcome = Result { try StoreExecutor.direct(mapping, history, dump, from: 0, to: end) }
            if isRefused {
                guard case .failure(let error as StoreError) = outcome, case .planning(.refused) = error.reason else {
                    Issue.record("not refused: \(outcome)\n\(history.story())")
                    return true
                }
                for line in stage.refusals.flatMap(\.mappingLines) where line.key == .differs { mapping.add(line) }
                continue
            }
            let expected = Law.Outcome {
                try NaiveInterpreter.migrate(dump, from: older.schema, to: newer.schema, migration.mapping)
            }
            switch (expected, Law.Outcome { try outcome.get() }) {
            case (.content(let one), .content(let other)):
                if let difference = one.firstDifference(to: other) {
                    Issue.record("\(difference)\n\(mapping.lines)\n\(history.story())")
                }
            case (.stopped, .stopped): break
            case (let one, let other): Issue.record("\(one), but \(other)\n\(mapping.lines)\n\(history.story())")
            }
            return true
        }
        Issue.record("refused although all differences are listed\n\(history.story())")
        return true
    }
}
