import Foundation
import Testing

/// Swift's compiler, as a user's package runs it on generated code.
enum Compiler {
    /// Type-checks files of one module.
    ///
    /// - Parameters:
    ///   - files: The texts.
    ///   - settings: Arguments beside those for Swift 6 mode and for finding Apus.
    /// - Returns: Everything that the compiler says.
    /// - Throws: What the file system says, and that the modules of these tests cannot be found.
    static func check(_ files: [String], _ settings: [String]) throws -> String {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (index, file) in files.enumerated() {
            let url: URL = folder.appending(path: "File\(index).swift")
            try file.write(to: url, atomically: true, encoding: .utf8)
            paths.append(url.path)
        }
        let (modules, sqlite) = try folders()
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-module-name", "App", "-I", modules, "-I",
                sqlite,
            ]
            + Self.shims + settings + paths
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let said: Data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: said, as: UTF8.self)
        return process.terminationStatus == 0 || !text.isEmpty ? text : "ended with \(process.terminationStatus)"
    }

    /// Where the project's own headers are, as arguments.
    private static let shims: [String] = ["CSQLite", "CSwiftRuntime"].flatMap { name in
        ["-I", URL(filePath: #filePath).appending(path: "../../../../Sources/\(name)").standardized.path]
    }

    /// The folders of the modules that were built with these tests, and of SQLite's.
    private static func folders() throws -> (modules: String, sqlite: String) {
        let manager = FileManager.default
        var modules: String?
        var folder = URL(filePath: CommandLine.arguments[0]).standardizedFileURL
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let own: String = folder.appending(path: "Modules").path
            if manager.fileExists(atPath: own + "/Apus.swiftmodule") { modules = own }
            let sqlite: String = folder.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path
            if let modules, manager.fileExists(atPath: sqlite) { return (modules, sqlite) }
        }
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "Modules/Apus.swiftmodule"])
    }
}
