// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Apus",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Apus", targets: ["Apus"]),
        .library(name: "ApusCommands", targets: ["ApusCommands"]),
        .executable(name: "apus", targets: ["apus-cli"]),
        .executable(name: "apus-codegen", targets: ["apus-codegen"]),
        .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
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
        .target(name: "ApusDiagnostics"),
        .target(name: "ApusYAML", dependencies: ["CYAML", "ApusDiagnostics"]),
        .target(name: "ApusSchema", dependencies: ["ApusDiagnostics"]),
        .target(name: "ApusMigration", dependencies: ["ApusDiagnostics", "ApusSchema"]),
        .target(name: "ApusFiles", dependencies: ["ApusDiagnostics", "ApusMigration", "ApusSchema", "ApusYAML"]),
        .target(name: "ApusCodegen", dependencies: ["ApusDiagnostics", "ApusMigration", "ApusSchema"]),
        .target(
            name: "ApusProject",
            dependencies: ["ApusFiles", .product(name: "Crypto", package: "swift-crypto")]
        ),
        .target(
            name: "ApusStore",
            dependencies: ["ApusMigration", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(name: "ApusImport", dependencies: ["ApusSchema"]),
        .target(name: "Apus", dependencies: ["ApusStore"]),
        .target(
            name: "ApusCommands",
            dependencies: [
                "ApusProject", "ApusStore", "ApusImport", "ApusCodegen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Not called `apus`: beside the module `Apus` that would be one file on a file system that ignores case.
        .executableTarget(name: "apus-cli", dependencies: ["ApusCommands"]),
        .executableTarget(
            name: "apus-codegen",
            dependencies: [
                "ApusFiles", "ApusCodegen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .plugin(name: "GenerateModels", capability: .buildTool(), dependencies: ["apus-codegen"]),
    ]
)

// One loop, so that no target can be forgotten: the strict settings of the house.
for target in package.targets where ![.plugin, .system].contains(target.type) {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
