import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// Models of public apps, which lie beside the project on some machines.
@Suite(.enabled(if: Corpora.exists, "the corpora are not at ../shared/corpora"))
struct CorpusTests {
    @Test func wholeHistory() throws {
        let path: String = Corpora.path + "/nova-wallet-ios/novawallet/Common/Storage/UserDataModel.xcdatamodeld"
        let model: ImportedModel = try CoreDataImport.read(path)
        let names: [String] =
            ["UserDataModel", "MultiassetUserDataModel"] + (2...20).map { "MultiassetUserDataModel\($0)" }
        #expect(model.versions.map(\.name) == names)
        #expect(model.diagnostics.map(\.description) == [])
        try expectNothingLost(model, path)
        // One entity was renamed once, and has kept its identifier since.
        let renamed: [String] = model.versions.filter { version in
            version.schema.entities.contains { $0.originalName != nil }
        }.map(\.name)
        #expect(renamed == ["MultiassetUserDataModel16"])
    }

    @Test func everyModelImportsOrSaysWhyNot() throws {
        var whole: [String] = []
        var refused: Int = 0
        var errors: Int = 0
        for path in Corpora.models() {
            do {
                let model: ImportedModel = try CoreDataImport.read(path)
                whole.append("\(model.model) (\(model.versions.count))")
                try expectNothingLost(model, path)
            } catch let error as DiagnosticsError {
                refused += 1
                for finding in error.diagnostics where finding.severity == .error {
                    errors += 1
                    #expect(finding.location != nil, "\(finding)")
                    #expect(
                        finding.message.contains("'") || finding.message == "the model has no version",
                        "\(finding)"
                    )
                    #expect(!finding.message.contains("libxml2"), "\(finding)")
                }
            }
        }
        print("corpora: \(whole.count) models import: \(whole.sorted().joined(separator: ", "))")
        print("corpora: \(refused) models are refused, with \(errors) errors")
        #expect(whole.count >= 4)
    }

    /// Compares the model with what a search for words finds in the files.
    private func expectNothingLost(_ model: ImportedModel, _ path: String) throws {
        for version in model.versions {
            let folder: String = path.hasSuffix("d") ? "\(path)/\(version.name).xcdatamodel" : path
            let text: String = try String(contentsOf: URL(filePath: "\(folder)/contents"), encoding: .utf8)
            let attributes: [Attribute] = version.schema.entities.flatMap(\.attributes)
            let relationships: [Relationship] = version.schema.entities.flatMap(\.relationships)
            #expect(version.schema.entities.count == count("<entity ", in: text), "\(folder)")
            #expect(attributes.count == count("<attribute ", in: text), "\(folder)")
            #expect(relationships.count == count("<relationship ", in: text), "\(folder)")
            let optional: Int = (attributes.map(\.isOptional) + relationships.map(\.isOptional)).filter { $0 }.count
            #expect(optional == count("optional=\"YES\"", in: text), "\(folder)")
            let defaults: Int = count("defaultValueString=", in: text) + count("defaultDateTimeInterval=", in: text)
            #expect(attributes.filter { $0.defaultValue != nil }.count == defaults, "\(folder)")
            #expect(relationships.filter(\.isToMany).count == count("toMany=\"YES\"", in: text), "\(folder)")
            #expect(relationships.filter { $0.inverse != nil }.count == count("inverseName=", in: text), "\(folder)")
            let cascades: Int = relationships.filter { $0.deleteRule == .cascade }.count
            #expect(cascades == count("deletionRule=\"Cascade\"", in: text), "\(folder)")
        }
    }

    private func count(_ word: String, in text: String) -> Int {
        text.ranges(of: word).count
    }
}

/// Where the corpora are.
enum Corpora {
    static let path: String = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardizedFileURL.path

    static var exists: Bool {
        let isThere: Bool = FileManager.default.fileExists(atPath: path)
        return isThere
    }

    /// The paths of all models.
    static func models() -> [String] {
        let items: [String] = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return items.filter { item in
            item.hasSuffix(".xcdatamodeld") || (item.hasSuffix(".xcdatamodel") && !item.contains(".xcdatamodeld/"))
        }.sorted().map { "\(path)/\($0)" }
    }
}
