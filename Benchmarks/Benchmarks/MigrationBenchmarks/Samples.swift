import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB

/// The files that each run gets a copy of: the same rows, in the expert's layout and in that of Apus.
///
/// Apus' tables differ in this: they are STRICT, they have triggers that keep 32-bit numbers in their range, foreign keys
/// have no ON DELETE CASCADE (the runtime does that), and two tables more say what the store holds; the journal is a
/// write-ahead log.
struct Samples {
    let folder: URL
    let rows: Int

    var expert: URL { folder.appending(path: "base-\(rows).db") }
    var apus: URL { folder.appending(path: "base-\(rows).sqlite") }
    /// A store of the model of ``MappedChange``.
    var contacts: URL { folder.appending(path: "contacts-\(rows).sqlite") }

    /// A store of the model `People`.
    var people: URL { folder.appending(path: "people-\(rows).sqlite") }

    /// A store of the model `Notes`, and the same encrypted.
    var notes: URL { folder.appending(path: "notes-\(rows).sqlite") }
    var encryptedNotes: URL { folder.appending(path: "encrypted-notes-\(rows).sqlite") }

    /// Makes what is not there yet.
    func make() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: expert.path) { try makeExperts() }
        if !FileManager.default.fileExists(atPath: apus.path) { try makeApus() }
        if !FileManager.default.fileExists(atPath: contacts.path) { try makeContacts() }
        if !FileManager.default.fileExists(atPath: people.path) { try makePeople() }
        if !FileManager.default.fileExists(atPath: notes.path) { try makeNotes() }
        if !FileManager.default.fileExists(atPath: encryptedNotes.path) { try encryptNotes() }
    }

    private func makeExperts() throws {
        let draft: URL = folder.appending(path: "draft")
        try? FileManager.default.removeItem(at: draft)
        let database = try DatabaseQueue(path: draft.path)
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;
                    CREATE TABLE item (
                      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, sku TEXT NOT NULL, note TEXT,
                      qty INTEGER NOT NULL, price_cents INTEGER, weight REAL, payload BLOB
                    );
                    CREATE TABLE line (
                      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                      item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                      amount INTEGER NOT NULL, memo TEXT
                    );
                    """
            )
            try db.inTransaction {
                try fill(db)
                return .commit
            }
            try db.execute(
                sql: """
                    CREATE INDEX idx_item_sku ON item(sku);
                    CREATE INDEX idx_item_qty_price ON item(qty, price_cents);
                    CREATE INDEX idx_line_item ON line(item_id);
                    PRAGMA journal_mode=DELETE;
                    """
            )
        }
        try database.close()
        try FileManager.default.moveItem(at: draft, to: expert)
    }

    private func fill(_ db: Database) throws {
        var random = Numbers(state: 42)
        let letters: [Character] = Array("abcdefghijklmnopqrstuvwxyz")
        let words: [String] = (0..<5000).map { _ in
            String((0..<random.below(7) + 3).map { _ in letters[random.below(26)] })
        }
        func word() -> String { words[random.below(words.count)] }
        let item = try db.makeStatement(sql: "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for number in 1...rows {
            let digits = String((number &* 2_654_435_761) % 4_294_967_296)
            let sku = "SKU-" + String(repeating: "0", count: 10 - digits.count) + digits
            let note: String? = number.isMultiple(of: 5) ? nil : (0..<6).map { _ in word() }.joined(separator: " ")
            let payload = Data((0..<64).map { _ in UInt8(random.below(256)) })
            try item.execute(
                arguments: [
                    number, "\(word()) \(word())", sku, note, random.below(1000), random.below(1_000_000),
                    Double(random.below(1 << 52)) / Double(1 << 52) * 100, payload,
                ]
            )
        }
        let line = try db.makeStatement(sql: "INSERT INTO line VALUES (?, ?, ?, ?)")
        for number in 1...2 * rows {
            try line.execute(arguments: [number, random.below(rows) + 1, random.below(100), word()])
        }
        // The highest identity that was ever used is above all that are there.
        try db.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'item'", arguments: [rows + 100])
    }

    private func makeApus() throws {
        let draft: URL = folder.appending(path: "draft.sqlite")
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft.path + end) }
        let state = StoreState(version: Schema.Version(1), schema: Shop.base)
        try StoreCreation.create(draft, holding: state)
        let database = try DatabaseQueue(path: draft.path)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS expert", arguments: [expert.path])
            try db.execute(
                sql: """
                    INSERT INTO item (id, name, sku, note, qty, price_cents, weight, payload)
                    SELECT id, name, sku, note, qty, price_cents, weight, payload FROM expert.item;
                    INSERT INTO line (id, amount, memo, item_id) SELECT id, amount, memo, item_id FROM expert.line;
                    UPDATE sqlite_sequence SET seq = (SELECT seq FROM expert.sqlite_sequence WHERE name = 'item')
                    WHERE name = 'item';
                    DETACH expert;
                    PRAGMA wal_checkpoint(TRUNCATE);
                    """
            )
        }
        try database.close()
        try FileManager.default.moveItem(at: draft, to: apus)
    }

    private func makeContacts() throws {
        let draft = folder.appending(path: "draft-contacts.sqlite")
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft.path + end) }
        try StoreCreation.create(draft, holding: StoreState(version: Schema.Version(1), schema: MappedChange.base))
        let database = try DatabaseQueue(path: draft.path)
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                    INSERT INTO Contact (_id, given, family, street, city, country, score)
                    SELECT i, 'Given ' || (i % 1000), 'Family ' || i, iif(i % 3 = 0, NULL, 'Street ' || i),
                    'City ' || (i % 5000), iif(i % 10 = 0, NULL, 'Country ' || (i * 7919 % 200)), i % 100 FROM n;
                    INSERT INTO Prospect (_id, given, family) SELECT _id, given, 'Prospect ' || _id FROM Contact;
                    PRAGMA wal_checkpoint(TRUNCATE);
                    """
            )
        }
        try database.close()
        try FileManager.default.moveItem(at: draft, to: contacts)
    }

    private func makePeople() throws {
        try make(
            people,
            PeopleSchema.planner(),
            "Person (_id, given, family, score)",
            "i, 'Given ' || (i % 1000), 'Family ' || i, i % 100"
        )
    }

    private func makeNotes() throws {
        try make(notes, NotesSchema.planner(), "Note (_id, title, body)", "i, 'Note ' || i, \(Encryption.sql)")
    }

    private func encryptNotes() throws {
        let draft = folder.appending(path: "draft-notes.sqlite")
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft.path + end) }
        try FileManager.default.copyItem(at: notes, to: draft)
        try Encryption.migrator(to: 2).migrate(draft)
        try FileManager.default.moveItem(at: draft, to: encryptedNotes)
    }

    /// Makes a store of a model's first version, with a row for each number `i`.
    private func make(_ sample: URL, _ planner: Planner, _ columns: String, _ values: String) throws {
        let draft = folder.appending(path: "draft-objects.sqlite")
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft.path + end) }
        let store = try Store.open(at: draft, planner: planner, target: .version(Schema.Version(1)))
        try store.database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                    INSERT INTO \(columns) SELECT \(values) FROM n;
                    PRAGMA wal_checkpoint(TRUNCATE);
                    """
            )
        }
        try store.database.close()
        try FileManager.default.moveItem(at: draft, to: sample)
    }

    /// What a query returns for a store.
    static func content(_ path: String, _ query: String) throws -> String {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try database.read { db in "\(try Row.fetchOne(db, sql: query).map { Array($0.databaseValues) } ?? [])" }
    }

    /// What all ways to make a change have to agree on.
    static func content(_ path: String) throws -> String {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try database.read { db in
            let columns: [String] = try db.columns(in: "item").map(\.name).sorted()
            let sums = columns.map { "total(length(\($0))), total(\($0))" }.joined(separator: ", ")
            let items = try Row.fetchOne(db, sql: "SELECT count(*), \(sums) FROM item")
            let lines = try Row.fetchOne(db, sql: "SELECT count(*), total(id), total(item_id), total(amount) FROM line")
            let sequence = try Row.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'item'")
            return [items, lines, sequence].map { "\($0.map { Array($0.databaseValues) } ?? [])" }
                .joined(separator: "\n")
        }
    }
}

/// Random numbers that are the same everywhere (SplitMix64).
private struct Numbers {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
