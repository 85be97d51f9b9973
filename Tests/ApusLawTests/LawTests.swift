import ApusSchema
import ApusTestSupport
import Synchronization
import Testing

/// *fused = stepwise = naive interpreter* on random histories and rows.
@Suite struct LawTests {
    /// The executor, on real files.
    ///
    /// `fused` and `stepwise` write the dump into a new store of `history.schemas[from]`, migrate it, and read it back.
    /// `history.history` is the history with versions 1 to n; `history.stages[i].mapping` belongs to `i + 1` → `i + 2`.
    static let oracles = Oracles(fused: StoreExecutor.fused, stepwise: StoreExecutor.stepwise)

    @Test(
        "fused = stepwise = naive interpreter, from every version to the newest",
        arguments: LawSeeds.seeds(LawSeeds.usual)
    )
    func law(seed: UInt64) {
        for breach in Law.breaches(of: Self.oracles, seed: seed) { Issue.record("\(breach)") }
    }

    @Test("fused = naive interpreter with hand-made objects on the tables, which are kept or reported")
    func handMade() throws {
        let counts = Mutex<(kept: Int, named: Int)>((0, 0))
        let hung: Oracles.Migrate = StoreExecutor.withHandMade { isKept in
            counts.withLock { if isKept { $0.kept += 1 } else { $0.named += 1 } }
        }
        for seed in LawSeeds.seeds(8) {
            let oracles = Oracles(fused: hung, stepwise: Self.interpreter)
            for breach in Law.breaches(of: oracles, seed: seed) { Issue.record("\(breach)") }
        }
        let (kept, named): (Int, Int) = counts.withLock { $0 }
        print("hand-made objects: \(kept) migrations kept them, \(named) named what they would lose")
        #expect(kept > named / 4 && named > 0)
    }

    @Test("deferred and finished = naive interpreter, with interruptions and writes in between")
    func deferring() throws {
        let counts = Mutex<(some: Int, none: Int)>((0, 0))
        let note: @Sendable (Int) -> Void = { left in
            counts.withLock { if left > 0 { $0.some += 1 } else { $0.none += 1 } }
        }
        let oracles = Oracles(
            fused: StoreExecutor.deferring(isStepwise: false, note),
            stepwise: StoreExecutor.deferring(isStepwise: true, note)
        )
        for seed in LawSeeds.seeds(LawSeeds.usual) {
            for breach in Law.breaches(of: oracles, seed: seed) { Issue.record("\(breach)") }
        }
        let (some, none) = counts.withLock { $0 }
        print("deferred work: \(some) migrations left some, \(none) none")
        #expect(some > none / 20)
    }

    @Test(
        "a stage whose mapping misses a line is refused",
        arguments: LawSeeds.seeds(15)
    )
    func missingLines(seed: UInt64) {
        for stage in Law.unrefusedStages(of: Self.oracles, seed: seed) { Issue.record("\(stage)") }
    }

    // MARK: The law's own test: it finds what executors get wrong.

    private static let interpreter: Oracles.Migrate = { history, dump, from, to in
        try NaiveInterpreter.migrate(dump, through: history, from: from, to: to)
    }

    @Test func interpreterKeepsTheLaw() {
        let oracles = Oracles(fused: Self.interpreter, stepwise: Self.interpreter)
        for seed in UInt64(1)...20 {
            #expect(Law.breaches(of: oracles, seed: seed).isEmpty)
            #expect(Law.unrefusedStages(of: oracles, seed: seed).isEmpty)
        }
    }

    /// A fused executor that compares the first version with the last instead of composing the stages.
    @Test func skippingStagesIsFound() {
        let direct: Oracles.Migrate = { history, dump, from, to in
            guard from < to else { return dump }
            guard to > from + 1 else { return try Self.interpreter(history, dump, from, to) }
            let (older, newer) = (Reading(history.schemas[from]), Reading(history.schemas[to]))
            let wishes = StageDraft(newer.schema, SplitMix64(seed: 1), near: [], lastNumber: 0)
            guard let migration = Settler.migration(older, newer, wishes, from: from) else { return dump }
            return try NaiveInterpreter.migrate(dump, from: older.schema, to: newer.schema, migration.mapping)
        }
        let oracles = Oracles(fused: direct, stepwise: Self.interpreter)
        var breaches: [String] = []
        for seed in UInt64(1)...60 where !breaches.contains(where: { $0.contains("fused: table") }) {
            breaches += Law.breaches(of: oracles, seed: seed)
        }
        #expect(breaches.contains { $0.contains("fused: table") })
        #expect(!breaches.contains { $0.contains("stepwise") })
    }

    @Test func aChangedValueIsFound() throws {
        let broken: Oracles.Migrate = { history, dump, from, to in
            var result = try Self.interpreter(history, dump, from, to)
            for (table, rows) in result.tables {
                for (key, row) in rows {
                    result.tables[table]?[key] = row.mapValues { value in
                        if case .text(let text) = value { .text(String(text.prefix { $0 != "\u{0}" })) } else { value }
                    }
                }
            }
            return result
        }
        let oracles = Oracles(fused: Self.interpreter, stepwise: broken)
        let breaches: [String] = (UInt64(1)...20).flatMap { Law.breaches(of: oracles, seed: $0) }
        let breach: String = try #require(breaches.first)
        #expect(breach.contains("stepwise: table '") && breach.contains("column '") && breach.contains("\nseed "))
    }

    @Test func neverRefusingIsFound() {
        let careless: Oracles.Migrate = { _, dump, _, _ in dump }
        let oracles = Oracles(fused: careless, stepwise: Self.interpreter)
        let found: [String] = (UInt64(1)...20).flatMap { Law.unrefusedStages(of: oracles, seed: $0) }
        #expect(found.contains { $0.contains("fused did not refuse") })
        #expect(!found.contains { $0.contains("stepwise") })
    }
}
