import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import ApusTestSupport
import Foundation
import Testing

@testable import ApusTesting

/// Dumping a store and loading its rows into an empty one gives an equal store.
struct RowTransferTests {
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// - Returns: The number of rows.
    private func roundTrip(_ schema: Schema, _ seeder: Seeder, _ format: RowFile.Format, _ name: String) throws -> Int {
        let folder = try Folder()
        let (one, other) = (folder.url.appending(path: "one.sqlite"), folder.url.appending(path: "other.sqlite"))
        let state = StoreState(version: nil, schema: schema)
        var seeder = seeder
        seeder.keys = .forTests
        do { try seeder.seed(one, holding: state) } catch is SeedProblem { return 0 }
        try StoreCreation.create(other, holding: state, keys: .forTests)
        let transfer = RowTransfer(keys: .forTests)
        let file = folder.url.appending(path: "rows")
        var text = ""
        let count = try transfer.dump(one, entity: nil, as: RowFile(format)) { text += $0 }
        try Data(text.utf8).write(to: file)
        let report = try transfer.load(
            try FileHandle(forReadingFrom: file),
            into: other,
            entity: nil,
            as: RowFile(format),
            named: "rows"
        )
        #expect(report.inserted == count && report.rows == count && report.updated == 0, "\(name)")
        let differences = try StoreContent.reading(one, keys: .forTests) { one in
            try StoreContent.reading(other, keys: .forTests) { try one.differences(to: $0) }
        }
        #expect(differences.isEmpty, "\(name): \(differences)")
        #expect(try Verifier.verifyAll(other, keys: .forTests).allSatisfy(\.isSound), "\(name)")
        return count
    }

    @Test func randomStoresAreEqual() throws {
        let first = TestSeed.chosen()
        var rows = 0
        for seed in first..<first + UInt64(12 * TestScale.factor) {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            let profile = SeedProfile.allCases[Int(seed % 3)]
            let seeder = Seeder(rows: 60, seed: seed, profile: profile)
            rows += try roundTrip(schema, seeder, seed % 2 == 0 ? .json : .ndjson, "seed \(seed)")
        }
        #expect(rows > 300)
    }

    @Test func storesOfRealModelsAreEqual() throws {
        var (number, rows) = (0, 0)
        for model in CorpusModels.all {
            for (name, schema) in model.versions {
                number += 1
                let isValid = !schema.validate().contains { $0.severity == .error }
                guard number % (TestScale.factor > 1 ? 15 : 60) == 0, isValid else { continue }
                let seeder = Seeder(rows: 80, seed: UInt64(number), profile: .adversarial)
                rows += try roundTrip(schema, seeder, .ndjson, "\(model.path) \(name)")
            }
        }
        #expect(rows > 0)
    }

    @Test func fieldsOfCSVKeepTheirTexts() throws {
        let folder = try Folder()
        var entity = Entity(
            "Note",
            attributes: [
                Attribute("title", .string), Attribute("text", .string, isOptional: true),
                Attribute("price", .decimal, isOptional: true), Attribute("at", .date, isOptional: true),
                Attribute("bytes", .data, isOptional: true),
            ]
        )
        entity.uniquenessConstraints = [["title"]]
        let state = StoreState(version: nil, schema: Schema(model: "Notes", entities: [entity]))
        let url = folder.url.appending(path: "notes.sqlite")
        try StoreCreation.create(url, holding: state)
        let file = folder.url.appending(path: "notes.csv")
        let csv =
            "\u{FEFF}title,text,price,at,bytes\r\n\"a \"\"b\"\", c\",\"two\r\nlines\",0.10,2026-05-01,aGk=\r\nd,\"\",,,\n\"\",,,,"
        try Data(csv.utf8).write(to: file)
        let transfer = RowTransfer()
        let report = try transfer.load(
            try FileHandle(forReadingFrom: file),
            into: url,
            entity: "Note",
            as: RowFile(.csv),
            named: "notes.csv"
        )
        #expect(report.inserted == 3)
        var text = ""
        _ = try transfer.dump(url, entity: "Note", as: RowFile(.csv)) { text += $0 }
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines[0] == "_id,title,text,price,at,bytes")
        #expect(
            lines[1...2].joined(separator: "\r\n").hasPrefix("1,\"a \"\"b\"\", c\",\"two\r\nlines\",0.1,2026-05-01")
        )
        #expect(lines[3] == "2,d,\"\",,," && lines[4] == "3,\"\",,,,")
    }
}
