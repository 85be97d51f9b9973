import ApusMigration
import ApusSchema
import Benchmark

/// What planning costs. Run with `swift package benchmark` in this folder; what migrating costs is measured by
/// `swift run -c release MigrationBenchmarks`.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(5)

    let planner = LongHistory.planner(versions: 100, entities: 100)
    let oldest = StoreState(version: Schema.Version(1), schema: LongHistory.schema(1, entities: 100))
    Benchmark("plan 100 versions of 100 entities") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try planner.plan(from: oldest)) }
    }
}
