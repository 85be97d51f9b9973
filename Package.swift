// swift-tools-version: 6.1
import PackageDescription

private let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

// A release names its bundle of 'apus-codegen' here (Scripts/release --manifest). With 'APUS_CODEGEN=release swift build', an app's build
// uses it instead of compiling the tool of the plugins. It is not the default, because SwiftPM resolves no package whose bundle has
// nothing for the machine, and a fork would go on using the released tool.
private let releasedCodegen: Target? = nil
private let usesReleasedCodegen = releasedCodegen != nil && Context.environment["APUS_CODEGEN"] == "release"

let package = Package(
    name: "Apus",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Apus", targets: ["Apus"]),
        .library(name: "ApusCommands", targets: ["ApusCommands"]),
        // For tools that migrate stores without classes.
        .library(name: "ApusStore", targets: ["ApusStore", "ApusMigration", "ApusSchema"]),
        // For tools and benchmarks that make stores to try things on.
        .library(name: "ApusSeeding", targets: ["ApusSeeding"]),
        // For apps with encrypted attributes. Only who depends on this product builds and links swift-crypto's BoringSSL.
        .library(name: "ApusEncryption", targets: ["ApusEncryption"]),
        // For an app's tests: 'expectMigrations'.
        .library(name: "ApusExpectations", targets: ["ApusExpectations"]),
        .executable(name: "apus", targets: ["apus-cli"]),
        .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
        .plugin(name: "GenerateModelsCommand", targets: ["GenerateModelsCommand"]),
        .plugin(name: "CheckModelsCommand", targets: ["CheckModelsCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSwiftRuntime"),
        // Scripts/release sets the commit, which 'apus --version' prints, and the site with a page per code.
        .target(
            name: "CApusVersion",
            cSettings: ["APUS_COMMIT", "APUS_SITE"].compactMap { name in
                Context.environment[name].map { .define(name, to: $0) }
            }
        ),
        .target(name: "ApusDiagnostics"),
        .target(name: "ApusYAML", dependencies: ["CYAML", "ApusDiagnostics"]),
        .target(name: "ApusExpressions", dependencies: ["ApusDiagnostics"]),
        .target(name: "ApusSchema", dependencies: ["ApusDiagnostics", "ApusExpressions"]),
        .target(name: "ApusMigration", dependencies: ["ApusDiagnostics", "ApusSchema"]),
        .target(name: "ApusFiles", dependencies: ["ApusDiagnostics", "ApusSchema", "ApusYAML"]),
        .target(name: "ApusCodegen", dependencies: ["ApusDiagnostics", "ApusSchema"]),
        .target(name: "ApusReports", dependencies: ["ApusDiagnostics", "ApusMigration", "ApusSchema"]),
        .target(name: "ApusLayout"),
        // Drawings and pages of the same facts as the reports'. Their style and script are files, which the build compiles in.
        .target(
            name: "ApusPictures",
            dependencies: ["ApusDiagnostics", "ApusLayout", "ApusMigration", "ApusReports", "ApusSchema"],
            resources: [
                .embedInCode("Drawing/picture.css"), .embedInCode("Page/page.css"), .embedInCode("Page/sheet.css"),
                .embedInCode("Page/page.js"),
            ]
        ),
        .target(
            name: "ApusMerging",
            dependencies: ["ApusDiagnostics", "ApusFiles", "ApusMigration", "ApusSchema", "ApusYAML"]
        ),
        .target(
            name: "ApusProject",
            dependencies: ["ApusDiagnostics", "ApusFiles", "ApusMerging", "ApusMigration", "ApusSchema", "ApusYAML"]
        ),
        .target(
            name: "ApusStore",
            dependencies: [
                "ApusDiagnostics", "ApusMigration", "ApusSchema", "CSQLite", grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "ApusEncryption",
            dependencies: ["ApusDiagnostics", "ApusStore", .product(name: "Crypto", package: "swift-crypto")]
        ),
        .target(
            name: "ApusSeeding",
            dependencies: [
                "ApusDiagnostics", "ApusMigration", "ApusSchema", "ApusStore", grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "ApusTesting",
            dependencies: [
                "ApusDiagnostics", "ApusFiles", "ApusMigration", "ApusReports", "ApusSchema", "ApusSeeding",
                "ApusStore",
                "ApusYAML", grdb,
            ]
        ),
        .target(name: "ApusImport", dependencies: ["ApusDiagnostics", "ApusSchema"]),
        .target(
            name: "Apus",
            dependencies: [
                "ApusDiagnostics", "ApusMigration", "ApusSchema", "ApusStore", "CSwiftRuntime", grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // The only library that imports Swift Testing.
        .target(
            name: "ApusExpectations",
            dependencies: [
                "Apus", "ApusDiagnostics", "ApusFiles", "ApusMigration", "ApusReports", "ApusSchema", "ApusTesting",
            ]
        ),
        .target(
            name: "ApusCommands",
            dependencies: [
                "ApusCodegen", "ApusDiagnostics", "ApusEncryption", "ApusFiles", "ApusImport", "ApusMerging",
                "ApusMigration", "ApusPictures", "ApusProject", "ApusReports", "ApusSchema", "ApusSeeding", "ApusStore",
                "ApusTesting", "ApusYAML", "CApusVersion",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Not called `apus`: beside the module `Apus` that would be one file on a file system that ignores case.
        .executableTarget(name: "apus-cli", dependencies: ["ApusCommands"]),
        .plugin(name: "GenerateModels", capability: .buildTool(), dependencies: ["apus-codegen"]),
        .plugin(
            name: "GenerateModelsCommand",
            capability: .command(
                intent: .custom(
                    verb: "generate-models",
                    description: "Write the classes of the package's models where they are committed."
                ),
                permissions: [.writeToPackageDirectory(reason: "It writes the classes of the package's models.")]
            ),
            dependencies: ["apus-codegen"]
        ),
        .plugin(
            name: "CheckModelsCommand",
            capability: .command(
                intent: .custom(
                    verb: "check-models",
                    description: "Say whether the committed classes of the package's models are up to date."
                )
            ),
            dependencies: ["apus-codegen"]
        ),

        // The examples. Their classes are committed: with the build plugin, each build of this package would compile the
        // plugin's tool and the modules below it a second time, for the machine that builds.
        .target(name: "TripsModel", dependencies: ["Apus"], path: "Examples/Trips/Models"),
        .executableTarget(
            name: "trips-example",
            dependencies: ["Apus", "ApusEncryption", "TripsModel"],
            path: "Examples/Trips/App"
        ),
        // The command with the code of the example's migrations, as 'apus init --executable' writes it.
        .executableTarget(
            name: "trips-apus",
            dependencies: ["Apus", "ApusCommands", "TripsModel"],
            path: "Examples/Trips/Command"
        ),
        .executableTarget(
            name: "animals-example",
            dependencies: ["Apus"],
            path: "Examples/Animals",
            exclude: ["Schemas", "apus.yaml", "expected.txt"]
        ),
        .executableTarget(
            name: "sync-example",
            dependencies: ["Apus"],
            path: "Examples/Sync",
            exclude: ["Schemas", "apus.yaml", "expected.txt"]
        ),

        .target(
            name: "ApusTestSupport",
            dependencies: ["ApusDiagnostics", "ApusFiles", "ApusImport", "ApusMigration", "ApusSchema"],
            path: "Tests/ApusTestSupport"
        ),
        // What is attacked with random input, and the laws that hold then: for tests, and for libFuzzer.
        .target(
            name: "ApusFuzzing",
            dependencies: [
                "Apus", "ApusCodegen", "ApusDiagnostics", "ApusFiles", "ApusImport", "ApusMigration", "ApusSchema",
                "ApusStore", "ApusTestSupport", "CSQLite", grdb,
            ],
            path: "Tests/ApusFuzzing",
            exclude: ["Schemas"]
        ),
        .testTarget(
            name: "ApusFuzzTests",
            dependencies: ["ApusCodegen", "ApusFiles", "ApusFuzzing", "ApusSchema", "ApusTestSupport"],
            exclude: ["Corpus"]
        ),
        .testTarget(name: "ApusDiagnosticsTests", dependencies: ["ApusDiagnostics"]),
        .testTarget(name: "ApusYAMLTests", dependencies: ["ApusYAML", "ApusTestSupport"]),
        .testTarget(
            name: "ApusExpressionsTests",
            dependencies: ["ApusExpressions", "ApusSchema", "ApusStore", "ApusTestSupport", grdb]
        ),
        .testTarget(name: "ApusSchemaTests", dependencies: ["ApusSchema", "ApusTestSupport"]),
        .testTarget(name: "ApusMigrationTests", dependencies: ["ApusMigration", "ApusReports", "ApusTestSupport"]),
        .testTarget(
            name: "ApusFilesTests",
            dependencies: ["ApusCodegen", "ApusFiles", "ApusMigration", "ApusReports", "ApusTestSupport"],
            exclude: ["BadFiles", "BadModels"]
        ),
        .testTarget(
            name: "ApusCodegenTests",
            dependencies: ["Apus", "ApusCodegen", "ApusFiles", "ApusProject", "ApusTestSupport"]
        ),
        .testTarget(name: "ApusMergingTests", dependencies: ["ApusMerging"]),
        .testTarget(
            name: "ApusPicturesTests",
            dependencies: [
                "ApusFiles", "ApusLayout", "ApusMigration", "ApusPictures", "ApusReports", "ApusSchema",
                "ApusTestSupport",
            ],
            exclude: ["Goldens"]
        ),
        .testTarget(name: "ApusProjectTests", dependencies: ["ApusProject", "ApusTestSupport"]),
        .testTarget(
            name: "ApusStoreTests",
            dependencies: ["ApusSeeding", "ApusStore", "ApusTestSupport", grdb],
            exclude: ["Statements/Goldens"]
        ),
        // A layer between SQLite and the disk that fails when it is told to.
        .target(
            name: "CFaultFileSystem",
            dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Tests/ApusFaultFileSystem"
        ),
        .testTarget(
            name: "ApusFaultTests",
            dependencies: ["ApusStore", "ApusMigration", "ApusSchema", "ApusTestSupport", "CFaultFileSystem", grdb]
        ),
        .testTarget(
            name: "ApusSeedingTests",
            dependencies: [
                "ApusDiagnostics", "ApusMigration", "ApusSchema", "ApusSeeding", "ApusStore", "ApusTestSupport", grdb,
            ]
        ),
        .testTarget(
            name: "ApusTestingTests",
            dependencies: [
                "ApusFiles", "ApusMigration", "ApusReports", "ApusSchema", "ApusSeeding", "ApusStore", "ApusTesting",
                "ApusTestSupport", grdb,
            ]
        ),
        .testTarget(
            name: "ApusExpectationsTests",
            dependencies: ["Apus", "ApusEncryption", "ApusExpectations", "TripsModel"]
        ),
        .testTarget(
            name: "ApusImportTests",
            dependencies: ["ApusImport", "ApusMigration", "ApusProject", "ApusTestSupport"]
        ),
        .testTarget(name: "ApusLayoutTests", dependencies: ["ApusLayout", "ApusTestSupport"]),
        // The model of Documentation/SwiftStages.md, with the code of its stage.
        .target(name: "ApusOwnStages", dependencies: ["Apus"], path: "Tests/ApusOwnStages"),
        .testTarget(
            name: "ApusTests",
            dependencies: ["Apus", "ApusEncryption", "ApusOwnStages", "ApusTestSupport", grdb]
        ),
        // Policies of entities, with a model in which objects change their identities.
        .testTarget(
            name: "ApusPolicyTests",
            dependencies: ["Apus", "ApusMigration", "ApusSchema", "ApusStore", grdb],
            exclude: ["Schemas", "Migrations", "apus.yaml"]
        ),
        .testTarget(
            name: "ApusEncryptionTests",
            dependencies: [
                "ApusEncryption", "ApusMigration", "ApusSchema", "ApusSeeding", "ApusStore", "ApusTestSupport", grdb,
            ]
        ),
        // What contexts and containers promise, on random sequences of calls.
        .testTarget(
            name: "ApusContextTests",
            dependencies: ["Apus", "ApusCodegen", "ApusFiles", "ApusSchema", "ApusTestSupport", grdb],
            exclude: ["Schemas"]
        ),
        // Every public error, as an app prints it; the app is a child process.
        .executableTarget(name: "failing-app", dependencies: ["Apus"], path: "Tests/ApusErrorApp"),
        .testTarget(
            name: "ApusErrorTests",
            dependencies: [
                "Apus", "ApusDiagnostics", "ApusEncryption", "ApusMigration", "ApusProject", "ApusSchema",
                "ApusSeeding", "ApusStore",
                "failing-app", grdb,
            ]
        ),
        // The executable of Documentation/SwiftFunctions.md: the command with functions of a project's own.
        .executableTarget(
            name: "trips-migrate",
            dependencies: ["Apus", "ApusCommands"],
            path: "Tests/ApusOwnFunctions"
        ),
        // The command with the code of Documentation/SwiftStages.md.
        .executableTarget(
            name: "stages-migrate",
            dependencies: ["Apus", "ApusCommands", "ApusOwnStages"],
            path: "Tests/ApusOwnStagesCommand"
        ),
        // The app of Documentation/Encryption.md.
        .executableTarget(name: "notes-app", dependencies: ["Apus", "ApusEncryption"], path: "Tests/ApusOwnKeys"),
        .testTarget(
            name: "ApusCommandsTests",
            dependencies: [
                "apus-cli", "apus-codegen", "notes-app", "stages-migrate", "trips-migrate", "ApusCommands",
                "ApusDiagnostics", "ApusMigration", "ApusSchema", "ApusStore", "ApusTestSupport",
            ],
            exclude: ["Scripts"]
        ),
        .testTarget(
            name: "ApusLawTests",
            dependencies: [
                "ApusStore", "ApusFiles", "ApusImport", "ApusMerging", "ApusProject", "ApusReports", "ApusTestSupport",
                grdb,
            ],
            exclude: ["Reader"]
        ),
    ]
)

if usesReleasedCodegen, let releasedCodegen {
    package.targets.append(releasedCodegen)
} else {
    package.products.append(.executable(name: "apus-codegen", targets: ["apus-codegen"]))
    package.targets.append(
        .executableTarget(
            name: "apus-codegen",
            dependencies: [
                "ApusCodegen", "ApusDiagnostics", "ApusFiles", "ApusSchema", "ApusYAML", "CApusVersion",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        )
    )
}

// Only with libFuzzer can it be linked: Scripts/fuzz.
if Context.environment["APUS_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "apus-fuzz",
            dependencies: ["ApusFuzzing"],
            path: "Tests/ApusFuzzer",
            // Linux' usual linker, gold, fails on libFuzzer.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
        )
    )
}

// One loop, so that no target of Swift can be forgotten: the strict settings of the house.
for target in package.targets
where ![.plugin, .system, .binary].contains(target.type) && !["CApusVersion", "CFaultFileSystem"].contains(target.name)
{
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}

// For CI. The laws of the tests spend their time in these modules, and optimizing them takes less time than it saves. A package
// that others depend on cannot have such flags, unless it is a folder beside them.
if Context.environment["APUS_OPTIMIZES_LAWS"] != nil {
    for target in package.targets where ["ApusExpressions", "ApusLayout", "ApusSchema"].contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
    }
}
