import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusImport
@testable import ApusStore

/// Mapping models in bundles: what an import writes for them, and the rows that a migration leaves.
@Suite struct TranslationTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Import.md")

    @Test(
        "The rows are those that Core Data's migration leaves",
        arguments: TranslationCase.all + TranslationCase.beside
    )
    func rows(test: TranslationCase) throws {
        let imported = try TranslatedBundle(test)
        let settlement = imported.settlements[0]
        let stage = settlement.stage
        if test.rows.isEmpty || test.expected.contains(where: \.rows.isEmpty) {
            // What cannot be translated is undecided, and the stage is refused.
            let reasons = stage.refusals.map(\.reason)
            #expect(reasons.contains(.undecided), "\(settlement.mapping.lines)")
            #expect(settlement.ownCode?.isOpen == true && settlement.losses.isEmpty)
            return
        }
        #expect(stage.refusals.map(\.message) == [], "\(settlement.mapping.lines)")
        #expect(settlement.ownCode?.isOpen != true)
        for (query, rows) in test.expected {
            #expect(try imported.migrated(test.rows, query) == rows)
        }
    }

    @Test(
        "The mapping that an import writes is a file that is read back, and settles the stage",
        arguments: TranslationCase.all + TranslationCase.beside
    )
    func files(test: TranslationCase) throws {
        for settlement in try TranslatedBundle(test).settlements {
            let text = MappingFile.write(settlement.mapping, comment: [])
            let file = SourceFile(path: "1-2.yaml", text: text)
            let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
            #expect(findings.map(\.message) == [] && (mapping?.lines ?? []) == settlement.mapping.lines)
            let check = MappingCheck(settlement.mapping, older: settlement.stage.old, newer: settlement.stage.new)
            #expect(check.diagnostics.map(\.message) == [])
        }
    }

    @Test("References that Core Data drops, between objects that it keeps, stop the migration")
    func droppedReferences() throws {
        let test = try #require(TranslationCase.all.first { $0.part.hasSuffix("under another name") })
        let imported = try TranslatedBundle(test)
        // A child has a trip, and the newer trip refers to adults only.
        #expect(throws: StoreError.self) { try imported.migrated(TranslationCase.personRows, "SELECT 1") }
    }

    @Test("The table of Import.md is what an import writes")
    func table() throws {
        let rows = try TranslationCase.all.map { "| \($0.part) | \(try outcome($0)) |" }
        let head = ["| the mapping model says | the mapping says |", "| --- | --- |"]
        let table = (head + rows).joined(separator: "\n")
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: head[0]), "the page has the table")
        let end = text.range(of: "\n\n", range: start.lowerBound..<text.endIndex)?.lowerBound ?? text.endIndex
        let written = text[start.lowerBound..<end]
        if written != table, ProcessInfo.processInfo.environment["APUS_RECORD"] == "1" {
            try text.replacingCharacters(in: start.lowerBound..<end, with: table)
                .write(to: Self.page, atomically: true, encoding: .utf8)
            Issue.record("recorded Import.md: look at the change, then run again without APUS_RECORD")
        } else {
            #expect(written == table)
        }
    }

    @Test(
        "What mapping models of public apps say is checked, and only what no line says is left",
        .enabled(if: CorpusModels.hasShared)
    )
    func corpora() throws {
        let paths = CorpusModels.paths.filter { path in
            !CoreDataImport.migrationCode(ofBundle: path).mappingModels.isEmpty
        }
        let names = paths.map { URL(filePath: $0).lastPathComponent }
        #expect(names.sorted() == ["Moody.xcdatamodeld", "UserDataModel.xcdatamodeld"])
        for path in paths {
            let imported = try TranslatedBundle(path: path)
            for settlement in imported.settlements {
                let check = MappingCheck(settlement.mapping, older: settlement.stage.old, newer: settlement.stage.new)
                #expect(check.diagnostics.map(\.message) == [], "\(path)")
                #expect(
                    settlement.isUndecided == settlement.isOpen,
                    "\(path)"
                )
            }
        }
    }

    /// The policy made a continent of each code, and gave it to the countries with it.
    private let continents: [Mapping.Line] = [
        .entity(
            "Continent",
            [Mapping.Origin(["Country"], distinct: ["isoContinent"], values: ["numericISO3166Code": "isoContinent"])]
        ),
        .value(ElementPath("Country", "continent"), "find(Continent, numericISO3166Code == $source.isoContinent)"),
    ]

    @Test(
        "The mapping models of Moody, imported, and its policy, written by hand",
        .enabled(if: CorpusModels.hasShared)
    )
    func moody() throws {
        let path = try #require(CorpusModels.paths.first { $0.hasSuffix("Migrations/Moody.xcdatamodeld") })
        var imported = try TranslatedBundle(path: path)
        imported.decide(6, continents)
        let rows = """
            INSERT INTO GeographicRegion (_id, _entity, numberOfMoods, numericISO3166Code, uniquenessDummy, updatedAt,
                "Continent.numberOfCountries", "Country.continent") VALUES
                (1, 'Continent', 3, 2, 0, 5.5, 2, NULL), (2, 'Continent', 0, 9, 0, 6, 0, NULL),
                (3, 'Country', 2, 276, 0, 7, NULL, 1), (4, 'Country', 1, 40, 0, 8, NULL, 1),
                (5, 'Country', 0, 10, 0, 9, NULL, NULL);
            INSERT INTO Mood (_id, date, markedForRemoteDeletion, rating, latitude, country) VALUES
                (1, 1, 0, 3, 1.5, 3), (2, 2, 1, 4, NULL, 4), (3, 3, 0, 5, NULL, 5), (4, 4, 0, 6, NULL, NULL)
            """
        let third = [
            "SELECT Mood._id, country, continent, rating FROM Mood ORDER BY 1":
                ["1|3|1|3", "2|4|1|4", "3|5|NULL|5", "4|NULL|NULL|6"]
        ]
        for (query, result) in third {
            #expect(try imported.migrated(rows, query, through: [3], from: 2) == result)
            #expect(try imported.migrated(rows, query, through: [4], from: 2) == result)
        }
        #expect(
            try imported.migrated(
                rows,
                "SELECT _id, numberOfMoods, numericISO3166Code, updatedAt, numberOfCountries FROM Continent ORDER BY 1",
                through: [4],
                from: 2
            ) == ["1|3|2|5.5|2", "2|0|9|6.0|0"]
        )
        #expect(
            try imported.migrated(rows, "SELECT _id, isoContinent FROM Country ORDER BY 1", through: [5], from: 2)
                == ["3|2", "4|2", "5|NULL"]
        )
        let last =
            "SELECT Country._id, Country.numericISO3166Code, Continent.numericISO3166Code FROM Country LEFT JOIN Continent ON continent = Continent._id ORDER BY 1"
        for versions in [[6], [3, 4, 5, 6], [4, 6], [5, 6]] {
            #expect(
                try imported.migrated(rows, last, through: versions, from: 2) == ["3|276|2", "4|40|2", "5|10|NULL"],
                "\(versions)"
            )
        }
    }

    private func outcome(_ test: TranslationCase) throws -> String {
        let settlement = try TranslatedBundle(test).settlements[0]
        if let work = settlement.ownCode?.work.last {
            let reason = work.text.lastIndex(of: "(").map { String(work.text[$0...]) } ?? ""
            let path = work.path.map { "`undecided: \($0)`" } ?? ""
            return reason.hasSuffix(")") && reason.contains(" ") ? "\(path) \(reason)" : path
        }
        return settlement.mapping.lines.map { line in
            "`\(line.key.rawValue): \(line.subject)\(line.value.map { ": \($0)" } ?? "")`"
        }
        .joined(separator: ", ").replacingOccurrences(of: "|", with: "\\|")
    }
}

