import ApusDiagnostics
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

@Suite struct CorpusTests {
    @Test(.enabled(if: Corpora.exists)) func wholeHistory() throws {
        let path: String = Corpora.path + "/nova-wallet-ios/novawallet/Common/Storage/UserDataModel.xcdatamodeld"
        let model: ImportedModel = try CoreDataImport.read(path)
        let names: [String] =
            ["UserDataModel", "MultiassetUserDataModel"] + (2...20).map { "MultiassetUserDataModel\($0)" }
        #expect(model.versions.map(\.name) == names)
        #expect(model.diagnostics.map(\.description) == [])
        // One entity was renamed once, and has kept its identifier since.
        let renamed: [String] = model.versions.filter { version in
            version.schema.entities.contains { $0.originalName != nil }
        }.map(\.name)
        #expect(renamed == ["MultiassetUserDataModel16"])
    }

    /// Two of the models of public apps have lost all their versions; two versions of another one say the same.
    @Test func everyVersionOfEveryModelImports() throws {
        var versions = 0
        var withoutVersion = 0
        var models = 0
        for path in CorpusModels.paths {
            models += 1
            do {
                let model: ImportedModel = try Corpora.read(path)
                versions += model.versions.count
                for version in model.versions {
                    #expect(try Schema(json: version.schema.json) == version.schema, "\(path): \(version.name)")
                    let errors = version.schema.validate().filter { $0.severity == .error }
                    #expect(errors.map(\.message) == [], "\(path): \(version.name)")
                    let folder: String = path.hasSuffix("d") ? "\(path)/\(version.name).xcdatamodel" : path
                    let file = URL(filePath: "\(folder)/contents")
                    WordCount.expectNothingLost(version.schema, try String(contentsOf: file, encoding: .utf8), folder)
                }
            } catch let error as DiagnosticsError {
                let messages: [String] = error.diagnostics.filter { $0.severity == .error }.map(\.description)
                withoutVersion += 1
                #expect(
                    messages.count == 1 && messages[0].contains("the model has no version: 'MyModel.xcdatamodel'"),
                    "\(messages)"
                )
            }
        }
        // The project's own models, and those of public apps.
        #expect(models == 3 + (Corpora.exists ? 27 : 0))
        #expect(withoutVersion == (Corpora.exists ? 2 : 0))
        #expect(versions == 17 + (Corpora.exists ? 269 : 0))
    }

    /// Xcode turned the indexes of one version into fetch indexes, and the app's authors turned them back.
    @Test(.enabled(if: Corpora.exists)) func legacyIndexesGetTheNamesThatXcodeGives() throws {
        let model: ImportedModel = try Corpora.read(
            Corpora.path + "/dashsync-iOS/DashSync/shared/DashSync.xcdatamodeld"
        )
        let seventh: Schema = try #require(model.versions.first { $0.name == "DashSync 7" }).schema
        let eighth: Schema = try #require(model.versions.first { $0.name == "DashSync 8" }).schema
        for name in ["DSMerkleBlockEntity", "DSSimplifiedMasternodeEntryEntity", "DSPeerEntity"] {
            let indexes: [Entity.Index] = seventh.entity(name)?.indexes ?? []
            #expect(!indexes.isEmpty)
            #expect(Set(indexes) == Set(eighth.entity(name)?.indexes ?? []))
        }
    }
}

/// Compares a schema with what a search for words finds in its file.
private enum WordCount {
    static func expectNothingLost(_ schema: Schema, _ text: String, _ folder: String) {
        func expect(_ number: Int, _ words: String...) {
            let found: Int = words.map { text.ranges(of: $0).count }.reduce(0, +)
            #expect(number == found, "\(words) in \(folder)")
        }
        let entities: [Entity] = schema.entities
        let attributes: [Attribute] = entities.flatMap(\.attributes)
        let relationships: [Relationship] = entities.flatMap(\.relationships)
        expect(entities.count, "<entity ")
        expect(attributes.count, "<attribute ")
        expect(relationships.count, "<relationship ")
        expect(entities.flatMap(\.fetchedProperties).count, "<fetchedProperty ")
        expect(schema.fetchRequests.count + entities.flatMap(\.fetchedProperties).count, "<fetchRequest ")
        expect(schema.configurations.count, "<configuration ")
        expect(entities.compactMap(\.parent).count, "parentEntity=")
        expect(entities.filter(\.isAbstract).count, "isAbstract=\"YES\"")
        expect(entities.flatMap(\.uniquenessConstraints).count, "<uniquenessConstraint>")
        let transient = attributes.filter(\.isTransient).count + relationships.filter(\.isTransient).count
        expect(transient, "transient=\"YES\"")
        let optional: [Bool] = attributes.map(\.isOptional) + relationships.map(\.isOptional)
        let fetched = text.ranges(of: #"<fetchedProperty name="fetchedProperty" optional="YES""#).count
        expect(optional.filter { $0 }.count + fetched, "optional=\"YES\"")
        expect(attributes.filter { $0.defaultValue != nil }.count, "defaultValueString=", "defaultDateTimeInterval=")
        expect(attributes.filter { $0.type == .transformable }.count, "attributeType=\"Transformable\"")
        expect(attributes.filter { $0.derivation != nil }.count, "derived=\"YES\"")
        expect(attributes.filter { $0.minimum != nil || $0.length != nil }.count, "minValueString=")
        expect(attributes.compactMap(\.hashModifier).count, "versionHashModifier=")
        expect(attributes.filter(\.isIndexedBySpotlight).count, "spotlightIndexingEnabled=\"YES\"")
        let classes = text.ranges(of: "customClassName=").count - text.ranges(of: "customClassName=\".\"").count
        #expect(attributes.compactMap(\.swiftType).count == classes, "customClassName in \(folder)")
        expect(relationships.filter(\.isToMany).count, "toMany=\"YES\"")
        expect(relationships.filter(\.isOrdered).count, "ordered=\"YES\"")
        expect(relationships.compactMap(\.inverse).count, "inverseName=")
        expect(relationships.filter { $0.deleteRule == .cascade }.count, "deletionRule=\"Cascade\"")
        let userInfo: [[String: String]] =
            entities.map(\.userInfo) + attributes.map(\.userInfo) + relationships.map(\.userInfo)
            + entities.flatMap(\.fetchedProperties).map(\.userInfo)
        expect(userInfo.map(\.count).reduce(0, +), "<entry ")
    }
}
