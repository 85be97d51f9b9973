import ApusMigration
import ApusSchema
import ApusSeeding
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Stores that are seeded where there is something already.
@Suite struct ReplacingTests {
    private static let schema: Schema = {
        var picture = Attribute("picture", .data)
        picture.usesExternalStorage = true
        return Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("title", .string), picture])])
    }()

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func seed(_ seed: UInt64, _ profile: SeedProfile = .adversarial, replacing: Bool) throws {
        try Seeder(rows: 60, seed: seed, profile: profile).seed(
            folder.store(),
            holding: StoreState(version: nil, schema: Self.schema),
            isReplacing: replacing
        )
    }

    /// The names of all files and folders, those of values too, with their sizes.
    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test("The work can end before each table, and leaves nothing") func stopped() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try Seeder(rows: 5, seed: 1).seed(folder.store(), holding: StoreState(version: nil, schema: Self.schema)) {
                _ in
                throw Stop()
            }
        }
        #expect(try names().isEmpty)
    }

    @Test("A file is refused, and left as it was to the byte")
    func exists() throws {
        try seed(1, replacing: false)
        let before = try Data(contentsOf: folder.store())
        let names: [String] = try names()
        #expect(throws: StoreError(folder.store().path, .exists)) { try seed(2, replacing: false) }
        #expect(try Data(contentsOf: folder.store()) == before)
        #expect(try self.names() == names)
    }

    @Test("A store gives way, with its files")
    func replaces() throws {
        try seed(1, replacing: false)
        let first: String = try SeededStore.dump(folder.store())
        try seed(2, replacing: true)
        let second: String = try SeededStore.dump(folder.store())
        #expect(first != second)
        #expect(try SeededStore.breaches(of: folder.store(), Self.schema) == [])
        try seed(1, replacing: true)
        try seed(1, replacing: true)
        #expect(try SeededStore.dump(folder.store()) == first)
        // Values of this profile are small, so no file is left.
        try seed(3, .tiny, replacing: true)
        #expect(try names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == ["store.sqlite"])
    }

    @Test("A store that is open elsewhere is refused and left unchanged")
    func open() throws {
        try seed(1, replacing: false)
        let queue = try DatabaseQueue(path: folder.store().path)
        let rows: Int? = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM Note") }
        #expect(throws: StoreError(folder.store().path, .locked)) { try seed(2, replacing: true) }
        #expect(try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM Note") } == rows)
        try queue.close()
        try seed(2, replacing: true)
    }

    private func seed(_ seed: UInt64, keeping copy: URL, _ report: @escaping () throws -> Void = {}) throws {
        _ = try Seeder(rows: 60, seed: seed, profile: .adversarial).seed(
            folder.store(),
            holding: StoreState(version: nil, schema: Self.schema),
            isReplacing: true,
            keeping: copy
        ) { _ in try report() }
    }

    @Test("What is kept of a store that gives way is all of it, with its files")
    func keeps() throws {
        let copy = folder.url.appending(path: "copy.sqlite")
        try seed(1, replacing: false)
        let first: String = try SeededStore.dump(folder.store())
        try seed(2, keeping: copy)
        #expect(try SeededStore.dump(folder.store()) != first)
        #expect(try SeededStore.dump(copy) == first)
        #expect(try SeededStore.breaches(of: copy, Self.schema) == [])
        #expect(try SeededStore.breaches(of: folder.store(), Self.schema) == [])
        #expect(try names().filter { $0.contains(".new-") } == [])
    }

    @Test("What another process writes while the new rows are made is in what is kept")
    func keepsLateWrites() throws {
        let copy = folder.url.appending(path: "copy.sqlite")
        try seed(1, replacing: false)
        let path = folder.store().path
        var isWritten = false
        try seed(2, keeping: copy) {
            if isWritten { return }
            isWritten = true
            let other = try DatabaseQueue(path: path)
            try other.write { db in try db.execute(sql: "UPDATE Note SET title = 'late'") }
            try other.close()
        }
        #expect(isWritten)
        let late = "SELECT sum(title = 'late') FROM Note"
        let all = "SELECT count(*) FROM Note"
        let (kept, new) = (try DatabaseQueue(path: copy.path), try DatabaseQueue(path: path))
        #expect(
            try kept.read { db in try Int.fetchOne(db, sql: late) }
                == kept.read { db in try Int.fetchOne(db, sql: all) }
        )
        #expect(try new.read { db in try Int.fetchOne(db, sql: late) } == 0)
    }

    @Test("A store that is open elsewhere, or work that is stopped, leaves no copy")
    func keepsNothing() throws {
        struct Stop: Error {}
        let copy = folder.url.appending(path: "copy.sqlite")
        try seed(1, replacing: false)
        let queue = try DatabaseQueue(path: folder.store().path)
        _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM Note") }
        #expect(throws: StoreError(folder.store().path, .locked)) { try seed(2, keeping: copy) }
        #expect(throws: Stop.self) { try seed(2, keeping: copy) { throw Stop() } }
        try queue.close()
        #expect(try names().filter { $0.contains("copy") || $0.contains(".new-") } == [])
        // A file that is there already is not overwritten, and the store stays.
        try Data("mine".utf8).write(to: copy)
        let before: String = try SeededStore.dump(folder.store())
        #expect(throws: StoreError(copy.path, .exists)) { try seed(2, keeping: copy) }
        #expect(try Data(contentsOf: copy) == Data("mine".utf8))
        #expect(try SeededStore.dump(folder.store()) == before)
    }

    @Test("A store with another model is not replaced")
    func shared() throws {
        let path = folder.store().path
        try seed(1, replacing: false)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO apus_model (model, version, digest, schema, generation)
                    SELECT 'Other', version, digest, schema, generation FROM apus_model
                    """
            )
        }
        let rows: Int? = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM Note") }
        try queue.close()
        let refused = StoreError(path, .sharedStore(["Notes", "Other"]))
        #expect(throws: refused) { try seed(2, replacing: true) }
        #expect(throws: refused) { try seed(2, keeping: folder.url.appending(path: "copy.sqlite")) }
        // Also if the other model comes when the new rows are ready.
        #expect(throws: refused) {
            let (file, draft) = (StoreFile(folder.store()), StoreFile(folder.url.appending(path: "none")))
            try StoreError.wrapping(path) { try StoreReplacement.replace(file, with: draft, files: nil) }
        }
        let after = try DatabaseQueue(path: path)
        #expect(try after.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM Note") } == rows)
        #expect(try names().filter { $0.contains("copy") } == [])
    }

    @Test("Nothing but a store of Apus is replaced", arguments: ["", "text", "SQLite format 3\0"])
    func foreign(_ text: String) throws {
        try Data(text.utf8).write(to: folder.store())
        #expect(throws: StoreError.self) { try seed(1, replacing: true) }
        #expect(try Data(contentsOf: folder.store()) == Data(text.utf8))
        #expect(try names() == ["store.sqlite"])
    }

    @Test("A database that is not Apus's is not replaced")
    func foreignDatabase() throws {
        let queue = try DatabaseQueue(path: folder.store().path)
        try queue.write { db in try db.execute(sql: "CREATE TABLE a (b)") }
        try queue.close()
        let before = try Data(contentsOf: folder.store())
        #expect(throws: StoreError(folder.store().path, .notAStore)) { try seed(1, replacing: true) }
        #expect(try Data(contentsOf: folder.store()) == before)
    }

    @Test("Existing external files are not replaced")
    func filesOfOthers() throws {
        let files = URL(fileURLWithPath: folder.store().path + "-files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: files.appending(path: "a"))
        #expect(throws: StoreError.self) { try seed(1, replacing: false) }
        #expect(try names() == ["store.sqlite-files", "store.sqlite-files/a"])
    }
}
