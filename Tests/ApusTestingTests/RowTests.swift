import ApusFiles
import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusTesting

/// The rows of stores, compared and digested.
@Suite struct RowTests {
    private let schema: Schema = {
        var photo = Attribute("photo", .data, isOptional: true)
        photo.usesExternalStorage = true
        var changed = Attribute("changed", .date, isOptional: true)
        changed.derivation = .now
        let attributes = [
            Attribute("name", .string), Attribute("size", .double, isOptional: true), photo, changed,
        ]
        let parent = Entity("Item", attributes: attributes)
        var child = Entity("Special", attributes: [Attribute("more", .int16, isOptional: true)])
        child.parent = "Item"
        let tags = Relationship.toMany("tags", "Tag")
        let box = Entity("Box", relationships: [tags])
        return Schema(model: "M", entities: [parent, child, box, Entity("Tag")])
    }()

    private func withStores<Result>(_ seeds: [UInt64], _ work: ([URL]) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-rows-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = StoreState(version: Schema.Version(1), schema: schema)
        return try work(
            try seeds.enumerated().map { index, seed in
                let url = folder.appending(path: "\(index).sqlite")
                try Seeder(rows: 40, seed: seed, profile: .adversarial).seed(url, holding: state)
                return url
            }
        )
    }

    private func differences(_ urls: [URL]) throws -> [String] {
        try StoreContent.reading(urls[0]) { one in
            try StoreContent.reading(urls[1]) { two in
                try one.differences(to: two).map { $0.text("at once", "step by step") }
            }
        }
    }

    private func digests(_ urls: [URL]) throws -> [RowDigest] {
        try urls.map { url in try StoreContent.reading(url) { try RowDigest(of: $0) } }
    }

    private func change(_ url: URL, _ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: url.path, configuration: configuration)
        try database.write { db in
            // The rules of the store call functions of Apus.
            for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
                try db.execute(sql: "DROP TRIGGER \"\(name)\"")
            }
            try db.execute(sql: sql)
        }
        try database.close()
    }

    @Test func equalRowsAreEqualWhereverTheyAreStored() throws {
        try withStores([1, 1]) { urls in
            #expect(try differences(urls) == [])
            // The moment of a write is not compared, and neither is where a large value is.
            try change(urls[1], "UPDATE Item SET changed = 5, size = CASE size WHEN 0.0 THEN -0.0 ELSE size END")
            #expect(try differences(urls) == [])
            let digests = try digests(urls)
            #expect(digests[0] == digests[1])
            #expect(Set(digests[0].parts.keys) == ["Item", "Special", "Box", "Box.tags", "Tag"])
        }
    }

    @Test func aDifferentValueIsFound() throws {
        try withStores([1, 1]) { urls in
            try change(urls[1], "UPDATE Item SET name = 'x' || char(0) || 'y' WHERE _id = 2")
            try change(urls[0], "UPDATE Item SET name = 'x' || char(0) || 'z' WHERE _id = 2")
            let found = try differences(urls)
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("'name' of ") == true)
            let digests = try digests(urls)
            #expect(digests[0].differences(to: digests[1]).count == 1)
            #expect(digests[0].differences(to: digests[1]).first?.contains("but other values") == true)
        }
    }

    @Test func aMissingRowIsFoundOnEitherSide() throws {
        try withStores([1, 1]) { urls in
            try change(urls[1], "DELETE FROM Tag WHERE _id = (SELECT min(_id) FROM Tag)")
            let found = try differences(urls)
            #expect(found.contains { $0.hasPrefix("Tag ") && $0.hasSuffix(": a row at once, no row step by step") })
            #expect(try differences(urls.reversed()).contains { $0.hasSuffix(": no row at once, a row step by step") })
            let digests = try digests(urls)
            #expect(digests[0].differences(to: digests[1]).contains { $0.hasPrefix("Tag: expected ") })
        }
    }

    @Test func otherSeedsMakeOtherRows() throws {
        try withStores([1, 2]) { urls in
            let found = try differences(urls)
            #expect(found.count == 3)
        }
    }
}
