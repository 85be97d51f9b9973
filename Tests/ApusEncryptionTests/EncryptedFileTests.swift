import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// Encrypted values in external files.
struct EncryptedFileTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-encrypted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    private static let key = EncryptionKey(bytes: Data(1...32))
    private static let newKey = EncryptionKey(bytes: Data(2...33))

    private static func keys(_ keys: EncryptionKey?...) -> StoreKeys {
        StoreKeys(KeyClosure { _ in keys.compactMap(\.self) })
    }

    private static let keys = keys(key)

    /// 1: plain, in files. 2: encrypted, in files. 3: encrypted, in rows. 4: in files again, and renamed. 5: with another key. 6: plain,
    /// in files. 7: plain, in rows.
    private static let versions: [Schema] = {
        func schema(_ key: String?, isExternal: Bool, _ name: String = "body") -> Schema {
            var photo = Attribute("photo", .data, isOptional: true)
            var body = Attribute(name, .string, originalName: name == "body" ? nil : "body")
            (photo.usesExternalStorage, body.usesExternalStorage) = (isExternal, isExternal)
            (photo.encryptionKey, body.encryptionKey) = (key, key)
            return Schema(
                model: "Notes",
                entities: [Entity("Note", attributes: [Attribute("title", .string), photo, body])]
            )
        }
        return [
            schema(nil, isExternal: true), schema("notes", isExternal: true), schema("notes", isExternal: false),
            schema("notes", isExternal: true, "text"), schema("others", isExternal: true, "text"),
            schema(nil, isExternal: true, "text"), schema(nil, isExternal: false, "text"),
        ]
    }()

    private static func migrator(to version: Int, _ keys: StoreKeys? = keys) -> Migrator {
        let history = History(
            model: "Notes",
            entries: versions.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
        )
        var migrator = Migrator(
            planner: Planner(history: history, mappings: []),
            target: .version(Schema.Version(version))
        )
        migrator.keys = keys
        return migrator
    }

    private static let marks = ["a secret photo", "Grüße aus dem Geheimfach"]

    private var files: ExternalFiles { ExternalFiles(ofStoreAt: url.path) }

    /// Makes a store of the first version: large values in files, small ones in rows, and none.
    private func create(rows: Int = 6) throws {
        let state = StoreState(version: Schema.Version(1), schema: Self.versions[0])
        try StoreCreation.create(url, holding: state) { db, _ in
            for row in 1...rows {
                let photo = Data("\(Self.marks[0]) \(row)".utf8) + Data(count: row.isMultiple(of: 2) ? 150_000 : 10)
                let text = "\(Self.marks[1]) \(row)" + String(repeating: "ß", count: row.isMultiple(of: 3) ? 90_000 : 1)
                func value(_ data: Data) throws -> StoredValue {
                    data.count < ExternalFiles.threshold ? .blob(data) : .text(try files.write(data))
                }
                try db.execute(
                    sql: "INSERT INTO Note (_id, title, photo, body) VALUES (?, ?, ?, ?)",
                    arguments: [
                        row, "title \(row)", row == 5 ? nil : try value(photo).databaseValue,
                        try value(Data(text.utf8)).databaseValue,
                    ]
                )
            }
        }
        #expect(files.names().count == rows / 2 + rows / 3)
    }

    /// All values, by title: the photo, and the text, whatever it is called.
    private func values(_ keys: StoreKeys? = keys) throws -> [String: [StoredValue]] {
        try StoreContent.reading(url, keys: keys) { content in
            var found: [String: [StoredValue]] = [:]
            for table in content.tables {
                let rows = try content.rows(of: table)
                func index(_ names: String...) -> Int { rows.columns.firstIndex { names.contains($0.name) } ?? 0 }
                let (title, photo, text) = (index("title"), index("photo"), index("body", "text"))
                while let row = try rows.next() {
                    found["\(row.values[title])"] = [row.values[photo], row.values[text]]
                }
            }
            return found
        }
    }

    /// The files that have a plain value.
    private func findings(in folder: URL? = nil) throws -> [String] {
        let folder = folder ?? self.folder
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { name in
            let content = FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
            return Self.marks.contains { content.range(of: Data($0.utf8)) != nil }
        }
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    // MARK: Migrations

    @Test("Values stay what they are, whatever is encrypted, and wherever it is")
    func stepwise() throws {
        try create()
        let before = try values()
        #expect(before.count == 6)
        for version in 2...7 {
            let report = try Self.migrator(to: version).migrate(url)
            #expect(try values() == before, "version \(version)")
            let verification = try Verifier.verify(url, keys: Self.keys)
            #expect(verification.isSound, "version \(version): \(verification.badValues) \(verification.differences)")
            #expect(verification.orphanedFiles.isEmpty)
            if version < 6 { #expect(try findings() == [], "version \(version), \(report.purge)") }
        }
    }

    @Test("Several stages at once give the same as one after the other", arguments: [3, 4, 5, 6, 7])
    func fused(to version: Int) throws {
        try create()
        let before = try values()
        try Self.migrator(to: version).migrate(url)
        #expect(try values() == before)
        #expect(try Verifier.verify(url, keys: Self.keys).isSound)
        if version < 6 { #expect(try findings() == []) }
    }

    @Test("Migrating back gives what was there", arguments: [2, 3, 4, 5])
    func back(from version: Int) throws {
        try create()
        let before = try values()
        try Self.migrator(to: version).migrate(url)
        try Self.migrator(to: 1).migrate(url)
        #expect(try values() == before)
        #expect(try Verifier.verify(url).isSound)
    }

    @Test("No plain value is left in the store, nor in its files, nor of a dry run", arguments: [2, 3])
    func bytes(version: Int) throws {
        try create(rows: 40)
        #expect(try findings().count > 20)
        let temporary = folder.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let rehearsal = try Self.migrator(to: version).rehearse(url, in: temporary)
        #expect(rehearsal.effects.values.isEmpty, "\(rehearsal.effects.values)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        let report = try Self.migrator(to: version).migrate(url)
        #expect(report.purge == .done)
        #expect(try findings() == [])
    }

    @Test("Without its key, a store with encrypted files is neither migrated nor opened")
    func missingKey() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        for keys in [nil, Self.keys(Self.newKey)] {
            #expect(throws: StoreError.self) { try Self.migrator(to: 4, keys).migrate(url) }
            #expect(throws: StoreError.self) {
                try Store.open(
                    at: url,
                    planner: Self.migrator(to: 2).planner,
                    target: .version(Schema.Version(2)),
                    keys: keys
                )
            }
        }
    }

    // MARK: Files

    @Test("A migration writes files as a save does: encrypted, and decrypted", arguments: [2, 4, 5, 6])
    func writtenFiles(version: Int) throws {
        try create()
        let (before, names) = (try values(), files.names())
        try Self.migrator(to: version).migrate(url)
        #expect(files.names().count == 5)
        // Fused, plain values of version 6 stay in their files.
        #expect(Set(files.names()).isDisjoint(with: names) == (version < 6))
        if version < 6 { #expect(try findings() == []) }
        try Self.migrator(to: 2).migrate(url)
        let sealed = files.names()
        #expect(try sealed.count == 5 && findings() == [])
        try Self.migrator(to: 6).migrate(url)
        #expect(files.names().count == 5 && Set(files.names()).isDisjoint(with: sealed))
        #expect(try findings().count == 6)
        #expect(try values() == before)
        let verification = try Verifier.verify(url, keys: Self.keys)
        #expect(verification.isSound && verification.orphanedFiles.isEmpty)
    }

    @Test("A dry run writes no file, and a migration that is cancelled leaves none", arguments: [(1, 2), (2, 6)])
    func unwrittenFiles(from: Int, to: Int) throws {
        try create(rows: 40)
        if from > 1 { try Self.migrator(to: from).migrate(url) }
        let (before, names) = (try values(), files.names())
        let rehearsal = try Self.migrator(to: to).rehearse(url)
        #expect(rehearsal.effects.values.isEmpty && files.names() == names)
        let isStopped = Mutex(false)
        var migrator = Self.migrator(to: to)
        migrator.isCancelled = { isStopped.withLock { $0 } }
        var written = 0
        #expect(throws: StoreError.self) {
            try migrator.migrate(url) { progress in
                written = max(written, files.names().count - names.count)
                if progress.rowsDone > 0 { isStopped.withLock { $0 = true } }
            }
        }
        // It was stopped after files had been written.
        #expect(written > 0 && files.names() == names)
        #expect(try values() == before)
        #expect(try Verifier.verify(url, keys: Self.keys).orphanedFiles.isEmpty)
        try Self.migrator(to: to).migrate(url)
        #expect(try values() == before)
    }

    @Test("If no file can be written, the store stays as it was, and the error says why")
    func unwritableFiles() throws {
        try create()
        try Self.migrator(to: 3).migrate(url)
        let before = try values()
        #expect(files.names().isEmpty)
        try Data("in the way".utf8).write(to: files.folder)
        let error = #expect(throws: StoreError.self) { try Self.migrator(to: 4).migrate(url) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("is not a folder"))
        try FileManager.default.removeItem(at: files.folder)
        #expect(try values() == before)
        try Self.migrator(to: 4).migrate(url)
        // What is taken over as it is stays in its row.
        #expect(try values() == before && files.names().count == 2)
    }

    @Test("What a migration that was killed leaves of files is removed by the next one")
    func killed() throws {
        try create()
        let name = try files.write(Data(count: 200_000))
        try Self.migrator(to: 2).migrate(url)
        #expect(!files.names().contains(name) && files.names().count == 5)
    }

    @Test("Encrypted files are read, kept, moved into rows, decrypted and verified", arguments: [3, 4, 5, 6, 7])
    func files(to version: Int) throws {
        try create()
        let before = try values()
        try Self.migrator(to: 2).migrate(url)
        #expect(try values() == before)
        #expect(try Verifier.verify(url, keys: Self.keys).isSound)
        let rehearsal = try Self.migrator(to: version).rehearse(url)
        #expect(rehearsal.effects.values.isEmpty, "\(rehearsal.effects.values)")
        try Self.migrator(to: version).migrate(url)
        #expect(try values() == before)
        let verification = try Verifier.verify(url, keys: Self.keys)
        #expect(verification.isSound && verification.orphanedFiles.isEmpty, "\(verification.badValues)")
    }

    @Test("A file that a migration keeps is not read, neither by it nor by a dry run")
    func unreadFiles() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let photo = try name(of: "photo", 2)
        try Data("damaged".utf8).write(to: files.folder.appending(path: photo))
        var schema = Self.versions[1]
        schema.entities[0].attributes.append(Attribute("added", .int64, isOptional: true))
        let history = History(
            model: "Notes",
            entries: [
                History.Entry(Schema.Version(2), Self.versions[1]), History.Entry(Schema.Version(3), schema),
            ]
        )
        var migrator = Migrator(planner: Planner(history: history, mappings: []))
        migrator.keys = Self.keys
        for rule in [TableStrategy.Rule.cheapest, .rebuild] {
            migrator.rule = rule
            #expect(try migrator.rehearse(url).effects.values.isEmpty)
        }
        #expect(try migrator.migrate(url).purge == .notNeeded)
        #expect(try name(of: "photo", 2) == photo)
    }

    @Test("A dry run reads the files of its copy: the app may remove the store's own meanwhile")
    func filesOfTheCopy() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let folder = files.folder
        var isRemoved = false
        let rehearsal = try Self.migrator(to: 4).rehearse(url) { progress in
            if isRemoved || progress.rows == 0 { return }
            isRemoved = (try? FileManager.default.removeItem(at: folder)) != nil
        }
        #expect(isRemoved && files.names().isEmpty)
        #expect(rehearsal.effects.values.isEmpty, "\(rehearsal.effects.values)")
    }

    @Test("A file that may not be read is reported with the key, too, and all else is verified")
    func deniedFile() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let locked = try name(of: "body", 3)
        var refusing = files
        refusing.openFile = { owner, path, flags in
            if path != locked { return openat(owner, path, flags) }
            errno = EACCES
            return -1
        }
        try change("UPDATE Note SET photo = (SELECT photo FROM Note WHERE _id = 2) WHERE _id = 4")
        let found = try Verifier.verifications(of: StoreFile(url), files: refusing, keys: Self.keys) { db, path in
            try StoreDescription.readAll(db, path: path)
        }
        let problems = try #require(found.first).badValues.map { "\($0.column) \($0.rows) is \($0.problem)" }.sorted()
        #expect(
            problems == [
                "body [\"3\"] is the name of a file that you have no permission to read",
                "photo [\"4\"] is damaged, or moved here from another object or attribute",
            ]
        )
        #expect(found.first?.keyUses.map(\.count).reduce(0, +) == 10)
    }

    @Test("A file of another object, a damaged and a missing one are found")
    func damages() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        try change("UPDATE Note SET photo = (SELECT photo FROM Note WHERE _id = 2) WHERE _id = 4")
        let moved = try Verifier.verify(url, keys: Self.keys)
        #expect(moved.badValues.map(\.rows) == [["4"]] && moved.badValues.allSatisfy(\.isUnreadable))
        #expect(throws: StoreError.self) { try Self.migrator(to: 6).migrate(url) }
        // Not the file that no row names any more.
        let used = try DatabaseQueue(path: url.path).read {
            try String.fetchOne($0, sql: "SELECT photo FROM Note WHERE _id = 2")
        }
        let name = try #require(used)
        try Data("damaged".utf8).write(to: files.folder.appending(path: name))
        #expect(try !Verifier.verify(url, keys: Self.keys).isSound)
        try FileManager.default.removeItem(at: files.folder.appending(path: name))
        let missing = try Verifier.verify(url, keys: Self.keys)
        #expect(missing.badValues.contains { $0.problem.contains("not the name of a file") })
        #expect(throws: StoreError.self) { try Self.migrator(to: 6).migrate(url) }
    }

    // MARK: Changing the key

    @Test("The key of values in files is changed, in new files, and the older ones are removed")
    func rekey() throws {
        try create()
        let before = try values()
        try Self.migrator(to: 2).migrate(url)
        let names = files.names()
        let both = Self.keys(Self.newKey, Self.key)
        #expect(try Rekeyer(keys: both).rehearse(url).count == 11)
        #expect(files.names() == names)
        let report = try Rekeyer(keys: both).rekey(url)
        #expect(report.count == 11 && report.purge == .done)
        #expect(files.names().count == 5 && Set(files.names()).isDisjoint(with: names))
        #expect(try values(Self.keys(Self.newKey)) == before)
        #expect(try Verifier.verify(url, keys: Self.keys(Self.newKey)).keyUses.allSatisfy { $0.used?.rank == .first })
        #expect(try Rekeyer(keys: both).rekey(url).count == 0)
    }

    private func name(of column: String, _ row: Int) throws -> String {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        let name = try queue.read {
            try String.fetchOne($0, sql: "SELECT \(column) FROM Note WHERE _id = ?", arguments: [row])
        }
        return try #require(name)
    }

    @Test("A value whose file is missing or cannot be opened is counted and stays, and all others get the first key")
    func unreadableFiles() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let (missing, replaced, locked) = (try name(of: "photo", 2), try name(of: "photo", 4), try name(of: "body", 3))
        for name in [missing, replaced] {
            try FileManager.default.removeItem(at: files.folder.appending(path: name))
        }
        try FileManager.default.createDirectory(
            at: files.folder.appending(path: replaced),
            withIntermediateDirectories: false
        )
        var refusing = files
        refusing.openFile = { owner, path, flags in
            if path != locked { return openat(owner, path, flags) }
            errno = EACCES
            return -1
        }
        let both = Self.keys(Self.newKey, Self.key)
        let queue = try DatabaseQueue(path: url.path)
        for isTried in [true, false] {
            var rekeying = Rekeying(of: [Layout(Self.versions[1])], path: "", keys: both, files: refusing) { _ in }
            try queue.writeWithoutTransaction { db in
                while let rows = try rekeying.search(db) {
                    if isTried { try rekeying.rehearse(rows, db) } else { try rekeying.rewrite(rows, db) }
                }
            }
            #expect(rekeying.report.count == 8)
            let problems = rekeying.report.unreadable.map { "\($0.column) \($0.rows) is \($0.problem)" }
            #expect(
                problems == [
                    "body [\"3\"] is in an external file that cannot be read: Permission denied",
                    "photo [\"2\"] is in an external file that is missing",
                    "photo [\"4\"] is not the name of a file in the folder of external files",
                ]
            )
        }
        try queue.close()
        #expect(try name(of: "photo", 2) == missing && name(of: "body", 3) == locked)
        let uses = try Verifier.verify(url, keys: both).keyUses
        #expect(uses.filter { $0.used?.rank == .first }.reduce(0) { $0 + $1.count } == 8)
        #expect(uses.filter { $0.used?.rank == .older }.map(\.count) == [1])
        // The file can be opened again.
        let again = try Rekeyer(keys: both).rekey(url)
        #expect(again.count == 1 && again.unreadable.map(\.count) == [1, 1])
    }

    @Test("Another key is found out also if the files of the first and the last values are missing")
    func otherKeyWithMissingFiles() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let names = [try name(of: "photo", 2), try name(of: "photo", 6)]
        try change("DELETE FROM Note WHERE _id IN (1, 3, 5); UPDATE Note SET body = '\(UUID().uuidString)'")
        for name in names { try FileManager.default.removeItem(at: files.folder.appending(path: name)) }
        let error = #expect(throws: StoreError.self) { try Rekeyer(keys: Self.keys(Self.newKey)).rekey(url) }
        #expect(error?.reason == .keys([.otherKey("notes")]))
    }

    @Test("Files of a transaction that fails are removed, and the older ones stay")
    func failedRekey() throws {
        try create()
        try Self.migrator(to: 2).migrate(url)
        let names = files.names()
        let before = try values()
        var rekeying = Rekeying(
            of: [Layout(Self.versions[1])],
            path: "",
            keys: Self.keys(Self.newKey, Self.key),
            files: files
        ) { _ in }
        let queue = try DatabaseQueue(path: url.path)
        let found = try queue.read { try rekeying.search($0) }
        let rows = try #require(found)
        // The commit fails.
        queue.writeWithoutTransaction { db in
            db.add(transactionObserver: Refusal(), extent: .databaseLifetime)
            #expect(throws: CocoaError.self) { try rekeying.rewrite(rows, db) }
        }
        try queue.close()
        #expect(files.names() == names && rekeying.report.count == 0)
        #expect(try values() == before)
    }

    private final class Refusal: TransactionObserver {
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws { throw CocoaError(.fileWriteOutOfSpace) }
        func databaseDidCommit(_ db: Database) {}
        func databaseDidRollback(_ db: Database) {}
    }
}
