import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixHistory {
    /// The history of a real app, with the lines of mappings that its stages need; `nil` where none would do.
    init?(of schemas: [Schema], seed: UInt64) {
        let readings: [Reading] = schemas.map(Reading.init)
        var migrations: [NaiveMigration] = []
        for (index, pair) in zip(readings, readings.dropFirst()).enumerated() {
            let draft = StageDraft(pair.1.schema, SplitMix64(seed: seed &+ UInt64(index)), near: [], lastNumber: 0)
            guard let migration = Settler.migration(pair.0, pair.1, draft, from: index) else { return nil }
            migrations.append(migration)
        }
        self.init(
            seed: seed,
            readings: readings,
            mappings: migrations.map(\.mapping),
            migrations: migrations,
            stories: [],
            picked: [],
            closeness: .elsewhere
        )
    }

    /// Creates a history with given mappings.
    init(of schemas: [Schema], _ mappings: [Mapping], seed: UInt64) {
        let readings: [Reading] = schemas.map(Reading.init)
        let migrations: [NaiveMigration] = zip(zip(readings, readings.dropFirst()), mappings).map { pair, mapping in
            NaiveMigration(pair.0, pair.1, mapping)
        }
        self.init(
            seed: seed,
            readings: readings,
            mappings: mappings,
            migrations: migrations,
            stories: [],
            picked: [],
            closeness: .elsewhere
        )
    }
}
