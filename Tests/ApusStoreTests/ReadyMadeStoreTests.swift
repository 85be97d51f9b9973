import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Ready-made stores that are the first content of another one: an older one is migrated before the copy gets its name.
@Suite(.serialized) struct ReadyMadeStoreTests {
    private static let versions: [Schema] = {
        var scan = Attribute("scan", .data, isOptional: true)
        scan.usesExternalStorage = true
        var name = Attribute("title", .string)
        name.originalName = "name"
        return [
            Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("name", .string), scan])]),
            Schema(
                model: "Notes",
                entities: [Entity("Note", attributes: [name, scan, Attribute("stars", .int32, default: .int(3))])]
            ),
        ]
    }()

    private static func migrator() -> Migrator {
        let entries = versions.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
        return Migrator(
            planner: Planner(history: History(model: "Notes", entries: entries), mappings: []),
            target: .head
        )
    }

    private static let rows = 3000

    /// A folder with a store of version 1, some of whose values are in files, and nobody else's.
    private struct Folder {
        let folder: TemporaryFolder
        let template: URL
        let store: URL

        init() throws {
            folder = try TemporaryFolder()
            let bundle = folder["bundle"]
            try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
            (template, store) = (bundle.appending(path: "notes.store"), folder["notes.store"])
            let state = StoreState(version: Schema.Version(1), schema: versions[0])
            try StoreCreation.create(template, holding: state) { db, files in
                let name = try ExternalFiles(folder: files).write(Data(repeating: 7, count: 300_000))
                for number in 0..<rows {
                    try db.execute(
                        sql: "INSERT INTO Note (name, scan) VALUES (?, ?)",
                        arguments: ["n\(number)", number == 0 ? name : nil]
                    )
                }
            }
        }

        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().path)
                .filter { $0 != "bundle" }.sorted()
        }

        func count(_ condition: String) throws -> Int? {
            let database = try DatabaseQueue(path: store.path)
            defer { try? database.close() }
            return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Note WHERE \(condition)") }
        }
    }

    @Test func anOlderOneIsMigratedBeforeItHasItsName() throws {
        let folder = try Folder()
        let before = try FileManager.default.contentsOfDirectory(
            atPath: folder.template.deletingLastPathComponent().path
        ).sorted()
        let bytes = try Data(contentsOf: folder.template)
        var titles: Set<String> = []
        try Store.provide(folder.store, copying: folder.template, for: Self.migrator()) { progress in
            titles.insert(progress.title)
            #expect(!FileManager.default.fileExists(atPath: folder.store.path))
        }
        #expect(!titles.isEmpty)
        #expect(try StoreStatus(of: folder.store).description.state.version == Schema.Version(2))
        #expect(try folder.count("stars = 3 AND title LIKE 'n%'") == Self.rows)
        #expect(try folder.names() == ["notes.store", "notes.store-files"])
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.store.path + "-files").first
        )
        #expect(try Data(contentsOf: URL(filePath: folder.store.path + "-files/\(file)")).count == 300_000)
        #expect(try folder.count("scan = '\(file)'") == 1)
        #expect(try Data(contentsOf: folder.template) == bytes)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.template.deletingLastPathComponent().path)
                .sorted()
                == before
        )
        // Opening has nothing left to migrate.
        var migrator = Self.migrator()
        migrator.mayMigrate = { _ in false }
        try Store.open(at: folder.store, with: migrator).database.close()
    }

    @Test(arguments: ["refused", "cancelled"])
    func whatCannotBeMigratedLeavesNoStore(_ kind: String) throws {
        let folder = try Folder()
        var migrator = Self.migrator()
        if kind == "refused" {
            // Only the migration itself asks.
            migrator.mayMigrate = { _ in false }
        } else {
            let flag = Flag()
            migrator.isCancelled = { flag.isSet }
            migrator.onOpening = { _ in flag.set() }
        }
        let error = #expect(throws: StoreError.self) {
            try Store.provide(folder.store, copying: folder.template, for: migrator)
        }
        #expect(error == StoreError(StoreFile(folder.template).path, .cancelled))
        #expect(try folder.names().isEmpty)
        try Store.provide(folder.store, copying: folder.template, for: Self.migrator())
        #expect(try folder.count("stars = 3") == Self.rows)
    }

    @Test("A folder that a killed process has left makes the copy wait, and not be made again and again")
    func leftoverFiles() throws {
        let folder = try Folder()
        let left = try ExternalFiles(ofStoreAt: folder.store.path).write(Data([3]))
        let counter = Counter()
        var migrator = Self.migrator()
        migrator.onOpening = { _ in counter.increment() }
        try Store.provide(folder.store, copying: folder.template, for: migrator)
        #expect(counter.number == 1)
        #expect(try folder.count("stars = 3") == Self.rows)
        // Nothing was deleted.
        let all = FileManager.default.enumerator(atPath: folder.store.deletingLastPathComponent().path)
        #expect((all?.compactMap { "\($0)" } ?? []).contains { $0.hasSuffix(left) })
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0
        var number: Int { lock.withLock { value } }
        func increment() { lock.withLock { value += 1 } }
    }

    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }

    #if os(macOS) || os(Linux)
    @Test func aProcessThatDiesWhileItMigratesLeavesNoStore() async throws {
        let folder = try Folder()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [store = folder.store.path as String, template = folder.template.path as String] in
            // Its progress is only reported while it migrates.
            try Store.provide(URL(filePath: store), copying: URL(filePath: template), for: Self.migrator()) { _ in
                kill(getpid(), SIGKILL)
            }
        }
        // Only the draft is there.
        #expect(try folder.names().allSatisfy { $0.hasPrefix("notes.store.new-") })
        #expect(try !folder.names().isEmpty)
        try Store.provide(folder.store, copying: folder.template, for: Self.migrator())
        #expect(try folder.count("stars = 3") == Self.rows)
        #expect(try folder.names() == ["notes.store", "notes.store-files"])
    }
    #endif
}
