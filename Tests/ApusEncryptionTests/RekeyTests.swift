import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// Changing the key of encrypted values, in stores with real keys and real files.
struct RekeyTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-rekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    private static let old = EncryptionKey(bytes: Data(1...32))
    private static let new = EncryptionKey(bytes: Data(2...33))
    private static let third = EncryptionKey(bytes: Data(3...34))

    private static func keys(_ keys: EncryptionKey?...) -> StoreKeys {
        StoreKeys(KeyClosure { $0 == "notes" ? keys.compactMap(\.self) : [] })
    }

    private static let both = keys(new, old)

    /// A hierarchy, in whose table each entity has encrypted values of its own, and an entity without any.
    private static let schema: Schema = {
        func secret(_ name: String, _ type: ScalarType, isOptional: Bool = false) -> Attribute {
            var attribute = Attribute(name, .scalar(type), isOptional: isOptional)
            attribute.encryptionKey = "notes"
            return attribute
        }
        let note = Entity("Note", attributes: [Attribute("title", .string), secret("text", .string, isOptional: true)])
        var memo = Entity("Memo", attributes: [secret("rank", .int64)])
        memo.parent = "Note"
        let label = Entity("Label", attributes: [Attribute("name", .string)])
        return Schema(model: "Notes", entities: [note, memo, label])
    }()

    private static var state: StoreState { StoreState(version: Schema.Version(2), schema: schema) }

    private static func text(_ row: Int) -> String { "Grüße aus dem Geheimfach \(row)" }

    /// Makes a store: every third row is a memo, and every fifth has no text.
    private func create(rows: Int = 10, _ keys: StoreKeys = keys(old)) throws {
        let layout = Self.state.layout
        let table = try #require(layout.table(ofEntity: "Note"))
        let text = try #require(table.column("text")?.seal)
        let rank = try #require(table.column("Memo.rank")?.seal)
        try StoreCreation.create(url, holding: Self.state) { db, _ in
            let statement = try db.makeStatement(
                sql: "INSERT INTO Note (_id, _entity, title, text, \"Memo.rank\") VALUES (?, ?, ?, ?, ?)"
            )
            for row in 1...rows {
                let identity = Int64(row)
                let value: StoredValue = row % 5 == 0 ? .null : .text(Self.text(row))
                let number: StoredValue = row % 3 == 0 ? .integer(identity) : .null
                try statement.execute(
                    arguments: [
                        row, row % 3 == 0 ? "Memo" : "Note", "title \(row)",
                        try text.sealed(value, of: identity, keys).databaseValue,
                        try rank.sealed(number, of: identity, keys).databaseValue,
                    ]
                )
            }
            try db.execute(sql: "INSERT INTO Label (name) VALUES ('plain')")
        }
    }

    /// All rows, with values that are decrypted.
    private func rows(_ keys: StoreKeys?) throws -> [String] {
        try StoreContent.reading(url, keys: keys) { content in
            try content.tables.flatMap { table -> [String] in
                let rows = try content.rows(of: table)
                var found: [String] = []
                while let row = try rows.next() { found.append("\(table.name): \(row.values)") }
                return found
            }
        }
    }

    private func change(_ sql: String, _ arguments: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { try $0.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    private func sealed() throws -> [String: Data] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { db in
            var found: [String: Data] = [:]
            for column in ["text", "Memo.rank"] {
                let sql = "SELECT _id, \"\(column)\" FROM Note WHERE \"\(column)\" IS NOT NULL"
                for row in try Row.fetchAll(db, sql: sql) { found["\(column) \(row[0] as Int)"] = row[1] }
            }
            return found
        }
    }

    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            found[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
        }
        return found
    }

    /// The numbers of values by the rank of their key.
    private func uses(_ keys: StoreKeys = both) throws -> [String: [UsedKey.Rank?: Int]] {
        var found: [String: [UsedKey.Rank?: Int]] = [:]
        for use in try Verifier.verify(url, keys: keys).keyUses {
            found[use.column, default: [:]][use.used?.rank, default: 0] += use.count
        }
        return found
    }

    // MARK: Values

    @Test("All values get the first key, and stay what they are, with all other values")
    func values() throws {
        try create()
        let before = try rows(Self.keys(Self.old))
        let seals = try sealed()
        #expect(try uses() == ["text": [.older: 8], "Memo.rank": [.older: 3]])
        let rehearsed = try Rekeyer(keys: Self.both).rehearse(url)
        #expect(rehearsed.count == 11 && rehearsed.isComplete && rehearsed.purge == .notNeeded)
        #expect(try sealed() == seals)

        let report = try Rekeyer(keys: Self.both).rekey(url)
        #expect(report.isComplete && report.unreadable.isEmpty && report.purge == .done)
        #expect(report.values.map(\.column) == ["Memo.rank", "text"] && report.values.map(\.count) == [3, 8])
        #expect(report.values.allSatisfy { $0.key == "notes" && $0.table == "Note" })
        #expect(try rows(Self.keys(Self.new)) == before)
        #expect(try uses() == ["text": [.first: 8], "Memo.rank": [.first: 3]])
        #expect(try Verifier.verify(url, keys: Self.keys(Self.new)).isSound)
        #expect(throws: (any Error).self) { try rows(Self.keys(Self.old)) }
        // Nothing is left of the older values, in free pages or elsewhere.
        let content = try files()
        #expect(content.keys.sorted() == ["notes.sqlite"])
        for (name, seal) in seals { #expect(content["notes.sqlite"]?.range(of: seal.dropFirst(5)) == nil, "\(name)") }

        let now = try files()
        let again = try Rekeyer(keys: Self.both).rekey(url)
        #expect(again.count == 0 && again.isComplete && again.purge == .notNeeded)
        #expect(try files() == now)
    }

    @Test("Old values in free pages are removed with those of the rows")
    func freePages() throws {
        try create(rows: 500)
        let seals = try sealed()
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM Note WHERE _id > 100")
        }
        try queue.close()
        func left() throws -> Int {
            let content = try files().values
            return seals.values.count { seal in content.contains { $0.range(of: seal.dropFirst(5)) != nil } }
        }
        #expect(try left() > 200)
        let report = try Rekeyer(keys: Self.both).rekey(url)
        #expect(report.count == 113 && report.purge == .done)
        #expect(try left() == 0)
    }

    @Test("A value of the first key stays, and one of any older key changes")
    func mixed() throws {
        try create()
        _ = try Rekeyer(keys: Self.both).rekey(url)
        let before = try sealed()
        let text = try #require(Self.state.layout.table("Note")?.column("text")?.seal)
        let value = try text.sealed(.text("x"), of: 4, Self.keys(Self.third))
        try change("UPDATE Note SET text = ? WHERE _id = 4", [value.databaseValue])
        let all = Self.keys(Self.new, Self.old, Self.third)
        #expect(try uses(all)["text"] == [.first: 7, .older: 1])
        #expect(try uses()["text"] == [.first: 7, .unknown: 1])
        #expect(try Rekeyer(keys: all).rekey(url).count == 1)
        let after = try sealed()
        for (name, value) in before { #expect((after[name] == value) == (name != "text 4"), "\(name)") }
    }

    // MARK: Interruptions

    @Test("It may stop after any batch, and the next run goes on with the rest", arguments: [1, 2, 3])
    func cancelled(after batches: Int) throws {
        try create(rows: 3500)
        let before = try rows(Self.keys(Self.old))
        let asked = Counter()
        var rekeyer = Rekeyer(keys: Self.both)
        rekeyer.isCancelled = { asked.next() > batches }
        let report = try rekeyer.rekey(url)
        #expect(!report.isComplete && report.purge == .notNeeded)
        #expect(report.count > 0 && report.count < 3966)
        #expect(try rows(Self.both) == before)
        let uses = try uses()
        #expect(uses["text"]?[.first] ?? 0 > 0 && uses["text"]?[.older] ?? 0 > 0)
        // What was done so far waits for its purge.
        let queue = try DatabaseQueue(path: url.path)
        #expect(try queue.read { try Purge.isPending($0) })
        try queue.close()
        let rest = try Rekeyer(keys: Self.both).rekey(url)
        #expect(rest.isComplete && rest.count + report.count == 3966 && rest.purge == .done)
        #expect(try rows(Self.keys(Self.new)) == before)
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func next() -> Int {
            lock.withLock {
                count += 1
                return count
            }
        }
    }

    @Test("What others change between looking and writing stays")
    func changedMeanwhile() throws {
        try create()
        let text = try #require(Self.state.layout.table("Note")?.column("text")?.seal)
        let queue = try DatabaseQueue(path: url.path)
        var rekeying = Rekeying(of: [Self.state.layout], path: "", keys: Self.both, files: nil) { _ in }
        let found = try queue.read { try rekeying.search($0) }
        let rows = try #require(found)
        let value = try text.sealed(.text("newer"), of: 1, Self.keys(Self.old))
        let current = try text.sealed(.text("newest"), of: 2, Self.both)
        try change("UPDATE Note SET text = ? WHERE _id = 1", [value.databaseValue])
        try change("UPDATE Note SET text = ? WHERE _id = 2", [current.databaseValue])
        try change("DELETE FROM Note WHERE _id = 3")
        try change("UPDATE Note SET text = NULL, title = 'other' WHERE _id = 4")
        try queue.writeWithoutTransaction { try rekeying.rewrite(rows, $0) }
        try queue.close()
        let content = try self.rows(Self.keys(Self.new))
        #expect(content.count == 10)
        #expect(content.contains { $0.contains("newer") } && content.contains { $0.contains("newest") })
        #expect(content.contains { $0.contains("other") })
        #expect(try sealed()["text 2"]?.databaseValue == current.databaseValue)
        #expect(try sealed()["text 4"] == nil)
    }

    @Test("A store that is migrated meanwhile is left")
    func migratedMeanwhile() throws {
        try create(rows: 2500)
        var isFirst = true
        let error = #expect(throws: StoreError.self) {
            try Rekeyer(keys: Self.both).rekey(url) { _ in
                if isFirst { try? change("UPDATE apus_model SET generation = generation + 1") }
                isFirst = false
            }
        }
        #expect(error?.reason == .migratedMeanwhile)
    }

    @Test("A transaction has so many bytes only, and rows are read in parts, too")
    func largeValues() throws {
        try create(rows: 30)
        let text = try #require(Self.state.layout.table("Note")?.column("text")?.seal)
        for row in 1...30 {
            let value = StoredValue.text(String(repeating: "x", count: 1 << 20) + "\(row)")
            let sealed = try text.sealed(value, of: Int64(row), Self.keys(Self.old))
            try change("UPDATE Note SET text = ? WHERE _id = ?", [sealed.databaseValue, row])
        }
        let before = try rows(Self.both)
        var steps = 0
        let report = try Rekeyer(keys: Self.both).rekey(url) { _ in steps += 1 }
        #expect(report.count == 40 && steps >= 8)
        #expect(try rows(Self.keys(Self.new)) == before)
    }

    @Test("A reader that keeps the log is reported, and the next run goes on")
    func reader() throws {
        try create(rows: 400)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: url.path, configuration: configuration)
        try reader.inDatabase { db in
            try db.beginTransaction(.deferred)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM Note")
        }
        let report = try Rekeyer(keys: Self.both).rekey(url)
        #expect(report.isComplete && report.count == 453)
        guard case .incomplete = report.purge else {
            Issue.record("\(report.purge)")
            return
        }
        try reader.inDatabase { try $0.rollback() }
        try reader.close()
        let again = try Rekeyer(keys: Self.both).rekey(url)
        #expect(again.count == 0 && again.purge == .done)
    }

    @Test("A purge leaves the request of values that were encrypted while it went on")
    func purgedMeanwhile() throws {
        try create()
        let files = ExternalFiles(ofStoreAt: url.path)
        let (queue, other) = (try DatabaseQueue(path: url.path), try DatabaseQueue(path: url.path))
        var rekeying = Rekeying(of: [Self.state.layout], path: "", keys: Self.both, files: files) { _ in }
        try queue.write { try Purge.request($0) }
        let outcome = queue.writeWithoutTransaction { db in
            Purge.run(db, files) {
                let found = try other.read { try rekeying.search($0) }
                let rows = try #require(found)
                try other.writeWithoutTransaction { try rekeying.rewrite(rows, $0) }
            }
        }
        #expect(rekeying.report.count == 11)
        #expect(outcome == .incomplete(reason: "another process has encrypted values meanwhile"))
        #expect(try queue.read { try Purge.isPending($0) })
        #expect(queue.writeWithoutTransaction { Purge.run($0, files) } == .done)
        #expect(try !queue.read { try Purge.isPending($0) })
        // A migration's request has no text.
        try queue.write { try $0.execute(sql: StoreFormat.purgeStatement) }
        #expect(queue.writeWithoutTransaction { Purge.run($0, files) } == .done)
        #expect(queue.writeWithoutTransaction { Purge.run($0, files) } == .notNeeded)
        try queue.close()
        try other.close()
    }

    // MARK: What cannot be decrypted

    @Test("A value that cannot be decrypted is counted and stays, and all others get the first key")
    func unreadable() throws {
        try create()
        try change("UPDATE Note SET text = (SELECT text FROM Note WHERE _id = 1) WHERE _id = 2")
        try change(
            "UPDATE Note SET text = CAST(substr(text, 1, 20) || x'00' || substr(text, 22) AS BLOB) WHERE _id = 6"
        )
        try change("UPDATE Note SET text = CAST('plain' AS BLOB) WHERE _id = 7")
        let text = try #require(Self.state.layout.table("Note")?.column("text")?.seal)
        let lost = try text.sealed(.text("x"), of: 8, Self.keys(Self.third))
        try change("UPDATE Note SET text = ? WHERE _id = 8", [lost.databaseValue])
        let before = try sealed()
        for isTried in [true, false] {
            let rekeyer = Rekeyer(keys: Self.both)
            let report = try isTried ? rekeyer.rehearse(url) : rekeyer.rekey(url)
            #expect(report.isComplete && report.count == 7)
            let problems = report.unreadable.map { "\($0.count) \($0.problem): \($0.rows)" }
            #expect(
                problems == [
                    "2 damaged, or moved here from another object or attribute: [\"2\", \"6\"]",
                    "1 encrypted with another key than the one that was given as 'notes': [\"8\"]",
                    "1 not an encrypted value: [\"7\"]",
                ]
            )
        }
        let after = try sealed()
        for (name, value) in before {
            let isKept = ["text 2", "text 6", "text 7", "text 8"].contains(name)
            #expect((after[name] == value) == isKept, "\(name)")
        }
        #expect(try uses()["text"] == [.first: 4, .older: 2, .unknown: 1, nil: 1])
    }

    @Test("Without the older key, or without any, nothing is changed")
    func missingKey() throws {
        try create()
        let before = try files()
        for (keys, reason) in [
            (Self.keys(Self.new), SealingError.otherKey("notes")), (Self.keys(), .noKey("notes")),
        ] {
            let error = #expect(throws: StoreError.self) { try Rekeyer(keys: keys).rekey(url) }
            #expect(error?.reason == .keys([reason]))
            #expect(throws: StoreError.self) { try Rekeyer(keys: keys).rehearse(url) }
        }
        #expect(try files() == before)
    }

    @Test("A store with the greatest identity, and an empty one")
    func identities() throws {
        try create(rows: 1)
        let text = try #require(Self.state.layout.table("Note")?.column("text")?.seal)
        let sealed = try text.sealed(.text("last"), of: .max, Self.keys(Self.old))
        let sql = "INSERT INTO Note (_id, _entity, title, text) VALUES (?, 'Note', '', ?)"
        try change(sql, [Int64.max, sealed.databaseValue])
        let lowest = try text.sealed(.text("first"), of: .min, Self.keys(Self.old))
        try change(sql, [Int64.min, lowest.databaseValue])
        #expect(try Rekeyer(keys: Self.both).rekey(url).count == 3)
        #expect(try rows(Self.keys(Self.new)).count == 4)
        try change("DELETE FROM Note")
        #expect(try Rekeyer(keys: Self.both).rekey(url).isComplete)
    }

    @Test("Triggers that were added by hand do not take it for a change, and work afterwards")
    func triggers() throws {
        try create()
        try change(
            "CREATE TABLE log (x); CREATE TRIGGER mine AFTER UPDATE ON Note BEGIN INSERT INTO log VALUES (1); END"
        )
        #expect(try Rekeyer(keys: Self.both).rekey(url).count == 11)
        let queue = try DatabaseQueue(path: url.path)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM log") } == 0)
        try queue.close()
        let store = try Store.open(at: url, planner: planner, keys: Self.keys(Self.new))
        try store.database.write { try $0.execute(sql: "UPDATE Note SET title = 'x' WHERE _id = 1") }
        #expect(try store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM log") } == 1)
        try store.database.close()
    }

    private var planner: Planner {
        Planner(
            history: History(model: "Notes", entries: [History.Entry(Schema.Version(2), Self.schema)]),
            mappings: []
        )
    }

    // MARK: Other sealers

    /// A sealer that does not tell which key it used.
    private struct Silent: ValueSealer {
        let inner: AESGCMSealer

        func checkKey(_ key: String) throws(SealingError) { try inner.checkKey(key) }

        func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
            try inner.seal(value, key: key, context: context)
        }

        func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
            try inner.open(sealed, key: key, context: context)
        }
    }

    @Test("A sealer that does not tell which key it used encrypts all values again")
    func silentSealer() throws {
        try create()
        let before = try rows(Self.keys(Self.old))
        let keys = StoreKeys(Silent(inner: AESGCMSealer(KeyClosure { _ in [Self.new, Self.old].compactMap(\.self) })))
        #expect(try uses(keys)["text"] == [nil: 8])
        for _ in 1...2 { #expect(try Rekeyer(keys: keys).rekey(url).count == 11) }
        #expect(try rows(Self.keys(Self.new)) == before)
    }

    @Test("The key that was used is told from the value alone")
    func usedKey() throws {
        let provider = KeyClosure { _ in [Self.new, Self.old].compactMap(\.self) }
        let context = Data("context".utf8)
        func used(_ bytes: Data) throws -> UsedKey? {
            try AESGCMSealer(provider).usedKey(of: bytes, key: "notes", context: context)
        }
        func sealed(_ key: EncryptionKey?) throws -> Data {
            try AESGCMSealer(KeyClosure { _ in [key].compactMap(\.self) }).seal(Data(), key: "notes", context: context)
        }
        #expect(try used(sealed(Self.new))?.rank == .first)
        #expect(try used(sealed(Self.old))?.rank == .older)
        #expect(try used(sealed(Self.third))?.rank == .unknown)
        #expect(try used(sealed(Self.old))?.id == Self.old?.id.map { String(format: "%02x", $0) }.joined())
        for bytes in [Data(), Data([1]), Data(repeating: 1, count: 32), Data(repeating: 2, count: 80)] {
            #expect(try used(bytes) == nil)
        }
        // A slice does not begin at 0.
        #expect(try used((Data([9, 9]) + sealed(Self.new)).dropFirst(2))?.rank == .first)
        #expect(throws: SealingError.noKey("notes")) {
            try AESGCMSealer(KeyClosure { _ in [] }).usedKey(of: Data(), key: "notes", context: context)
        }
    }
}
