import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// Stores with encrypted attributes, with real keys and real files.
struct EncryptedStoreTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-encryption-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    // MARK: The history

    private static let key = EncryptionKey(bytes: Data(1...32))
    private static let newKey = EncryptionKey(bytes: Data(2...33))

    private static func keys(_ keys: EncryptionKey?...) -> StoreKeys {
        StoreKeys(KeyClosure { $0 == "notes" ? keys.compactMap(\.self) : [] })
    }

    private static let texts = ["Grüße aus dem Geheimfach", "", "秘密の日記帳", "ends\0here, or not"]

    /// 1: plain. 2: encrypted. 3: renamed, and the entity, too. 4: below a new parent. 5: plain again.
    private static let versions: [Schema] = {
        func schema(_ entity: String, _ text: String, encrypted: Bool, parent: Bool = false) -> Schema {
            var secret = Attribute(text, .string, isOptional: true, originalName: text == "secret" ? nil : "secret")
            var number = Attribute("number", .int64)
            var moment = Attribute("moment", .date, isOptional: true)
            if encrypted {
                (secret.encryptionKey, number.encryptionKey, moment.encryptionKey) = ("notes", "notes", "notes")
            }
            let title = Attribute("title", .string)
            var note = Entity(entity, attributes: [title] + (parent ? [] : [secret]) + [number, moment])
            if entity != "Note" { note.originalName = "Note" }
            guard parent else { return Schema(model: "Notes", entities: [note]) }
            note.parent = "Item"
            var item = Entity("Item", attributes: [secret])
            item.isAbstract = true
            return Schema(model: "Notes", entities: [item, note])
        }
        return [
            schema("Note", "secret", encrypted: false),
            schema("Note", "secret", encrypted: true),
            schema("Memo", "body", encrypted: true),
            schema("Memo", "body", encrypted: true, parent: true),
            schema("Memo", "body", encrypted: false, parent: true),
        ]
    }()

    private static func migrator(to version: Int, _ keys: StoreKeys?) -> Migrator {
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

    /// Makes a store of the first version.
    private func create(rows: Int = 4) throws {
        let state = StoreState(version: Schema.Version(1), schema: Self.versions[0])
        try StoreCreation.create(url, holding: state) { db, _ in
            for row in 1...rows {
                try db.execute(
                    sql: "INSERT INTO Note (_id, title, secret, number, moment) VALUES (?, ?, CAST(? AS TEXT), ?, ?)",
                    arguments: [
                        row, "title \(row)", Data(Self.texts[row % 4].utf8),
                        row == 3 ? Int64.min : 7_230_592_184_407_113 + Int64(row),
                        row == 2 ? nil : Double(row) + 0.1,
                    ]
                )
            }
            try db.execute(sql: "UPDATE Note SET secret = NULL WHERE _id = 4")
        }
    }

    private func rows(_ keys: StoreKeys?) throws -> [String] {
        try StoreContent.reading(url, keys: keys) { content in
            try content.tables.flatMap { table -> [String] in
                let rows = try content.rows(of: table)
                var found: [String] = []
                while let row = try rows.next() {
                    let values = zip(rows.columns, row.values).filter { $0.0.field != .entity }
                        .map { "\($0.0.field.text == "body" ? "secret" : $0.0.field.text)=\($0.1)" }
                    found.append(values.sorted().joined(separator: " "))
                }
                return found
            }
        }
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            found[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
        }
        return found
    }

    // MARK: Values

    @Test("Values stay what they are, whatever is encrypted, renamed and moved")
    func values() throws {
        let keys = Self.keys(Self.key)
        try create()
        let before = try rows(nil)
        #expect(before.count == 4)
        for version in 2...5 {
            try Self.migrator(to: version, keys).migrate(url)
            #expect(try rows(keys) == before, "version \(version)")
            let verification = try Verifier.verify(url, keys: keys)
            #expect(verification.isSound, "version \(version): \(verification.badValues)")
        }
    }

    @Test("Several stages at once give the same as one after the other", arguments: [3, 4, 5])
    func fused(to version: Int) throws {
        let keys = Self.keys(Self.key)
        try create()
        let before = try rows(nil)
        try Self.migrator(to: version, keys).migrate(url)
        #expect(try rows(keys) == before)
        #expect(try Verifier.verify(url, keys: keys).isSound)
    }

    @Test("A value that only moves up its hierarchy is not encrypted again, and needs no key")
    func moved() throws {
        let keys = Self.keys(Self.key)
        try create()
        try Self.migrator(to: 3, keys).migrate(url)
        func sealed(_ column: String) throws -> [Data?] {
            let queue = try DatabaseQueue(path: url.path)
            return try queue.read { try Data?.fetchAll($0, sql: "SELECT \"\(column)\" FROM Memo ORDER BY _id") }
        }
        let numbers = try sealed("number")
        _ = try Self.migrator(to: 3, nil).plan(url)
        // The root is another one now, so the values are others, too.
        #expect(throws: StoreError.self) { try Self.migrator(to: 4, nil).plan(url) }
        #expect(numbers.allSatisfy { $0?.first == 1 })
        #expect(Set(numbers).count == 4)
    }

    // MARK: Keys

    @Test("Without its key, a store is neither planned nor migrated, and not changed by a byte")
    func missingKey() throws {
        try create()
        let before = try files()
        for keys in [nil, StoreKeys(KeyClosure { _ in [] })] {
            for attempt in [
                { _ = try Self.migrator(to: 2, keys).plan(url) }, { try Self.migrator(to: 2, keys).migrate(url) },
                { _ = try Self.migrator(to: 2, keys).rehearse(url) },
                { _ = try Self.migrator(to: 2, keys).forecast(url) },
            ] {
                let error = #expect(throws: StoreError.self) { try attempt() }
                #expect(error?.reason == .keys([.noKey("notes")]))
            }
        }
        #expect(try files() == before)
        let history = Self.migrator(to: 2, nil).planner
        let fresh = folder.appending(path: "fresh.sqlite")
        #expect(throws: StoreError.self) {
            try Store.open(at: fresh, planner: history, target: .version(Schema.Version(2)))
        }
        #expect(throws: StoreError.self) {
            try Store.open(at: url, planner: history, target: .version(Schema.Version(2)))
        }
        #expect(try files() == before)
    }

    @Test("With another key, a store is not opened: new values would be encrypted with it")
    func otherKeyAtOpening() throws {
        try create(rows: 3)
        try Self.migrator(to: 2, Self.keys(Self.key)).migrate(url)
        let planner = Self.migrator(to: 2, nil).planner
        let target = Planner.Target.version(Schema.Version(2))
        let both = Self.keys(Self.newKey, Self.key)
        try Store.open(at: url, planner: planner, target: target, keys: both).database.close()
        let error = #expect(throws: StoreError.self) {
            try Store.open(at: url, planner: planner, target: target, keys: Self.keys(Self.newKey))
        }
        #expect(error?.reason == .keys([.otherKey("notes")]))
    }

    @Test("With another key, nothing is read as null or as something else, and nothing is written")
    func otherKey() throws {
        try create()
        try Self.migrator(to: 2, Self.keys(Self.key)).migrate(url)
        let other = Self.keys(Self.newKey)
        let before = try files()
        for version in [3, 5, 1] {
            let error = #expect(throws: StoreError.self) { try Self.migrator(to: version, other).migrate(url) }
            let text = error?.description ?? ""
            #expect(text.contains("encrypted with another key than the one that was given as 'notes'"))
            #expect(throws: StoreError.self) { try Self.migrator(to: version, other).plan(url) }
        }
        #expect(throws: StoreError.self) { try rows(other) }
        #expect(throws: StoreError.self) { try rows(nil) }
        #expect(try files() == before)
        let verification = try Verifier.verify(url, keys: other)
        #expect(verification.badValues.map(\.count) == [3, 4, 3])
        #expect(try Verifier.verify(url).isSound)
        // Both keys, while values are encrypted with either.
        let both = Self.keys(Self.newKey, Self.key)
        #expect(try rows(both).count == 4)
        try Self.migrator(to: 3, both).migrate(url)
        #expect(try rows(Self.keys(Self.newKey)).count == 4)
    }

    @Test(
        "A value that was damaged or moved to another object or attribute is found before the first write",
        arguments: [
            "UPDATE Note SET secret = (SELECT secret FROM Note WHERE _id = 1) WHERE _id = 2",
            "UPDATE Note SET secret = number WHERE _id = 2",
            "UPDATE Note SET secret = CAST(substr(secret, 1, length(secret) - 1) || x'00' AS BLOB) WHERE _id = 2",
            "UPDATE Note SET secret = CAST('plain' AS BLOB) WHERE _id = 2",
        ]
    )
    func moved(_ sql: String) throws {
        let keys = Self.keys(Self.key)
        try create()
        try Self.migrator(to: 2, keys).migrate(url)
        try change(sql)
        let before = try files()
        for version in [3, 5] {
            let error = #expect(throws: StoreError.self) { try Self.migrator(to: version, keys).migrate(url) }
            guard case .invalidValues(let values)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(values.map(\.rows) == [["2"]] && values.map(\.column) == ["secret"])
            #expect(throws: StoreError.self) { try Self.migrator(to: version, keys).plan(url) }
        }
        #expect(try files() == before)
        #expect(try Verifier.verify(url, keys: keys).badValues.map(\.rows) == [["2"]])
        #expect(throws: (any Error).self) { try rows(keys) }
    }

    // MARK: What is shown

    @Test("A dry run gives what the migration does, and shows no value")
    func dryRun() throws {
        let keys = Self.keys(Self.key)
        try create()
        let before = try rows(nil)
        for version in [2, 3, 5] {
            let rehearsal = try Self.migrator(to: version, keys).rehearse(url)
            let changed = rehearsal.effects.values.filter { $0.changed + $0.lost + $0.filled > 0 }
            #expect(changed.isEmpty, "\(changed)")
            #expect(rehearsal.effects.rows.isEmpty)
        }
        #expect(try rows(nil) == before)
        try Self.migrator(to: 2, keys).migrate(url)
        // Back, without the attribute: the samples of lost values would be those.
        let lost = Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("title", .string)])])
        let history = History(
            model: "Notes",
            entries: Self.versions.prefix(2).enumerated().map {
                History.Entry(Schema.Version($0.offset + 1), $0.element)
            }
                + [History.Entry(Schema.Version(3), lost)]
        )
        let mapping = Mapping(
            from: Schema.Version(2),
            to: Schema.Version(3),
            ["secret", "number", "moment"].map { .accept(ElementPath("Note", $0)) }
        )
        var migrator = Migrator(planner: Planner(history: history, mappings: [mapping]))
        migrator.keys = keys
        let effects = try migrator.rehearse(url).effects
        #expect(effects.values.flatMap(\.samples).compactMap(\.before).allSatisfy { $0 == "‹encrypted›" })
        #expect(effects.values.map(\.lost) == [3, 4, 3])
        let forecast = try migrator.forecast(url)
        #expect(!"\(forecast)".contains("Gr\u{fc}\u{df}e") && "\(forecast)".contains("‹encrypted›"))
    }

    // MARK: Bytes

    /// What must not be in any file any more.
    private static var plainForms: [Data] {
        texts.filter { $0.count > 4 }.map { Data($0.prefix(4).utf8) }
            + [1, 2, 4].map { row in
                withUnsafeBytes(of: (7_230_592_184_407_113 + Int64(row)).bigEndian) { Data($0).suffix(7) }
            }
    }

    private func findings() throws -> [String] {
        try files().sorted { $0.key < $1.key }.flatMap { name, content in
            Self.plainForms.filter { content.range(of: $0) != nil }.map { "\(name): \(Array($0))" }
        }
    }

    @Test(
        "No plain byte is left in the store, whatever way it is migrated",
        arguments: [
            TableStrategy.Rule.cheapest, .inPlace, .rebuild,
        ]
    )
    func bytes(rule: TableStrategy.Rule) throws {
        let keys = Self.keys(Self.key)
        try create(rows: 400)
        try change("CREATE INDEX by_hand ON Note (number, title)")
        try change("ANALYZE")
        try change("DROP INDEX by_hand")
        #expect(!(try findings()).isEmpty)
        var migrator = Self.migrator(to: 2, keys)
        migrator.rule = rule
        try migrator.migrate(url)
        #expect(try findings() == [])
        #expect(try rows(keys).count == 400)
    }

    @Test("Nothing is left of values in pages that were free before, nor in the log")
    func freePages() throws {
        let keys = Self.keys(Self.key)
        try create(rows: 400)
        let queue = try DatabaseQueue(path: url.path)
        // What apps leave behind that delete and change values without overwriting them.
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "UPDATE Note SET secret = 'short', number = 1 WHERE _id % 3 = 0")
            try db.execute(sql: "DELETE FROM Note WHERE _id % 3 = 1")
            try db.execute(sql: "CREATE TABLE other (x, y)")
            try db.execute(sql: "INSERT INTO other SELECT secret, number FROM Note")
            try db.execute(sql: "DROP TABLE other")
        }
        try queue.close()
        #expect(try findings().count > 3)
        let report = try Self.migrator(to: 2, keys).migrate(url)
        #expect(report.purge == .done)
        #expect(try findings() == [])
        #expect(try Verifier.verify(url, keys: keys).isSound)
        // Back again there is nothing to remove.
        #expect(try Self.migrator(to: 1, keys).migrate(url).purge == .notNeeded)
    }

    @Test("A reader that keeps the log is reported, and the next opening goes on")
    func reader() throws {
        let keys = Self.keys(Self.key)
        try create(rows: 400)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: url.path, configuration: configuration)
        try reader.inDatabase { db in
            try db.beginTransaction(.deferred)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM Note")
        }
        let report = try Self.migrator(to: 2, keys).migrate(url)
        guard case .incomplete = report.purge else {
            Issue.record("\(report.purge)")
            return
        }
        #expect(!(try findings()).isEmpty)
        #expect(try Verifier.verify(url, keys: keys).isSound)
        guard case .incomplete = try Self.migrator(to: 2, keys).migrate(url).purge else {
            Issue.record("the reader is still there")
            return
        }
        try reader.inDatabase { try $0.rollback() }
        try reader.close()
        let store = try Store.open(
            at: url,
            planner: Self.migrator(to: 2, nil).planner,
            target: .version(Schema.Version(2)),
            keys: keys
        )
        #expect(try findings() == [])
        try store.database.close()
        let again = try Self.migrator(to: 2, keys).migrate(url)
        #expect(again.purge == .notNeeded && again.plan.isEmpty)
    }

    @Test("Values that were set aside as they are keep the attribute from becoming encrypted")
    func setAside() throws {
        let keys = Self.keys(Self.key)
        try create()
        try change(StoreFormat.asideStatement)
        try change(
            "INSERT INTO apus_set_aside (model, reason, entity, object, property, value) "
                + "VALUES ('Notes', 'duplicate title', 'Note', 9, 'secret', 'Grüße')"
        )
        let error = #expect(throws: StoreError.self) { try Self.migrator(to: 2, keys).migrate(url) }
        #expect(error?.reason == .wouldReveal("Note.secret"))
        #expect(throws: StoreError.self) { try Self.migrator(to: 2, keys).plan(url) }
        try change("DELETE FROM apus_set_aside")
        #expect(try Self.migrator(to: 2, keys).migrate(url).purge == .done)
    }
}