/// A bundle with two versions and a mapping model, imported.
struct TranslatedBundle {
    let model: ImportedModel
    let settlements: [Settlement]
    private let history: History
    private var mappings: [Mapping]

    init(_ test: TranslationCase) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Translation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appending(path: "App.xcdatamodeld")
        let head = #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">"#
        for (name, entities) in [("App", test.before), ("App 2", test.after)] {
            let version = bundle.appending(path: "\(name).xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data("\(head)\(entities)</model>".utf8).write(to: version.appending(path: "contents"))
        }
        let mappingModel = folder.appending(path: "App-App 2.xcmappingmodel")
        try FileManager.default.createDirectory(at: mappingModel, withIntermediateDirectories: true)
        let file = MappingModelFile(from: "App", to: "App 2", of: "App", test.mappings)
        try Data(file.text.utf8).write(to: mappingModel.appending(path: "xcmapping.xml"))
        let code = CoreDataImport.migrationCode(ofBundle: bundle.path, mappingModels: [mappingModel.path])
        let model = try CoreDataImport.read(
            bundle.path,
            order: CoreDataImport.order(ofVersionsIn: bundle.path, given: ["App", "App 2"]),
            code: code
        )
        self.init(model)
    }

    /// Imports a bundle with the mapping models of its app.
    init(path: String) throws {
        let order = CoreDataImport.order(ofVersionsIn: path).confirmed
        let code = CoreDataImport.migrationCode(ofBundle: path)
        self.init(try CoreDataImport.read(path, order: order, code: code))
    }

    private init(_ model: ImportedModel) {
        self.model = model
        let versions = model.versions
        let entries = versions.enumerated().map { History.Entry(Schema.Version($0 + 1), $1.schema) }
        let history = History(model: model.model, entries: entries)
        self.history = history
        settlements = zip(entries, entries.dropFirst()).enumerated().map { index, pair in
            Settlement(
                from: pair.0,
                to: pair.1,
                in: history,
                ownCode: versions[index + 1].ownCode,
                fills: versions[index + 1].fills,
                lossNotes: versions[index + 1].lossNotes
            )
        }
        mappings = settlements.map(\.mapping)
    }

    /// Writes the mapping of a stage by hand.
    mutating func decide(_ version: Int, _ lines: [Mapping.Line]) {
        mappings[version - 2] = Mapping(from: Schema.Version(version - 1), to: Schema.Version(version), lines)
    }

    /// Creates a store, migrates it through some versions, and returns rows of it.
    func migrated(
        _ rows: String,
        _ query: String,
        through versions: [Int] = [2],
        from version: Int = 1
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Translation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "store.sqlite")
        let first = model.versions[version - 1].schema
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(version), schema: first))
        try DatabaseQueue(path: url.path).write { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: rows)
        }
        let planner = Planner(history: history, mappings: mappings)
        for version in versions {
            let migrator = Migrator(planner: planner, target: .version(Schema.Version(version)))
            #expect(try !migrator.plan(url).passes.isEmpty)
            try migrator.migrate(url)
        }
        #expect(try Verifier.verify(url).isSound)
        return try DatabaseQueue(path: url.path).read { db in
            try Row.fetchAll(db, sql: query).map { row in
                row.databaseValues.map { value in
                    value.isNull ? "NULL" : String.fromDatabaseValue(value) ?? "\(value.storage.value ?? "")"
                }
                .joined(separator: "|")
            }
        }
    }
}
