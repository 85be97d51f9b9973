import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// Mapping models, as far as they speak.
struct MappingModelTests {
    private static let moody: String = "\(Corpora.path)/objcio-core-data/Migrations/Migrations"
    private static let nova: String = "\(Corpora.path)/nova-wallet-ios/novawallet/Common/Storage"

    @Test("entities, expressions, policies", .enabled(if: Corpora.exists))
    func reading() throws {
        let model = try MappingModel(path: "\(Self.moody)/Moody 4-Moody 5.xcmappingmodel")
        #expect(model.bundle == "Moody" && model.source == "Moody 4" && model.destination == "Moody 5")
        #expect(model.entities.map(\.destination) == ["Mood", "Country"])
        #expect(
            model.entities.flatMap(\.values).map { "\($0.property) = \($0.expression.text)" } == [
                "isoContinent = $source.continent.numericISO3166Code"
            ]
        )
        let policy = try MappingModel(path: "\(Self.moody)/Moody 5-Moody 6.xcmappingmodel")
        #expect(policy.entities.compactMap(\.policy) == ["Migrations.Country5ToCountry6Policy"])
        let other = try MappingModel(path: "\(Self.nova)/MigrationMappings/SingleToMultiasset.xcmappingmodel")
        #expect(
            other.entities.flatMap(\.values).map(\.expression) == [
                .source(["username"]), .source(["cryptoType"]), .source(["publicKey"]),
            ]
        )
    }

    @Test("what lies beside a bundle is of it", .enabled(if: Corpora.exists))
    func found() throws {
        let names: [String] = CoreDataImport.migrationCode(ofBundle: "\(Self.moody)/Moody.xcdatamodeld/").mappingModels
            .map { URL(filePath: $0).lastPathComponent }
        #expect(names == (2...5).map { "Moody \($0)-Moody \($0 + 1).xcmappingmodel" })
        func count(_ name: String) -> Int {
            CoreDataImport.migrationCode(ofBundle: "\(Self.nova)/\(name).xcdatamodeld").mappingModels.count
        }
        #expect(count("UserDataModel") == 1)
        #expect(count("SubstrateDataModel") == 0)
    }

    @Test("what a person has to write is told", .enabled(if: Corpora.exists))
    func handwork() throws {
        let path: String = "\(Self.moody)/Moody.xcdatamodeld"
        let model: ImportedModel = try CoreDataImport.read(
            path,
            code: CoreDataImport.migrationCode(ofBundle: path)
        )
        #expect(
            model.versions.map { ($0.ownCode?.work ?? []).map(\.text) } == [
                [], [], [], [], ["Country.isoContinent is $source.continent.numericISO3166Code"],
                [
                    "the class 'Migrations.Country5ToCountry6Policy' makes objects of 'Country' from objects of 'Country'"
                ],
            ]
        )
    }

    @Test("renames and constants are taken over")
    func renames() throws {
        func version(_ name: String, _ entities: Entity...) -> ImportedModel.Version {
            ImportedModel.Version(name: name, schema: Schema(model: "M", entities: entities))
        }
        let older = version("1", Entity("Old", attributes: [Attribute("a", .string), Attribute("b", .string)]))
        let newer = version(
            "2",
            Entity("New", attributes: [Attribute("x", .string), Attribute("b", .string), Attribute("k", .string)])
        )
        let mapping = MappingModel(
            source: "1",
            destination: "2",
            MappingModel.EntityMapping(
                source: "Old",
                destination: "New",
                policy: nil,
                values: [("b", .source(["b"])), ("k", .constant("none")), ("x", .source(["a"]))]
            )
        )
        let found: ImportedModel.Version = MappingModelStep(mapping, from: older, to: newer).newer
        #expect(found.schema.entities[0].originalName == "Old")
        #expect(found.schema.entities[0].attributes.map(\.originalName) == ["a", nil, nil])
        #expect(found.fills == [ElementPath("New", "k"): "none"] && found.ownCode == nil)
        let model = ImportedModel(model: "M", versions: [older, version("1a"), newer], diagnostics: [])
        let ignored: String? = model.following([mapping]).diagnostics.map(\.message).first
        #expect(ignored?.contains("are other versions between") == true)
        #expect(model.following([mapping]).versions == model.versions)
    }

    @Test("what is none is an error, and an archive that cannot be read is told", arguments: ["", "AAAA", "%%%"])
    func broken(archive: String) throws {
        #expect(MappingExpression(archive: archive) == .other("an expression that cannot be read"))
        #expect(throws: DiagnosticsError.self) { try MappingModel(path: "/nowhere.xcmappingmodel") }
    }
}
