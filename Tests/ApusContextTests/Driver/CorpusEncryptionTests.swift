import ApusMigration
import ApusSchema
import ApusSeeding
import ApusTestSupport
import Foundation
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// Encryption of attributes of real models.
struct CorpusEncryptionTests {
    private static let keys = StoreKeys(KeyClosure { _ in [EncryptionKey(bytes: Data(1...32))].compactMap(\.self) })

    /// The rows of a store, by table, and the texts in some columns.
    private struct Content {
        var rows: [String: [String]] = [:]
        var texts: Set<String> = []
        var otherTexts: [String] = []

        init(_ url: URL, _ sealed: Layout) throws {
            self = try StoreContent.reading(url, keys: CorpusEncryptionTests.keys) { content in
                var found = Content()
                for table in content.tables {
                    let rows = try content.rows(of: table)
                    while let row = try rows.next() {
                        found.rows[table.name, default: []].append("\(row.keys) \(row.values)")
                        for (column, value) in zip(rows.columns, row.values) {
                            guard case .text(let text) = value else { continue }
                            let isSealed = sealed.table(table.name)?.column(column.name)?.seal != nil
                            if isSealed { found.texts.insert(text) } else { found.otherTexts.append(text) }
                        }
                    }
                }
                return found
            }
        }

        private init() {}
    }

    /// The number of models in which attributes were encrypted, and of texts that were searched for.
    private struct Count {
        var stores = 0
        var texts = 0
        var refused = 0
    }

    private func check(_ schema: Schema, _ setting: String, seed: UInt64, _ count: inout Count) throws {
        let sealed = schema.encryptingSomeTexts(seed: seed)
        if sealed == schema { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-corpus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "store.sqlite")
        let state = StoreState(version: Schema.Version(1), schema: schema)
        do { try Seeder(rows: 100, seed: seed).seed(url, holding: state) } catch is SeedProblem {
            count.refused += 1
            return
        }
        let history = History(
            model: schema.model,
            entries: [schema, sealed, schema].enumerated().map {
                History.Entry(Schema.Version($0.offset + 1), $0.element)
            }
        )
        func migrate(to version: Int) throws -> PurgeOutcome {
            var migrator = Migrator(
                planner: Planner(history: history, mappings: []),
                target: .version(Schema.Version(version))
            )
            migrator.keys = Self.keys
            return try migrator.migrate(url).purge
        }
        let before = try Content(url, Layout(sealed))
        #expect(try migrate(to: 2) == .done, "\(setting)")
        let encrypted = try Content(url, Layout(sealed))
        #expect(encrypted.rows == before.rows, "\(setting)")
        #expect(try Verifier.verify(url, keys: Self.keys).isSound, "\(setting)")
        // Texts that are in no other column.
        let others = before.otherTexts.joined(separator: "\n")
        let samples = before.texts.filter { $0.utf8.count >= 12 && !others.contains($0) }.sorted().prefix(50)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap {
            FileManager.default.contents(atPath: folder.appending(path: $0).path)
        }
        for text in samples {
            #expect(files.allSatisfy { $0.range(of: Data(text.utf8)) == nil }, "\(setting): \(text)")
        }
        #expect(try migrate(to: 3) == .notNeeded, "\(setting)")
        #expect(try Content(url, Layout(sealed)).rows == before.rows, "\(setting)")
        let plain = try #require(FileManager.default.contents(atPath: url.path))
        // The search would have found them.
        if let text = samples.first(where: { $0.utf8.count < 500 }) {
            #expect(plain.range(of: Data(text.utf8)) != nil, "\(setting)")
        }
        count.stores += 1
        count.texts += samples.count
    }

    /// One version of three of the project's own models and one of 30 of the others, at night of five, always the same ones; with
    /// `APUS_CORPORA=all`, every one.
    @Test("Texts of real models are encrypted without a rest, and decrypted again")
    func models() throws {
        let isWhole = ProcessInfo.processInfo.environment["APUS_CORPORA"] == "all"
        var (number, count) = (0, Count())
        for model in CorpusModels.all {
            let share = model.isOwn ? 3 : TestScale.factor > 1 ? 5 : 30
            for (name, schema) in model.versions {
                number += 1
                let isValid = !schema.validate().contains { $0.severity == .error }
                guard isWhole || number % share == 0, isValid else { continue }
                try check(schema, "\(model.path) \(name)", seed: UInt64(number), &count)
            }
        }
        print(
            "encrypted texts of \(count.stores) versions of real models, searched for \(count.texts), \(count.refused) refused"
        )
        #expect(count.stores > 2 && count.texts > 20)
    }
}

extension Schema {
    /// The schema with some attributes for texts encrypted, as far as that is valid.
    fileprivate func encryptingSomeTexts(seed: UInt64) -> Schema {
        var random = ApusTestSupport.SplitMix64(seed: seed)
        var schema = self
        for entity in schema.entities.indices {
            for index in schema.entities[entity].attributes.indices {
                let attribute = schema.entities[entity].attributes[index]
                guard attribute.type == .scalar(.string), attribute.isKept, random.chance(70) else { continue }
                let before = schema
                schema.entities[entity].attributes[index].encryptionKey = "notes"
                if schema.validate().contains(where: { $0.severity == .error }) { schema = before }
            }
        }
        return schema
    }
}
