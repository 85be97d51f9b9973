import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// The keys of lookups: when they are needed, and how they are changed.
struct LookupKeyTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-lookups-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "contacts.sqlite")
    }

    private static let old = EncryptionKey(bytes: Data(1...32))
    private static let new = EncryptionKey(bytes: Data(2...33))

    private static func keys(_ keys: EncryptionKey?...) -> StoreKeys {
        StoreKeys(KeyClosure { $0 == "contacts" ? keys.compactMap(\.self) : [] })
    }

    private static let both = keys(new, old)

    private static func secret(_ name: String, _ type: ScalarType = .string, lookup: Bool = true) -> Attribute {
        var attribute = Attribute(name, .scalar(type), isOptional: true)
        (attribute.encryptionKey, attribute.allowsLookup) = ("contacts", lookup)
        return attribute
    }

    private static func schema(_ attributes: [Attribute], _ others: [Entity] = [], unique: Bool = false) -> Schema {
        var contact = Entity("Contact", attributes: [Attribute("name", .string)] + attributes)
        if unique { contact.uniquenessConstraints = [["email"]] }
        return Schema(model: "Contacts", entities: [contact] + others)
    }

    /// 1: encrypted. 2: and another attribute is looked up. 3: a new entity has one, instead.
    private static let versions = [
        schema([secret("email", lookup: false)]),
        schema([secret("email", lookup: false), secret("code")]),
        schema([secret("email", lookup: false)], [Entity("Tag", attributes: [secret("code")])]),
    ]

    /// An attribute that is looked up, and unique.
    private static let state = StoreState(
        version: Schema.Version(1),
        schema: schema([secret("email"), secret("phone", .int64)], unique: true)
    )

    private func create(
        _ state: StoreState = StoreState(version: Schema.Version(1), schema: versions[0]),
        rows: Int = 20
    ) throws {
        let seals = try #require(state.layout.table("Contact")).columns.compactMap { column in
            column.seal.map { (column.name, $0) }
        }
        try StoreCreation.create(url, holding: state, keys: Self.keys(Self.old)) { db, _ in
            for row in 0..<rows {
                let identity = Int64(row + 1)
                try db.execute(
                    sql: "INSERT INTO Contact (_id, name) VALUES (?, ?)",
                    arguments: [identity, "name \(row)"]
                )
                for (name, seal) in seals {
                    let value: StoredValue = name == "email" ? .text("address \(row)") : .integer(Int64(row / 2))
                    let sealed = try seal.sealed(value, of: identity, Self.keys(Self.old))
                    try db.execute(
                        sql: "UPDATE Contact SET \"\(name)\" = ? WHERE _id = ?",
                        arguments: [sealed.databaseValue, identity]
                    )
                }
            }
        }
    }

    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            found[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
        }
        return found
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func blobs(_ sql: String) throws -> [Data] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { try Data.fetchAll($0, sql: sql) }
    }

    private func rows(_ keys: StoreKeys) throws -> [String] {
        try StoreContent.reading(url, keys: keys) { content in
            try content.tables.flatMap { table -> [String] in
                let rows = try content.rows(of: table)
                var found: [String] = []
                while let row = try rows.next() { found.append("\(row.values)") }
                return found
            }
        }
    }

    private static func migrator(to version: Int, _ keys: StoreKeys?, _ schemas: [Schema]) -> Migrator {
        let history = History(
            model: "Contacts",
            entries: schemas.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
        )
        var migrator = Migrator(
            planner: Planner(history: history, mappings: []),
            target: .version(Schema.Version(version))
        )
        migrator.keys = keys
        return migrator
    }

    // MARK: New lookups

    @Test("A new attribute or entity with lookups needs the key of the store's values", arguments: [2, 3])
    func newLookups(version: Int) throws {
        let schemas = [Self.versions[0], Self.versions[version - 1]]
        try create()
        let before = try files()
        for (keys, problem) in [
            (nil, SealingError.noKey("contacts")), (Self.keys(Self.new), .otherKey("contacts")),
        ] {
            let migrator = Self.migrator(to: 2, keys, schemas)
            #expect(throws: StoreError(url.relativePath, .keys([problem]))) { try migrator.migrate(url) }
            #expect(throws: StoreError(url.relativePath, .keys([problem]))) { try migrator.plan(url) }
            #expect(throws: StoreError(url.relativePath, .keys([problem]))) { try migrator.rehearse(url) }
            #expect(try files() == before, "\(problem)")
        }
        let content = try rows(Self.keys(Self.old))
        try Self.migrator(to: 2, Self.keys(Self.old), schemas).migrate(url)
        #expect(try Verifier.verify(url, keys: Self.keys(Self.old)).isSound)
        #expect(try rows(Self.keys(Self.old)).count == content.count)
    }

    @Test("A store with lookups is not created without their key")
    func created() throws {
        let error = #expect(throws: StoreError.self) { try StoreCreation.create(url, holding: Self.state) }
        #expect(error?.reason == .keys([.noKey("contacts")]))
        #expect(try files().isEmpty)
    }

    // MARK: Secrets

    @Test("A secret of another key, or a lost one, is reported without values, too")
    func secretsWithoutValues() throws {
        try create(Self.state, rows: 0)
        #expect(try Verifier.verify(url, keys: Self.keys(Self.old)).isSound)
        let other = try Verifier.verify(url, keys: Self.keys(Self.new))
        #expect(other.badValues.map(\.table) == ["apus_lookup_key"])
        #expect(other.badValues.map(\.problem) == [SealingError.otherKey("contacts").reason])
        try change("DROP TABLE apus_lookup_key")
        let lost = try Verifier.verify(url, keys: Self.keys(Self.old))
        #expect(lost.badValues.map(\.problem) == [SealingError.lostLookups("contacts").reason])
    }

    @Test("A store without the table of secrets is migrated to a version without lookups")
    func tableIsGone() throws {
        let schemas = [
            Self.state.schema,
            Self.schema([Self.secret("email", lookup: false), Self.secret("phone", .int64, lookup: false)]),
        ]
        try create(Self.state)
        try change("DROP TABLE apus_lookup_key")
        try Self.migrator(to: 2, Self.keys(Self.old), schemas).migrate(url)
        #expect(try rows(Self.keys(Self.old)).count == 20)
    }

    // MARK: Changing keys

    /// Checks that the store only needs its new key, and that nothing is left of the lookups and the secret from before.
    private func expectChanged(_ before: [String], _ bytes: [Data]) throws {
        let keys = Self.keys(Self.new)
        let verification = try Verifier.verify(url, keys: keys)
        #expect(verification.isSound, "\(verification.badValues)")
        #expect(verification.keyUses.allSatisfy { $0.used?.rank == .first })
        #expect(verification.keyUses.contains { $0.table == "apus_lookup_key" && $0.count == 1 })
        #expect(try rows(keys) == before)
        for (name, content) in try files() {
            #expect(bytes.allSatisfy { content.range(of: $0) == nil }, "\(name)")
        }
        let again = try Rekeyer(keys: Self.both).rekey(url)
        #expect(again.count == 0 && again.purge == .notNeeded)
    }

    private func lookups() throws -> [Data] { try blobs("SELECT \"email.lookup\" FROM Contact ORDER BY _id") }

    @Test("With the key, the secret and all lookups change", arguments: [20, 0])
    func rekeyed(rows count: Int) throws {
        try create(Self.state, rows: count)
        let before = try rows(Self.keys(Self.old))
        let bytes = try lookups() + blobs("SELECT secret FROM apus_lookup_key").map { $0.suffix(32) }
        #expect(bytes.count == count + 1)
        let content = try files()
        for data in bytes { #expect(content.values.contains { $0.range(of: data) != nil }) }
        let rehearsed = try Rekeyer(keys: Self.both).rehearse(url)
        #expect(rehearsed.count == count * 2 + 1 && rehearsed.isComplete)
        #expect(try lookups() + blobs("SELECT secret FROM apus_lookup_key").map { $0.suffix(32) } == bytes)
        let uses = try Verifier.verify(url, keys: Self.both).keyUses.filter { $0.table == "apus_lookup_key" }
        #expect(uses.map(\.used?.rank) == [.older])

        let report = try Rekeyer(keys: Self.both).rekey(url)
        #expect(report.count == count * 2 + 1 && report.purge == .done)
        #expect(report.values.contains { $0.table == "apus_lookup_key" && $0.count == 1 && $0.key == "contacts" })
        try expectChanged(before, bytes)
        // Equal values have equal lookups.
        let phones = try blobs("SELECT \"phone.lookup\" FROM Contact ORDER BY _id")
        #expect(Set(phones).count == count / 2)
        for index in stride(from: 0, to: count, by: 2) { #expect(phones[index] == phones[index + 1]) }
    }

    @Test("Interrupted after the last value, the next run makes the secret")
    func interrupted() throws {
        struct Interruption: Error {}
        try create(Self.state)
        let before = try rows(Self.keys(Self.old))
        let bytes = try lookups() + blobs("SELECT secret FROM apus_lookup_key").map { $0.suffix(32) }
        let queue = try DatabaseQueue(path: url.path)
        queue.unsafeRead { SealFunctions.add(to: $0, Self.both, nil) }
        var isInterrupted = false
        var rekeying = Rekeying(
            of: [Self.state.layout],
            path: "",
            keys: Self.both,
            files: ExternalFiles(ofStoreAt: url.path)
        ) { _ in
            if isInterrupted { throw Interruption() }
        }
        try queue.writeWithoutTransaction { db in
            while let rows = try rekeying.search(db) { try rekeying.rewrite(rows, db) }
            isInterrupted = true
            #expect(throws: Interruption.self) { try rekeying.finish(db) }
        }
        try queue.close()
        #expect(!rekeying.report.isComplete)
        #expect(try lookups() + blobs("SELECT secret FROM apus_lookup_key").map { $0.suffix(32) } == bytes)
        #expect(try rows(Self.both) == before)
        let rest = try Rekeyer(keys: Self.both).rekey(url)
        #expect(rest.count == 1 && rest.values.map(\.table) == ["apus_lookup_key"] && rest.purge == .done)
        try expectChanged(before, bytes)
    }

    @Test("A damaged value keeps its lookup, and stops nothing")
    func damaged() throws {
        try create(Self.state)
        let before = try lookups()
        try change("UPDATE Contact SET email = (SELECT email FROM Contact WHERE _id = 1) WHERE _id = 2")
        let report = try Rekeyer(keys: Self.both).rekey(url)
        #expect(report.isComplete && report.count == 40 && report.unreadable.map(\.rows) == [["2"]])
        let after = try lookups()
        for row in 0..<20 { #expect((before[row] == after[row]) == (row == 1), "\(row)") }
        let found = try Verifier.verify(url, keys: Self.keys(Self.new)).badValues
        #expect(found.map(\.column) == ["email"] && found.map(\.count) == [1])
    }

    @Test("A secret that is lost is made again", arguments: [true, false])
    func repaired(isTableLost: Bool) throws {
        try create(Self.state)
        let before = try rows(Self.keys(Self.old))
        try change(isTableLost ? "DROP TABLE apus_lookup_key" : "UPDATE apus_lookup_key SET secret = x'01'")
        #expect(try !Verifier.verify(url, keys: Self.keys(Self.old)).isSound)
        let report = try Rekeyer(keys: Self.keys(Self.old)).rekey(url)
        #expect(report.values.map(\.table) == ["apus_lookup_key"] && report.isComplete)
        #expect(try Verifier.verify(url, keys: Self.keys(Self.old)).isSound)
        #expect(try rows(Self.keys(Self.old)) == before)
    }

    @Test("Without values, a secret of another key is a reason not to begin")
    func otherKey() throws {
        try create(Self.state, rows: 0)
        let before = try files()
        let error = #expect(throws: StoreError.self) { try Rekeyer(keys: Self.keys(Self.new)).rekey(url) }
        #expect(error?.reason == .keys([.otherKey("contacts")]))
        #expect(try files() == before)
    }

    // MARK: Speed

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func add() { lock.withLock { count += 1 } }
        func take() -> Int {
            lock.withLock {
                defer { count = 0 }
                return count
            }
        }
    }

    @Test("The lookup of a given value is computed once, and not per row")
    func once() throws {
        let lookup = try #require(Self.state.layout.lookups.first).lookup
        let calls = Counter()
        let queue = try DatabaseQueue()
        try queue.write { db in
            db.add(
                function: DatabaseFunction("apus_lookup", argumentCount: 6, pure: true) { _ in
                    calls.add()
                    return Data([1])
                }
            )
            try db.execute(sql: StoreFormat.lookupStatement)
            try db.execute(sql: "CREATE TABLE t (x BLOB); INSERT INTO t VALUES (x'01'), (x'02'), (x'03'), (x'04')")
            func count(_ condition: String) throws -> Int {
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t WHERE \(condition)")
                return calls.take()
            }
            let (once, each) = (
                SealFunctions.lookupOnce(lookup, SQLStatement("'a'")).sql,
                SealFunctions.lookup(lookup, SQLStatement("'a'")).sql
            )
            #expect(try count("x <> \(each)") == 4)
            #expect(try count("x <> \(once)") == 1)
            #expect(try count("x = \(once)") == 1)
            #expect(try count("x NOT IN (\(once), \(once))") <= 2)
        }
    }
}
