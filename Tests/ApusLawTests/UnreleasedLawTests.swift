import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Stores that an unreleased head made follow the head: refused exactly if the naive interpreter refuses the stage, and
/// with its rows otherwise.
///
/// Of a history of three versions the first is released, the second is the head that made the store, and the third is the
/// head as it is now.
@Suite struct UnreleasedLawTests {
    @Test("From the schema that the store holds, without a head mapping and with one", arguments: LawSeeds.seeds(6))
    func law(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var checked = 0
        for round in UInt64(0)..<12 {
            // Which lines about objects such a store can follow is decided for all of them together, and tested by itself.
            let made: Set<String> = Set(MatrixEdit.origins.map(\.name))
            let edits: [MatrixEdit] = MatrixEdit.all.filter { !made.contains($0.name) }
            guard let first = random.pickAny(edits), let second = random.pickAny(edits),
                let history = MatrixHistory.make(first, second, .twoStages, seed: seed << 8 | round)
            else { continue }
            let written: [Mapping.Line] = history.mappings.flatMap(\.lines)
            // Also with lines that are right for the released version only, and with such as have another value.
            let others: [Mapping.Line] = written.compactMap { line in
                switch line.key {
                case .convert: .convert(line.path, random.pickAny(["rounded", "parsed", "cases", "bytes"]) ?? "")
                case .fill: .fill(line.path, .literal("12,50 EUR"))
                case .accept, .entities, .values, .require, .duplicates, .assert, .differs, .undecided: nil
                }
            }
            for lines in [
                [], history.mappings[1].lines, written, others + written, written.filter { _ in random.chance(50) },
            ] {
                let story = "\(first.name), then \(second.name), with \(lines)\n\(history.story)"
                if let breach = Self.breach(history, lines) { Issue.record("\(breach)\n\(story)") }
                checked += 1
            }
        }
        #expect(checked > 0, "no history of this seed has three versions")
    }

    /// What is wrong with the plan of a store of the second version; `nil` if nothing is.
    private static func breach(_ history: MatrixHistory, _ lines: [Mapping.Line]) -> String? {
        let (made, head) = (history.readings[1], history.readings[2])
        var mapping = Mapping(from: Schema.Version(1), to: nil)
        for line in lines { mapping.add(line) }
        let entry = History.Entry(Schema.Version(1), history.readings[0].schema)
        let planner = Planner(
            history: History(model: head.schema.model, entries: [entry], head: head.schema),
            mappings: [mapping]
        )
        if head.schema.means(entry.schema) || head.schema.means(made.schema) { return nil }
        // What is asserted is about the objects of the released version.
        var decisions: Mapping = mapping
        decisions.remove(mapping[.assert])
        let expected: NaiveMigration = settled(NaiveMigration(made, head, decisions))
        do {
            let plan: Plan = try planner.plan(from: StoreState(version: nil, schema: made.schema), to: .head)
            guard expected.refusals.isEmpty else { return "planned, but to be refused: \(expected.refusals)" }
            return plan.passes.count > 1 ? nil : difference(plan, expected, made, head, history.seed)
        } catch {
            return expected.refusals.isEmpty ? "refused, but legal: \(error)" : nil
        }
    }

    /// The rows that differ after a plan.
    private static func difference(
        _ plan: Plan,
        _ expected: NaiveMigration,
        _ made: Reading,
        _ head: Reading,
        _ seed: UInt64
    ) -> String? {
        for size in [WorldGenerator.Size.some, .tame] {
            let world: World = WorldGenerator.world(made, seed: seed, size: size)
            let found: Result<World, any Error> = Result {
                let rows = StoreRows(world, made, .plain)
                guard let pass = plan.passes.first else { return world }
                return StoreRows(extents: try pass.projection.rows(from: rows.extents)).world(head)
            }
            switch (Result { try expected.migrate(world) }, found) {
            case (.success(let one), .success(let two)):
                if let difference = one.firstDifference(to: two) { return difference }
            case (.failure, .failure): continue
            case (.success, .failure(let error)): return "stopped: \(error)"
            case (.failure(let error), .success): return "should have stopped: \(error)"
            }
        }
        return nil
    }

    /// The stage without the lines that are for the released version only: those that nothing needs, and conversions that
    /// the store's values do not need because theirs is exact.
    private static func settled(_ migration: NaiveMigration) -> NaiveMigration {
        var mapping: Mapping = migration.mapping
        var settled: NaiveMigration = migration
        while true {
            let lines: [Mapping.Line] = settled.refusals.flatMap { $0.needless(in: mapping) }
            if lines.isEmpty { break }
            mapping.remove(lines)
            settled = NaiveMigration(migration.older, migration.newer, mapping)
        }
        for line in mapping.lines where line.key == .convert && !settled.refusals.isEmpty {
            var fewer: Mapping = mapping
            fewer.remove([line])
            let other = NaiveMigration(migration.older, migration.newer, fewer)
            // Without the line nothing is wrong with the element any more: its values convert exactly.
            if !other.refusals.contains(where: { $0.path == line.path }),
                settled.refusals.contains(where: { $0.path == line.path })
            {
                (mapping, settled) = (fewer, other)
            }
        }
        return settled
    }
}

extension Reason {
    /// The lines that the stage does not need, not those that cannot work.
    fileprivate func needless(in mapping: Mapping) -> [Mapping.Line] {
        guard StageLines.Kind.allCases.contains(where: { $0.code == code }) else { return [] }
        return settlements.compactMap { settlement in
            guard case .drop(let kind, let number) = settlement else { return nil }
            return switch kind {
            case .accept: mapping[.accept][number]
            case .fill: mapping[.fill][number]
            case .entities: mapping[.entities][number]
            case .values: mapping[.values][number]
            case .convert: mapping[.convert][number]
            case .require: mapping[.require][number]
            case .duplicates: mapping[.duplicates][number]
            case .assert: mapping[.assert][number]
            case .differs: mapping[.differs][number]
            case .undecided: mapping[.undecided][number]
            }
        }
    }
}
