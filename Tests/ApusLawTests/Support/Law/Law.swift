import ApusSchema

/// The law: fused = stepwise = the naive interpreter.
enum Law {
    /// Breaches of the law between two versions of a history, each a report that can be acted on.
    static func breaches(
        of oracles: Oracles,
        in history: GeneratedHistory,
        from: Int,
        to: Int,
        _ dump: Dump
    ) -> [String] {
        let expected: Dump
        do {
            expected = try NaiveInterpreter.migrate(dump, through: history, from: from, to: to)
        } catch {
            return [report("the naive interpreter failed: \(error)", history, from, to)]
        }
        var breaches: [String] = []
        for (name, migrate) in [("fused", oracles.fused), ("stepwise", oracles.stepwise)] {
            do {
                if let difference = expected.firstDifference(to: try migrate(history, dump, from, to)) {
                    breaches.append(report("\(name): \(difference)", history, from, to))
                }
            } catch {
                breaches.append(report("\(name) failed: \(error)", history, from, to))
            }
        }
        return breaches
    }

    /// Breaches of the law on the history of a seed, from every version to the newest.
    static func breaches(of oracles: Oracles, seed: UInt64) -> [String] {
        breaches(of: oracles, in: HistoryGenerator.history(seed: seed))
    }

    /// Breaches of the law on a history, from every version to the newest; each is told for the fewest stages that
    /// show it.
    static func breaches(of oracles: Oracles, in history: GeneratedHistory) -> [String] {
        let newest: Int = history.schemas.count - 1
        return history.schemas.indices.flatMap { from -> [String] in
            let dump = RowGenerator.dump(seed: history.seed ^ UInt64(from) << 48, schema: history.schemas[from])
            let found: [String] = breaches(of: oracles, in: history, from: from, to: newest, dump)
            guard !found.isEmpty else { return [] }
            return (from..<newest).lazy.map { breaches(of: oracles, in: history, from: from, to: $0, dump) }
                .first { !$0.isEmpty } ?? found
        }
    }

    /// Stages that were not refused although a loss that they bring is not accepted.
    static func unrefusedLosses(of oracles: Oracles, seed: UInt64) -> [String] {
        let history: GeneratedHistory = HistoryGenerator.history(seed: seed)
        var found: [String] = []
        for (index, stage) in history.stages.enumerated() {
            // A pair is one set of references: its loss is accepted under either name.
            for path in stage.accepted where stage.older.isKeeper(path) && !stage.acceptsInverse(of: path) {
                var strict: GeneratedHistory = history
                strict.stages[index].accepted.removeAll { $0 == path }
                let dump = RowGenerator.dump(seed: seed, schema: stage.older)
                for (name, migrate) in [("fused", oracles.fused), ("stepwise", oracles.stepwise)]
                where (try? migrate(strict, dump, index, index + 1)) != nil {
                    found.append(report("\(name) did not refuse to lose '\(path)'", history, index, index + 1))
                }
            }
        }
        return found
    }

    private static func report(_ problem: String, _ history: GeneratedHistory, _ from: Int, _ to: Int) -> String {
        let versions = (GeneratedHistory.version(from), GeneratedHistory.version(to))
        return "from version \(versions.0) to \(versions.1): \(problem)\n\(history.story(from: from, to: to))"
    }
}

extension GeneratedHistory.Stage {
    /// Whether the other side of a relationship, or the removed entity that it belongs to, is accepted too.
    fileprivate func acceptsInverse(of path: ElementPath) -> Bool {
        guard let entity = older.entity(path.entity),
            let relationship = path.property.flatMap({ entity.relationship($0) }),
            let inverse = relationship.inverse
        else { return false }
        let other = ElementPath(relationship.destination, inverse)
        return other != path && (accepted.contains(other) || accepted.contains(ElementPath(other.entity)))
    }
}
