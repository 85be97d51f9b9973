import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation

@testable import ApusStore

extension WorldOracle {
    /// The executor: on real files, all stages fused and stage by stage; fused by every rule that chooses the ways of
    /// tables, of which each history has one.
    static let store = WorldOracle(
        isCheap: false,
        sources: NaiveInterpreter.sources,
        prepare: { history in
            { from, to, world in
                let rules: [TableStrategy.Rule] = TableStrategy.Rule.allCases
                let rule: TableStrategy.Rule = rules[Int(history.seed % UInt64(rules.count))]
                let fused: (String, Outcome) = (
                    "store, fused, \(rule.rawValue)", StoreRun(history, from, to, rule).outcome(world, [to])
                )
                guard to - from > 1 else { return [fused] }
                return [("store, stepwise", StoreRun(history, from, to).outcome(world, Array(from + 1...to))), fused]
            }
        },
        // That of the planner, which the product oracle looks at.
        refusal: { NaiveMigration($0, $1, $2).refusals.first?.description }
    )
}

/// Worlds in real stores, migrated by the executor.
struct StoreRun {
    private let history: MatrixHistory
    private let from: Int
    private let to: Int
    private let planner: Planner
    private let rule: TableStrategy.Rule

    init(_ history: MatrixHistory, _ from: Int, _ to: Int, _ rule: TableStrategy.Rule = .cheapest) {
        self.rule = rule
        self.history = history
        self.from = from
        self.to = to
        let entries: [History.Entry] = history.readings.enumerated().map { number, reading in
            History.Entry(Schema.Version(number + 1), reading.schema)
        }
        planner = Planner(
            history: History(model: history.readings[0].schema.model, entries: entries),
            mappings: history.mappings
        )
    }

    /// What a world comes to in a store that is migrated to some versions, one after the other.
    func outcome(_ world: World, _ targets: [Int]) -> WorldOracle.Outcome {
        do {
            return try ScratchFolder.with { folder in
                let url: URL = folder.appendingPathComponent("store.sqlite")
                let reading: Reading = history.readings[from]
                let state = StoreState(version: Schema.Version(from + 1), schema: reading.schema)
                try StoreContent.write(StoreRows(world, reading, .plain), url, state)
                for target in targets {
                    var migrator = Migrator(
                        planner: planner,
                        target: .version(Schema.Version(target + 1)),
                        now: { NaiveInterpreter.moment },
                        seed: { NaiveInterpreter.seed }
                    )
                    migrator.rule = rule
                    migrator.code = MigrationCode(functions: LawFunctions.all)
                    try migrator.migrate(url)
                }
                return try content(url)
            }
        } catch {
            return switch (error as? StoreError)?.reason {
            case .planning(.refused(let stages))?: .refused(ProductPlan.text(stages.flatMap(\.refusals)))
            case .failedValues(let failures)?: stopped(by: failures, world, isStepwise: targets.count > 1)
            case .failedAssertions(let failed)?: .stopped("\(failed.map { "\($0.diagnostic())" })")
            default: .refused("\(error)")
            }
        }
    }

    /// The interpreter knows nothing of uniqueness: where that alone is what stops a store, its worlds must show it.
    private func stopped(by failures: [FailedValues], _ world: World, isStepwise: Bool) -> WorldOracle.Outcome {
        let stopped = WorldOracle.Outcome.stopped("\(failures.map { "\($0.diagnostic())" })")
        let isAllUnique = failures.allSatisfy { if case .uniqueness = $0.requirement { true } else { false } }
        let naive = history.naively(from: from, to: to, world, NaiveInterpreter.sources)
        guard isAllUnique, case .world(let made) = naive.outcome else { return stopped }
        let stages = zip(history.readings[(from + 1)...to], naive.worlds).suffix(isStepwise ? naive.worlds.count : 1)
        return stages.contains { NaiveUniqueness.isBroken(in: $1, $0, NaiveInterpreter.sources) }
            ? .world(made) : stopped
    }

    /// The world that a store holds, which has to be sound, and what it has computed right.
    private func content(_ url: URL) throws -> WorldOracle.Outcome {
        let newest: Reading = history.readings[to]
        let verification: Verification = try Verifier.verify(url)
        let drifts: [Drift] = verification.drifts
        guard verification.damages.isEmpty, drifts.isEmpty else {
            return .refused("the store is not sound: \(verification.damages) \(drifts.map(\.description))")
        }
        let rows: StoreRows = try StoreContent.read(url, newest.schema)
        let world: World = rows.world(newest)
        let wrong: [String] = StoreRows(world, newest, .plain).wronglyComputed(in: rows, newest.schema)
        return wrong.isEmpty ? .world(world) : .refused("wrongly computed: \(wrong.prefix(3))")
    }
}

extension StoreRows {
    /// What other rows of the same objects have computed otherwise.
    fileprivate func wronglyComputed(in others: StoreRows, _ schema: Schema) -> [String] {
        var wrong: [String] = []
        for entity in schema.entities where !entity.isAbstract {
            let extent: Extent = schema.extent(of: entity, inheriting: [entity] + schema.ancestors(of: entity))
            let rows: [StoredValue: Row] = Dictionary(
                (others.extents[extent.name] ?? []).map { ($0[.identity] ?? .null, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for row in extents[extent.name] ?? [] {
                guard let identity = row[.identity], let other = rows[identity] else { continue }
                for member in extent.members where member.isDerived {
                    let (expected, found): (StoredValue?, StoredValue?) = (row[member.field], other[member.field])
                    // The moment of the writing, of whatever type the attribute is, cannot be told.
                    if expected != found, expected != .real(MigrationSources.plain.now) {
                        let (one, two): (String, String) = ("\(expected ?? .null)", "\(found ?? .null)")
                        wrong.append("\(entity.name) \(identity) \(member.field): \(one), not \(two)")
                    }
                }
            }
        }
        return wrong
    }
}
