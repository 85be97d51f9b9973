import ApusMigration
import ApusSchema
import ApusTestSupport

/// The law: what an oracle makes of a world is what the naive interpreter makes of it.
struct WorldLaw {
    private let history: MatrixHistory
    private let migrators: [WorldOracle.Migrate]
    private let isReducing: Bool
    private let sources: MigrationSources

    init(history: MatrixHistory, oracles: [WorldOracle]) {
        self.history = history
        migrators = oracles.map { $0.prepare(history) }
        isReducing = oracles.allSatisfy(\.isCheap)
        sources = oracles.first?.sources ?? .plain
    }

    /// What is wrong on the way to the newest version, and the worlds after each stage where there are any.
    func check(_ world: World) -> (breach: String?, worlds: [World]) {
        let last = history.readings.count - 1
        let expected = history.naively(from: 0, to: last, world, sources)
        return (
            breach(from: 0, to: last, world, expected: expected.outcome).map { smallest($0, world) }, expected.worlds
        )
    }

    /// What is wrong between two versions; `nil` where nothing is.
    func breach(_ from: Int, _ to: Int, _ world: World) -> String? {
        breach(from: from, to: to, world, expected: history.naively(from: from, to: to, world, sources).outcome)
    }

    private func breach(from: Int, to: Int, _ world: World, expected: WorldOracle.Outcome) -> String? {
        if case .refused(let reason) = expected { return "naive: \(reason)" }
        for (way, found) in migrators.flatMap({ $0(from, to, world) }) {
            if let difference = Self.difference(expected, found) { return "\(way): \(difference)" }
        }
        return nil
    }

    private static func difference(_ expected: WorldOracle.Outcome, _ found: WorldOracle.Outcome) -> String? {
        switch (expected, found) {
        case (.world(let one), .world(let two)): one.firstDifference(to: two)
        case (.stopped, .stopped), (.refused, .refused): nil
        case (.stopped(let reason), .world): "should have stopped: \(reason)"
        case (_, .refused(let reason)): "refused: \(reason)"
        case (_, .stopped(let reason)): "stopped: \(reason)"
        case (.refused(let reason), _): "should have been refused: \(reason)"
        }
    }

    /// What is wrong, told for the fewest stages and the fewest objects that show it.
    private func smallest(_ whole: String, _ world: World) -> String {
        let last = history.readings.count - 1
        let to: Int = isReducing ? (1...last).first { breach(0, $0, world) != nil } ?? last : last
        var (small, told): (World, String) = (world, isReducing ? breach(0, to, world) ?? whole : whole)
        var isSmaller = isReducing
        while isSmaller {
            isSmaller = false
            for (kind, identity, _) in small.all {
                var less: World = small
                less.remove(identity, of: kind, in: history.readings[0])
                guard less.violations(of: history.readings[0]).isEmpty, let found = breach(0, to, less) else {
                    continue
                }
                (small, told, isSmaller) = (less, found, true)
            }
        }
        let objects: [String] = small.all.map { kind, identity, object in
            let references: [String] = object.references.filter { !$0.value.isEmpty }.map { "\($0.key) → \($0.value)" }
            let values: [String] = object.values.filter { $0.value != .null }.map { path, value in
                "\(path.joined(separator: ".")) = \(value.spelled(against: nil))"
            }
            return "  \(kind) \(identity) \((references.sorted() + values.sorted()).joined(separator: ", "))"
        }
        return (["versions 1 to \(to + 1): \(told)", history.story] + objects.prefix(12)).joined(separator: "\n")
    }
}

extension MatrixHistory {
    /// What was done, and what the mappings say, for a person.
    var story: String {
        var lines: [String] = ["seed \(seed)"]
        for (stage, (story, mapping)) in zip(stories, mappings).enumerated() {
            lines.append("stage \(stage + 1): \(story.joined(separator: "; "))")
            lines += mapping.lines.map { "  \($0.key.rawValue) \($0.subject): \($0.value ?? "")" }
        }
        return lines.joined(separator: "\n")
    }
}
