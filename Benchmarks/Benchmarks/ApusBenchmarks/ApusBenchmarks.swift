import ApusMigration
import ApusSchema
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
        Benchmark("100,000 rows: \(change.rawValue)") { benchmark, store in
            benchmark.startMeasurement()
            try Migrator(planner: change.planner).migrate(store)
            benchmark.stopMeasurement()
        } setup: {
            let store: URL = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            let state = StoreState(version: Schema.Version(1), schema: change.older)
            try Seeder(rows: 100_000, seed: 1).seed(store, holding: state)
            return store
        } teardown: { store in
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
        }
    }
}
