import Foundation
import Testing

/// The layer for SwiftUI, which is type-checked against a stand-in: nothing of it can be run without SwiftUI.
struct SwiftUITests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs the compiler of the toolchain.
    private func compile(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func files(_ folder: String, _ suffix: String) throws -> [String] {
        let folder = Self.root.appending(path: folder).path
        guard let all = FileManager.default.enumerator(atPath: folder) else { return [] }
        return all.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    #if os(Linux)
    @Test func theLayerAndWhatAnAppWritesAreTypeChecked() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let products = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let modules = try #require(products).appending(path: "Modules").path
        let maps = try (files(".build/checkouts", "module.modulemap") + files("Sources", "module.modulemap"))
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        let stub = try files("Tests/SwiftUIStub", "SwiftUI.swift")
        let common = ["-I", modules] + maps
        let module = folder.appending(path: "SwiftUI.swiftmodule").path
        let made = try compile(
            ["-emit-module", "-module-name", "SwiftUI", "-emit-module-path", module] + common + stub
        )
        try #require(made.code == 0, "\(made.output)")

        let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        // Without SIL, it is not checked what each actor may access.
        let output = ["-emit-sil", "-wmo", "-o", folder.appending(path: "Layer.sil").path]
        let checked = try compile(
            output + ["-module-name", "Layer", "-I", folder.path] + common
                + ["-Xfrontend", "-testable-import-module", "-Xfrontend", "Apus"]
                + features.flatMap { ["-enable-upcoming-feature", $0] }
                + files("Sources/Apus/SwiftUI", ".swift") + files("Tests/SwiftUIStub", "Views.swift")
        )
        #expect(checked.code == 0 && !checked.output.contains("warning:"), "\(checked.output)")
    }
    #endif
}
