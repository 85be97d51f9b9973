// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "ApusBenchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Apus", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "ApusBenchmarks",
            dependencies: [
                .product(name: "ApusStore", package: "Apus"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/ApusBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Whole processes side by side: Apus, the expert's SQL in SQLite's shell, GRDB.
        .executableTarget(
            name: "MigrationBenchmarks",
            dependencies: [
                .product(name: "Apus", package: "Apus"),
                .product(name: "ApusEncryption", package: "Apus"),
                .product(name: "ApusStore", package: "Apus"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Benchmarks/MigrationBenchmarks",
            exclude: ["apus.yaml", "Schemas", "Migrations"],
            plugins: [.plugin(name: "GenerateModels", package: "Apus")]
        ),
        // Objects of generated classes beside GRDB's records and SQLite's own calls.
        .executableTarget(
            name: "ObjectBenchmarks",
            dependencies: [
                .product(name: "Apus", package: "Apus"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Benchmarks/ObjectBenchmarks",
            exclude: ["apus.yaml", "Schemas"],
            plugins: [.plugin(name: "GenerateModels", package: "Apus")]
        ),
    ]
)
