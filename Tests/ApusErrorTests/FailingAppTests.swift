import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// A real app's process whose store cannot be opened: what it prints is a sentence, however it prints it.
@Suite struct FailingAppTests {
    private static let large = Schema(
        model: "Large",
        entities: (1...40).map { number in
            Entity("Entity\(number)", attributes: (1...20).map { Attribute("attribute\($0)", .string) })
        }
    )

    @Test(arguments: ["print", "interpolate", "reflect", "describe", "localize", "throw"])
    func refusedMigration(_ way: String) throws {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-errors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, older, newer) = (
            folder.appending(path: "large.sqlite"), folder.appending(path: "1.json"),
            folder.appending(path: "head.json")
        )
        try StoreCreation.create(store, holding: StoreState(version: Schema.Version(1), schema: Self.large))
        try Self.large.json.write(to: older)
        try Schema(model: "Large").json.write(to: newer)

        let output: String = try run([store.path, older.path, newer.path, way])
        // Behind an error that nothing catches, Swift prints where that was.
        let lines = output.split(separator: "\n").prefix {
            !$0.hasPrefix("Current stack trace") && !$0.hasPrefix("***")
        }
        #expect(lines.first?.contains("large.sqlite: 'Entity1' was removed") == true, "\(output)")
        #expect(lines.count <= 24)
        #expect(lines.reduce(0) { $0 + ($1.count + 79) / 80 } <= 24)
        // Forty entities are removed, and each is counted.
        #expect(lines.last?.contains(" more") == true, "\(output)")
    }

    #if !canImport(Darwin)
    /// Without a URL, the store is in the user's folder for data, which is made.
    @Test func defaultLocation() throws {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-data-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appending(path: "1.json")
        try Schema(model: "Large").json.write(to: schema)
        let data = folder.appending(path: "new/data")
        let arguments = ["-", schema.path, schema.path, "default"]
        let store = data.appending(path: "failing-app/default.store")
        for _ in 0..<2 {
            #expect(try run(arguments, ["XDG_DATA_HOME": data.path]) == store.path + "\n")
            #expect(Store.isStore(at: store))
        }
        // A file has the name of the folder.
        let output = try run(arguments, ["XDG_DATA_HOME": schema.path])
        #expect(output.contains("1.json/failing-app/default.store: ") && !output.contains("Fatal"), "\(output)")
    }
    #endif

    /// Contexts save by themselves: after a moment, and at the end of the program, but not if that is killed.
    @Test(arguments: ["end", "kill", "nested", "handover", "actor", "actor-nested", "actor-exit"])
    func autosave(_ way: String) throws {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-autosave-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appending(path: "notes.store")
        #expect(try run([store.path, "-", "-", way]) == "")
        let texts = try DatabaseQueue(path: store.path).read { database in
            try String.fetchAll(database, sql: "SELECT text FROM Note")
        }
        #expect(texts == ["first"])
        #expect(try Verifier.verify(store).isSound)
    }

    /// Runs the app; gives what it wrote on both channels.
    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = Self.products.appending(path: "failing-app")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data: Data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// The folder of the built products: the test bundle is among them.
    private static let products: URL = {
        let bundle: Bundle? = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return (bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    }()
}
