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
    /// - Returns: The number of rows.
    private func roundTrip(_ schema: Schema, _ seeder: Seeder, _ format: RowFile.Format, _ name: String) throws -> Int {
        let folder = try RowBench.Folder()
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
                // The first one, where there are only the project's own.
                let isChosen = rows == 0 || number % (TestScale.factor > 1 ? 15 : 60) == 0
                guard isChosen, isValid else { continue }
                let seeder = Seeder(rows: 80, seed: UInt64(number), profile: .adversarial)
                rows += try roundTrip(schema, seeder, .ndjson, "\(model.path) \(name)")
            }
        }
        #expect(rows > 0)
    }

    @Test func fieldsOfCSVKeepTheirTexts() throws {
        let folder = try RowBench.Folder()
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

    @Test func csvOfSubentitiesCanBeLoaded() throws {
        func entities() -> [Entity] {
            let colour = Attribute("colour", .string)
            return [
                Entity("Animal", attributes: [Attribute("name", .string)]),
                Entity("Dog", parent: "Animal", attributes: [Attribute("breed", .string), colour]),
                Entity("Cat", parent: "Animal", attributes: [Attribute("lives", .int16), Attribute("colour", .int16)]),
            ]
        }
        let one = try RowBench(entities())
        let text =
            "_id,_entity,name,breed,colour,lives\r\n1,Animal,a,,,\r\n2,Dog,b,Pug,red,\r\n3,Cat,c,,7,9\r\n"
        #expect(try one.load(text, "Animal").inserted == 3)
        let dump = try one.dump("Animal")
        #expect(dump == text)
        let other = try RowBench(entities())
        #expect(try other.load(dump, "Animal").inserted == 3)
        #expect(try other.dump("Animal") == dump)
        // A value of another entity is still an error, and so is a name that no entity has.
        #expect(throws: RowLoadError.self) { try other.load("_entity,name,lives\nDog,x,1\n", "Animal") }
        #expect(throws: RowLoadError.self) { try other.load("_entity,name,live\nCat,x,\n", "Animal") }
        #expect(throws: RowLoadError.self) { try other.load("name,breed,colour,lives\nx,y,z,\n", "Dog") }
        // After the greatest identity, there would be none for other objects.
        #expect(throws: RowLoadError.self) { try other.load("_id,name\n\(Int64.max),x\n", "Animal") }
        #expect(try other.dump("Animal") == dump)
    }

    @Test func textsOfCSVMayHaveAnyScalars() throws {
        func entities() -> [Entity] { [Entity("Note", attributes: [Attribute("text", .string, isOptional: true)])] }
        let texts = ["a\"\u{301}b", "\"\u{FE0F}", "\u{301},\"\u{200D}\"", "\u{FEFF}x", "\r\n", ",\u{301}", ""]
        let one = try RowBench(entities())
        let rows = texts.map { text in
            var field = "\""
            for scalar in text.unicodeScalars { field += scalar == "\"" ? "\"\"" : String(scalar) }
            return field + "\"\r\n"
        }
        #expect(try one.load("text\r\n" + rows.joined(), "Note").inserted == texts.count)
        let dump = try one.dump("Note")
        let other = try RowBench(entities())
        #expect(try other.load(dump, "Note").inserted == texts.count)
        #expect(try Array(other.dump("Note").unicodeScalars) == Array(dump.unicodeScalars))
        // What is read again is what was there, and not only the same twice.
        #expect(dump.unicodeScalars.filter { $0 == "\"" }.count == 4 + 4 + 6 + 2 + 2 + 2)
    }

    @Test func loadedObjectsJoinListsAtTheirEnd() throws {
        var tracks: Relationship = .toMany("tracks", "Track", inverse: "list")
        tracks.isOrdered = true
        let bench = try RowBench([
            Entity("List", attributes: [Attribute("name", .string)], relationships: [tracks]),
            Entity(
                "Track",
                attributes: [Attribute("title", .string)],
                relationships: [.toOne("list", "List", isOptional: true, inverse: "tracks")]
            ),
        ])
        func order(_ list: Int) throws -> [String] {
            let rows = try bench.dump("Track").split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            #expect(rows.allSatisfy { ($0[2].isEmpty) == ($0[3].isEmpty) })
            return rows.filter { $0[2] == "\(list)" }.sorted { Int($0[3]) ?? 0 < Int($1[3]) ?? 0 }.map { $0[1] }
        }
        try bench.load("_id,name\n1,a\n2,b\n", "List")
        try bench.load("title,list\nx,1\ny,1\nz,1\nq,2\n", "Track")
        #expect(try order(1) == ["x", "y", "z"] && order(2) == ["q"])
        // One moves, one stays where it is, and one leaves.
        try bench.load("title,list\nx,2\ny,1\nz,\n", "Track", by: ["title"])
        #expect(try order(1) == ["y"] && order(2) == ["q", "x"])
        try bench.load("title,list\nn,1\nx,1\n", "Track", by: ["title"])
        #expect(try order(1) == ["y", "n", "x"])
    }
}
