import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// What must not be left behind of values, and what is not Apus' to remove.
struct RemainderTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-remainder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    private static let keys = StoreKeys(KeyClosure { _ in [EncryptionKey(bytes: Data(1...32))].compactMap(\.self) })

    private static func schema(encrypted: Bool) -> Schema {
        var text = Attribute("text", .string)
        if encrypted { text.encryptionKey = "notes" }
        return Schema(model: "Notes", entities: [Entity("Note", attributes: [text])])
    }

    private static var planner: Planner {
        let history = History(
            model: "Notes",
            entries: [
                History.Entry(Schema.Version(1), schema(encrypted: false)),
                History.Entry(Schema.Version(2), schema(encrypted: true)),
            ]
        )
        return Planner(history: history, mappings: [])
    }

    private static var migrator: Migrator {
        var migrator = Migrator(planner: planner, target: .version(Schema.Version(2)))
        migrator.keys = keys
        return migrator
    }

    private func create(_ url: URL) throws {
        let schema = Self.schema(encrypted: false)
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: schema))
    }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    // MARK: Dry runs

    /// Makes a folder with a copy as a killed process leaves it: its lock has ended.
    private func abandon(in parent: URL) throws -> URL {
        let held = try RehearsalFolder(in: parent)
        try Data("Grüße".utf8).write(to: held.url.appending(path: "notes.sqlite"))
        // Until now, another test might remove it.
        withExtendedLifetime(held) {}
        return held.url
    }

    @Test("The next dry run removes what a killed one left, and nothing of one that goes on")
    func abandonedRehearsal() throws {
        let mine = folder.appending(path: "apus-rehearsal-mine")
        try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
        let running = try RehearsalFolder(in: folder)
        let abandoned = try abandon(in: folder)
        #expect(exists(abandoned))
        try create(url)
        _ = try Self.migrator.rehearse(url, in: folder)
        #expect(!exists(abandoned))
        #expect(exists(running.url) && exists(mine))
        running.remove()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.filter { $0.hasPrefix("apus-rehearsal-") } == ["apus-rehearsal-mine"])
    }

    @Test("Encrypting values removes what a killed dry run left")
    func purgedRehearsal() throws {
        try create(url)
        let abandoned = try abandon(in: FileManager.default.temporaryDirectory)
        #expect(try Self.migrator.migrate(url).purge == .done)
        #expect(!exists(abandoned))
    }

    // MARK: Temporary files

    @Test("Connections that decrypt values keep what they sort in memory")
    func temporaryFiles() throws {
        let store = try Store.open(
            at: url,
            planner: Self.planner,
            target: .version(Schema.Version(2)),
            keys: Self.keys
        )
        let reader = try store.makeReader()
        for database in [store.database, reader.database] {
            let place = try database.read { db in try Int.fetchOne(db, sql: "PRAGMA temp_store") }
            #expect(place == 2)
            try database.close()
        }
    }

    // MARK: Copies

    @Test("Only stores with the names that Apus gives to copies are copies")
    func copies() throws {
        let copies = ["before-1", "before-1.2-3", "before-head", "before-head-2"]
        let others = [
            "before-release", "before-1-1", "before-01", "before-1.", "before-", "before-2-x", "before-2 old",
        ]
        for ending in copies + others { try create(folder.appending(path: "notes.sqlite.\(ending)")) }
        try Data("not a store".utf8).write(to: folder.appending(path: "notes.sqlite.before-7"))
        #expect(StoreCopies.copies(of: url).map(\.lastPathComponent) == copies.map { "notes.sqlite.\($0)" })
    }

    // MARK: Keys

    /// A provider that fails until it has a key.
    private final class Provider: KeyProvider, @unchecked Sendable {
        var key: EncryptionKey?
        var isFailing = true
        private(set) var requests = 0

        func keys(named name: String) throws -> [EncryptionKey] {
            requests += 1
            if isFailing { throw CocoaError(.fileReadNoPermission) }
            return [key].compactMap(\.self)
        }
    }

    @Test(
        "A provider without the key is asked once for all values, and again by the next check",
        arguments: [true, false]
    )
    func requests(isFailing: Bool) throws {
        let provider = Provider()
        provider.isFailing = isFailing
        let sealer = AESGCMSealer(provider)
        for _ in 1...3 {
            #expect(throws: SealingError.self) { try sealer.open(Data(1...50), key: "notes", context: Data()) }
            #expect(throws: SealingError.self) { try sealer.seal(Data([1]), key: "notes", context: Data()) }
        }
        #expect(provider.requests == 1)
        #expect(throws: SealingError.self) { try sealer.checkKey("notes") }
        #expect(provider.requests == 2)
        (provider.key, provider.isFailing) = (EncryptionKey(bytes: Data(1...32)), false)
        try sealer.checkKey("notes")
        let sealed = try sealer.seal(Data([1]), key: "notes", context: Data())
        #expect(try sealer.open(sealed, key: "notes", context: Data()) == Data([1]))
        #expect(provider.requests == 3)
    }

    // MARK: Messages

    @Test("A message with the parts of another one in front of it is read")
    func message() {
        let text = "' of object 1 is: apus: the value of 'Note/text' of object 2 is damaged"
        let failure = SealedValueFailure(resultCode: .SQLITE_ERROR, message: text)
        #expect(failure?.root == "Note" && failure?.path == "text")
        #expect(failure?.identity == 2 && failure?.reason == "damaged")
        #expect(SealedValueFailure(resultCode: .SQLITE_ERROR, message: "' of object apus: the value of 'Note") == nil)
    }
}
