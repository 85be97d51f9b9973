import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// A large store is encrypted, and each byte of its files searched.
struct LargeStoreTests {
    private static let keys = StoreKeys(KeyClosure { _ in [EncryptionKey(bytes: Data(1...32))].compactMap(\.self) })

    /// 1: plain, with indexes. 2: encrypted.
    private static let versions: [Schema] = {
        func schema(_ key: String?) -> Schema {
            func attribute(_ name: String, isExternal: Bool = false, allowsLookup: Bool = false) -> Attribute {
                var attribute = Attribute(name, .string, isOptional: true)
                attribute.encryptionKey = key
                attribute.usesExternalStorage = isExternal
                attribute.allowsLookup = key != nil && allowsLookup
                return attribute
            }
            var note = Entity(
                "Note",
                attributes: [
                    Attribute("number", .int64), attribute("text"), attribute("name", allowsLookup: true),
                    attribute("page", isExternal: true),
                ]
            )
            let names = key == nil ? [["text"], ["name", "number"]] : [["number"]]
            note.indexes = names.map { Entity.Index($0.joined(), $0.map { .init($0) }) }
            return Schema(model: "Notes", entities: [note])
        }
        return [schema(nil), schema("notes")]
    }()

    /// Each piece of a text that is not much longer than one of them has one.
    private static let marks = ["Грюсе", "秘密の日", "Äpfel"]

    private static func text(_ number: Int, _ length: Int) -> String {
        (0..<length).map { "\(marks[(number + $0) % marks.count]) \(number)" }.joined(separator: " ")
    }

    /// How often a mark is in a file.
    private static func count(_ url: URL) throws -> Int {
        let content = try Data(contentsOf: url, options: .alwaysMapped)
        return marks.reduce(0) { count, mark in
            count
                + content.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Int in
                    let mark = Array(mark.utf8)
                    var (found, start) = (0, 0)
                    while let base = bytes.baseAddress, start < bytes.count,
                        let next = memmem(base + start, bytes.count - start, mark, mark.count)
                    {
                        found += 1
                        start = UnsafeRawPointer(next) - base + mark.count
                    }
                    return found
                }
        }
    }

    /// 2 MB; above 100 MB at night.
    @Test("Nothing is left of the texts of a large store in any byte of its files")
    func bytes() throws {
        let rows = TestScale.factor > 1 ? 300_000 : 5000
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-large-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "notes.sqlite")
        let files = ExternalFiles(ofStoreAt: url.path)
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: Self.versions[0])) {
            db,
            folder in
            let statement = try db.makeStatement(sql: "INSERT INTO Note (number, text, name, page) VALUES (?, ?, ?, ?)")
            for number in 1...rows {
                // Some texts take several pages, and some a file.
                let text = Self.text(number, number % 100 == 0 ? 600 : 8)
                let page =
                    number % (rows / 20) == 0
                    ? try ExternalFiles(folder: folder).write(Data(Self.text(number, 10_000).utf8)) : nil
                try statement.execute(arguments: [number, text, Self.text(number, 1), page])
            }
        }
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "ANALYZE; DELETE FROM Note WHERE number % 7 = 0; UPDATE Note SET name = text WHERE number % 11 = 0"
            )
        }
        let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Note") ?? 0 }
        try queue.close()
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        #expect(size > (TestScale.factor > 1 ? 100_000_000 : 1_000_000), "\(size)")
        #expect(try Self.count(url) > rows && files.names().count == 20)
        var migrator = Migrator(
            planner: Planner(
                history: History(
                    model: "Notes",
                    entries: Self.versions.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
                ),
                mappings: []
            )
        )
        migrator.keys = Self.keys
        #expect(try migrator.migrate(url).purge == .done)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            var isFolder: ObjCBool = false
            let file = folder.appending(path: name)
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            #expect(try Self.count(file) == 0, "\(name)")
        }
        let verification = try Verifier.verify(url, keys: Self.keys)
        #expect(verification.isSound, "\(verification.badValues)")
        // The texts and names of all rows, and the files, of which some went with their rows.
        #expect(verification.keyUses.reduce(0) { $0 + $1.count } == 2 * count + files.names().count + 1)
        try StoreContent.reading(url, keys: Self.keys) { content in
            let table = try #require(content.tables.first)
            let rows = try content.rows(of: table)
            let (number, text) = (
                rows.columns.firstIndex { $0.name == "number" } ?? 0, rows.columns.firstIndex { $0.name == "text" } ?? 0
            )
            var wrong = 0
            while let row = try rows.next() {
                guard case .integer(let value) = row.values[number] else { continue }
                let expected = Self.text(Int(value), value % 100 == 0 ? 600 : 8)
                if row.values[text] != .text(expected) { wrong += 1 }
            }
            #expect(wrong == 0)
        }
    }
}
