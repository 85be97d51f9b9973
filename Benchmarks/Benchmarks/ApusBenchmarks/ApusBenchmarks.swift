import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import Benchmark
import Foundation

/// What planning and migrating cost. Run with `swift package benchmark` in this folder.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(5)

    let planner: Planner = LongHistory.planner(versions: 100, entities: 100)
    let oldest = StoreState(version: Schema.Version(1), schema: planner.history.entries[0].schema)
    Benchmark("plan 100 versions of 100 entities") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try planner.plan(from: oldest)) }
    }

    for change in SingleChange.allCases {
        Benchmark("100,000 rows: \(change.rawValue)") { benchmark, template in
            let store: URL = temporaryFile()
            try FileManager.default.copyItem(at: template, to: store)
            benchmark.startMeasurement()
            try Migrator(planner: change.planner).migrate(store)
            benchmark.stopMeasurement()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
        } setup: {
            // A store that nobody has open; each run gets a copy of it.
            let template: URL = temporaryFile()
            let state = StoreState(version: Schema.Version(1), schema: change.older)
            try Seeder(rows: 100_000, seed: 1).seed(template, holding: state)
            return template
        }
    }
}

@Sendable private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "apus-benchmark-\(UUID().uuidString).sqlite")
}
