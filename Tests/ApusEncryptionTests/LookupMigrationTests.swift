import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// Migrations of attributes that are looked up, with real keys and real files.
struct LookupMigrationTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-contacts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "contacts.sqlite")
    }

    // MARK: The history

    private static let key = EncryptionKey(bytes: Data(1...32))
    private static let other = EncryptionKey(bytes: Data(2...33))
    private static let keys = StoreKeys(KeyClosure { ($0 == "contacts" ? [key] : [other]).compactMap(\.self) })

    /// 1: plain. 2: encrypted. 3: looked up, and unique, the address alone and the phone with the name. 4: another attribute. 5: renamed,
    /// and the entity, too. 6: below a new parent, which has the address. 7: back in its own entity. 8: with another key. 9: encrypted without
    /// look-up. 10: plain, and unique.
    private static let versions: [Schema] = {
        func schema(
            _ entity: String = "Contact",
            _ address: String = "email",
            key: String?,
            lookup: Bool,
            unique: Bool,
            further: Bool = false,
            parent: String? = nil
        ) -> Schema {
            var email = Attribute(address, .string, originalName: address == "email" ? nil : "email")
            var phone = Attribute("phone", .int64, isOptional: true)
            (email.encryptionKey, email.allowsLookup) = (key, lookup)
            (phone.encryptionKey, phone.allowsLookup) = (key, lookup)
            let name = Attribute("name", .string)
            let more = further ? [Attribute("more", .string, isOptional: true)] : []
            let isAbove = parent == "with address"
            var contact = Entity(entity, attributes: [name] + (isAbove ? [] : [email]) + [phone] + more)
            if entity != "Contact" { contact.originalName = "Contact" }
            if unique { contact.uniquenessConstraints = (isAbove ? [] : [[address]]) + [["phone", "name"]] }
            guard parent != nil else { return Schema(model: "Contacts", entities: [contact]) }
            contact.parent = "Party"
            var party = Entity("Party", attributes: isAbove ? [email] : [])
            party.isAbstract = true
            if unique, isAbove { party.uniquenessConstraints = [[address]] }
            return Schema(model: "Contacts", entities: [party, contact])
        }
        return [
            schema(key: nil, lookup: false, unique: false),
            schema(key: "contacts", lookup: false, unique: false),
            schema(key: "contacts", lookup: true, unique: true),
            schema(key: "contacts", lookup: true, unique: true, further: true),
            schema("Person", "address", key: "contacts", lookup: true, unique: true, further: true),
            schema(
                "Person",
                "address",
                key: "contacts",
                lookup: true,
                unique: true,
                further: true,
                parent: "with address"
            ),
            schema("Person", "address", key: "contacts", lookup: true, unique: true, further: true, parent: "without"),
            schema("Person", "address", key: "private", lookup: true, unique: true, further: true, parent: "without"),
            schema("Person", "address", key: "private", lookup: false, unique: false, further: true, parent: "without"),
            schema("Person", "address", key: nil, lookup: false, unique: true, further: true, parent: "without"),
        ]
    }()

    private static func migrator(to version: Int, _ keys: StoreKeys? = keys) -> Migrator {
        let history = History(
            model: "Contacts",
            entries: versions.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
        )
        var migrator = Migrator(
            planner: Planner(history: history, mappings: []),
            target: .version(Schema.Version(version))
        )
        migrator.keys = keys
        return migrator
    }

    private func create(rows: Int = 5) throws {
        let state = StoreState(version: Schema.Version(1), schema: Self.versions[0])
        try StoreCreation.create(url, holding: state) { db, _ in
            for row in 1...rows {
                try db.execute(
                    sql: "INSERT INTO Contact (_id, name, email, phone) VALUES (?, ?, ?, ?)",
                    arguments: [
                        row, "name \(row % 2)", "Grüße\(row)@example.org",
                        row == 2 ? nil : 7_230_592_184_407_113 + Int64(row / 2),
                    ]
                )
            }
        }
    }

    private func rows() throws -> [String] {
        try StoreContent.reading(url, keys: Self.keys) { content in
            try content.tables.flatMap { table -> [String] in
                let rows = try content.rows(of: table)
                var found: [String] = []
                while let row = try rows.next() {
                    let values = zip(rows.columns, row.values).filter {
                        $0.0.field != .entity && $0.0.name != "Person.more"
                    }
                    .filter { $0.0.field.text != "more" }
                    .map { "\($0.0.field.text == "address" ? "email" : $0.0.field.text)=\($0.1)" }
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

    private func ask(_ sql: String) throws -> [String] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { try String.fetchAll($0, sql: sql) }
    }

    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            found[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
        }
        return found
    }

    private func expectSound(_ version: Int) throws {
        let verification = try Verifier.verify(url, keys: Self.keys)
        #expect(verification.isSound, "version \(version): \(verification.badValues) \(verification.drifts)")
        let lookups = Layout(Self.versions[version - 1]).lookups
        for (table, column, _) in lookups {
            let count = try ask("SELECT count(\"\(column.name)\") FROM \"\(table.name)\"")
            #expect(count == [column.field == .lookup(["phone"]) ? "4" : "5"], "version \(version)")
        }
        let names = Set(lookups.map(\.lookup.seal.key))
        // A store has the table from the first lookups on.
        let table = "SELECT name FROM sqlite_schema WHERE name = 'apus_lookup_key'"
        let isThere = try !ask(table).isEmpty
        #expect(Set(isThere ? try ask("SELECT key FROM apus_lookup_key") : []) == names, "version \(version)")
    }

    // MARK: Values

    @Test("Lookups follow their values, step by step and in every way", arguments: TableStrategy.Rule.allCases)
    func steps(rule: TableStrategy.Rule) throws {
        try create()
        let before = try rows()
        for version in 2...10 {
            var migrator = Self.migrator(to: version)
            migrator.rule = rule
            try migrator.migrate(url)
            #expect(try rows() == before, "version \(version)")
            try expectSound(version)
        }
    }

    @Test("Several stages at once, from each version to each later one")
    func fused() throws {
        for from in 1...9 {
            for to in from + 1...10 {
                try? FileManager.default.removeItem(at: url)
                try create()
                let before = try rows()
                if from > 1 { try Self.migrator(to: from).migrate(url) }
                try Self.migrator(to: to).migrate(url)
                #expect(try rows() == before, "\(from) to \(to)")
                try expectSound(to)
            }
        }
    }

    @Test("And back to each earlier version, as far as no value is lost")
    func back() throws {
        for (from, version) in (4...9).map({ (10, $0) }) + [(3, 2), (3, 1), (2, 1)] {
            try? FileManager.default.removeItem(at: url)
            try create()
            let before = try rows()
            try Self.migrator(to: from).migrate(url)
            try Self.migrator(to: version).migrate(url)
            #expect(try rows() == before, "back to \(version)")
            try expectSound(version)
        }
    }

    @Test("Rows that are copied keep their lookups, for which no key is needed")
    func takenOver() throws {
        try create()
        try Self.migrator(to: 3).migrate(url)
        let before = try ask("SELECT hex(\"email.lookup\") FROM Contact ORDER BY _id")
        #expect(Set(before).count == 5)
        var migrator = Self.migrator(to: 4, nil)
        migrator.rule = .rebuild
        try migrator.migrate(url)
        #expect(try ask("SELECT hex(\"email.lookup\") FROM Contact ORDER BY _id") == before)
        #expect(throws: StoreError.self) { try Self.migrator(to: 5, nil).plan(url) }
        try expectSound(4)
    }

    @Test("A secret that a store has lost is found before the first write")
    func lostSecret() throws {
        try create()
        try Self.migrator(to: 4).migrate(url)
        try change("UPDATE apus_lookup_key SET secret = x'01'")
        let before = try files()
        let error = #expect(throws: StoreError.self) { try Self.migrator(to: 5).migrate(url) }
        #expect(error?.reason == .keys([.lostLookups("contacts")]))
        #expect(try files() == before)
        let found = try Verifier.verify(url, keys: Self.keys).badValues
        #expect(found.map(\.count) == [5, 4] && found.allSatisfy(\.isUnreadable))
        #expect(error?.description.contains("apus_lookup_key") == true)
        // A version that makes lookups with another key, or none, does not need it.
        let rows = try rows()
        try Self.migrator(to: 9).migrate(url)
        #expect(try self.rows() == rows)
        try expectSound(9)
    }

    // MARK: Unique values

    @Test("Values that would have to be unique are found before the first write, and not shown", arguments: [1, 2])
    func duplicates(from version: Int) throws {
        try create()
        try change("UPDATE Contact SET email = 'Grüße1@example.org' WHERE _id IN (1, 4)")
        try change("UPDATE Contact SET phone = 12345678, name = 'same' WHERE _id IN (3, 5)")
        if version > 1 { try Self.migrator(to: version).migrate(url) }
        let before = try files()
        let error = #expect(throws: StoreError.self) { try Self.migrator(to: 3).migrate(url) }
        guard case .failedValues(let failed)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failed.count == 2)
        let text = "\(error?.description ?? "")\(failed)"
        #expect(!text.contains("example.org") && !text.contains("lookup") && !text.contains("12345678"), "\(text)")
        #expect(try files() == before)
        #expect(throws: StoreError.self) { try Self.migrator(to: 3).plan(url) }
    }

    // MARK: Bytes

    @Test("No plain byte is left, and equal values have other lookups in another store and another attribute")
    func bytes() throws {
        try create(rows: 400)
        try change("CREATE INDEX by_hand ON Contact (email, phone)")
        try change("ANALYZE")
        try change("DROP INDEX by_hand")
        try Self.migrator(to: 3).migrate(url)
        for (name, content) in try files() {
            for plain in ["@example", "Grüße"] {
                #expect(content.range(of: Data(plain.utf8)) == nil, "\(name): \(plain)")
            }
            let number = withUnsafeBytes(of: (7_230_592_184_407_113 as Int64 + 2).bigEndian) { Data($0).suffix(7) }
            #expect(content.range(of: number) == nil, "\(name)")
        }
        let lookups = Set(try ask("SELECT hex(\"email.lookup\") FROM Contact"))
        #expect(lookups.count == 400)
        try FileManager.default.removeItem(at: url)
        try create(rows: 400)
        try Self.migrator(to: 3).migrate(url)
        #expect(lookups.isDisjoint(with: try ask("SELECT hex(\"email.lookup\") FROM Contact")))
    }

    @Test("The lookup of a value is part of the format")
    func format() throws {
        // HMAC-SHA256 over the lines and the class and bytes of the text, computed by another program.
        let zeros = Data(repeating: 0, count: 32)
        let keys = StoreKeys(TransparentSealer())
        let sealed = try keys.sealer.seal(zeros, key: "k", context: Data("apus lookups 1\nContacts\nk".utf8))
        let secret = try LookupSecret(sealed, of: "Contacts", "k", keys)
        let lookup = secret.lookup(of: .text("é"), "Contact/email")
        guard case .blob(let bytes) = lookup else { return #expect(Bool(false)) }
        #expect(bytes.map { String(format: "%02x", $0) }.joined() == "32bac19ed78d20a2ae77f3142688c1af")
        #expect(secret.lookup(of: .real(-0.0), "A/b") == secret.lookup(of: .real(0), "A/b"))
        #expect(secret.lookup(of: .real(1), "A/b") != secret.lookup(of: .integer(1), "A/b"))
        #expect(secret.lookup(of: .null, "A/b") == .null)
        #expect(throws: SealingError.lostLookups("k")) { try LookupSecret(sealed, of: "Others", "k", keys) }
        #expect(throws: SealingError.lostLookups("k")) { try LookupSecret(nil, of: "Contacts", "k", keys) }
        #expect(throws: SealingError.noKey("k")) { try LookupSecret(sealed, of: "Contacts", "k", nil) }
    }
}
