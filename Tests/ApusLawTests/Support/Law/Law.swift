import ApusMigration
import ApusSchema
import ApusStore
import ApusTestSupport

/// The law: fused = stepwise = the naive interpreter.
enum Law {
    /// What became of a store.
    enum Outcome {
        /// It was migrated.
        case content(Dump)
        /// Its values stopped the migration.
        case stopped(String)
        /// Something else went wrong.
        case failed(String)

        init(_ work: () throws -> Dump) {
            do {
                self = .content(try work())
            } catch let stopped as MigrationStopped {
                self = .stopped(stopped.reason)
            } catch {
                if case .failedValues(let failures)? = (error as? StoreError)?.reason {
                    self = .stopped("\(failures.map { "\($0.diagnostic())" })")
                    return
                }
                self = .failed("\(error)")
            }
        }
    }

    /// Breaches of the law between two versions of a history, each a report that can be acted on.
    static func breaches(
        of oracles: Oracles,
        in history: GeneratedHistory,
        from: Int,
        to: Int,
        _ dump: Dump,
        _ expected: Outcome
    ) -> [String] {
        if case .failed(let reason) = expected {
            return [report("the naive interpreter failed: \(reason)", history, from: from, to: to)]
        }
        return [("fused", oracles.fused), ("stepwise", oracles.stepwise)].compactMap { name, migrate in
            let problem: String? =
                switch (expected, Outcome { try migrate(history, dump, from, to) }) {
                case (_, .failed(let reason)): "\(name) failed: \(reason)"
                case (.content(let one), .content(let other)): one.firstDifference(to: other).map { "\(name): \($0)" }
                case (.content, .stopped(let reason)): "\(name) stopped: \(reason)"
                case (.stopped(let reason), .content): "\(name) did not stop: \(reason)"
                case (.stopped, .stopped), (.failed, _): nil
                }
            return problem.map { report($0, history, from: from, to: to) }
        }
    }

    /// Breaches of the law on the history of a seed, from every version to the newest.
    static func breaches(of oracles: Oracles, seed: UInt64) -> [String] {
        breaches(of: oracles, in: HistoryGenerator.history(seed: seed))
    }

    /// Breaches of the law on a history, from every version to the newest; each is told for the fewest stages that show
    /// it.
    static func breaches(of oracles: Oracles, in history: GeneratedHistory) -> [String] {
        let newest = history.schemas.count - 1
        return history.schemas.indices.flatMap { from -> [String] in
            let dump = RowGenerator.dump(seed: history.seed ^ UInt64(from) << 48, schema: history.schemas[from])
            var outcomes: [Outcome] = [.content(dump)]
            while case .content(let content)? = outcomes.last, from + outcomes.count <= newest {
                let stage = from + outcomes.count - 1
                outcomes.append(
                    Outcome { try NaiveInterpreter.migrate(content, through: history, from: stage, to: stage + 1) }
                )
            }
            let last = outcomes.count - 1
            func breaches(_ stages: Int) -> [String] {
                let expected: Outcome = outcomes[min(stages, last)]
                return Self.breaches(of: oracles, in: history, from: from, to: from + stages, dump, expected)
            }
            var tried: [Int] = [last]
            // Where rows stop the migration, what came before has to be right as well, and what comes later stops too.
            if case .stopped = outcomes[last], last > 0 { tried += [last - 1, newest - from] }
            guard let first = tried.first(where: { !breaches($0).isEmpty }) else { return [] }
            return (0...first).lazy.map(breaches).first { !$0.isEmpty } ?? breaches(first)
        }
    }

    /// Stages that were not refused although a line is missing without which the rules refuse them.
    static func unrefusedStages(of oracles: Oracles, seed: UInt64) -> [String] {
        let history: GeneratedHistory = HistoryGenerator.history(seed: seed)
        var found: [String] = []
        for (index, stage) in history.stages.enumerated() {
            let dump = RowGenerator.dump(seed: seed, schema: stage.older)
            for (words, mapping) in stage.mapping.withoutALine {
                let migration = NaiveMigration(Reading(stage.older), Reading(stage.newer), mapping)
                guard !migration.refusals.isEmpty else { continue }
                var strict: GeneratedHistory = history
                strict.stages[index].mapping = mapping
                for (name, migrate) in [("fused", oracles.fused), ("stepwise", oracles.stepwise)] {
                    do {
                        _ = try migrate(strict, dump, index, index + 1)
                    } catch is StageRefused {
                        continue
                    } catch {
                        if case .planning(.refused)? = (error as? StoreError)?.reason { continue }
                    }
                    found.append(
                        report("\(name) did not refuse what needs '\(words)'", strict, from: index, to: index + 1)
                    )
                }
            }
        }
        return found
    }

    private static func report(_ problem: String, _ history: GeneratedHistory, from: Int, to: Int) -> String {
        let versions = (GeneratedHistory.version(from), GeneratedHistory.version(to))
        return "from version \(versions.0) to \(versions.1): \(problem)\n\(history.story(from: from, to: to))"
    }
}

extension Mapping {
    /// The mapping without each of its lines, and that line in words.
    fileprivate var withoutALine: [(words: String, mapping: Mapping)] {
        lines.map { line in
            var mapping: Mapping = self
            mapping.remove([line])
            return ("\(line.key.rawValue): \(line.path)", mapping)
        }
    }
}
