import ApusMigration
import ApusSchema

/// Stages one after the other, each small enough to know by heart what it must come to.
struct StageChain {
    private let stages: [StageExample]

    init(_ stages: [StageExample]) { self.stages = stages }

    /// Where an oracle does not agree, fused or stage by stage; `nil` where it does.
    func disagreement(_ world: World, _ oracle: WorldOracle) -> String? {
        var readings: [Reading] = stages.map(\.older)
        if let last = stages.last { readings.append(last.newer) }
        let mappings: [Mapping] = stages.enumerated().map { number, stage in
            Mapping(from: Schema.Version(number + 1), to: Schema.Version(number + 2), stage.mapping.lines)
        }
        let migrations: [NaiveMigration] = mappings.enumerated().map { number, mapping in
            NaiveMigration(readings[number], readings[number + 1], mapping)
        }
        for (number, migration) in migrations.enumerated() where !migration.refusals.isEmpty {
            return "stage \(number + 1) is refused: \(migration.refusals)"
        }
        let history = MatrixHistory(
            seed: 0,
            readings: readings,
            mappings: mappings,
            migrations: migrations,
            stories: stages.map { _ in [] },
            picked: stages.map { _ in [] },
            closeness: .elsewhere
        )
        let law = WorldLaw(history: history, oracles: [oracle])
        return (1...stages.count).lazy.compactMap { to in
            law.breach(0, to, world).map { "versions 1 to \(to + 1): \($0)" }
        }.first
    }

    /// The world after all stages; `nil` if they stop.
    func world(after world: World) -> World? {
        try? stages.reduce(world) { try $1.migrate($0) }
    }
}
