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

    @Test(
        "a constant is read as a default is, or is left to the user",
        arguments: [
            ("1", .bool, "true"), ("YES", .bool, "true"), ("0.0", .bool, "false"), ("1.0", .int16, "1"),
            ("NO", .int32, "0"), ("3", .double, "3.0"), ("hi", .string, "hi"),
            ("2020-01-01T00:00:00Z", .date, "2020-01-01T00:00:00Z"), ("abc", .int16, nil), ("99999", .int16, nil),
            ("5", .date, nil), ("AAAA", .data, nil),
        ] as [(String, ScalarType, String?)]
    )
    func constants(constant: String, type: ScalarType, fill: String?) {
        func version(_ name: String, _ attributes: Attribute...) -> ImportedModel.Version {
            ImportedModel.Version(
                name: name,
                schema: Schema(model: "M", entities: [Entity("T", attributes: attributes)])
            )
        }
        let mapping = MappingModel(
            source: "1",
            destination: "2",
            MappingModel.EntityMapping(
                source: "T",
                destination: "T",
                policy: nil,
                values: [("b", .constant(constant))]
            )
        )
        let newer = version("2", Attribute("b", .scalar(type)))
        let found = MappingModelStep(mapping, from: version("1"), to: newer).newer
        #expect(found.fills[ElementPath("T", "b")] == fill)
        #expect(found.ownCode?.work.map(\.path) == (fill == nil ? [ElementPath("T", "b")] : nil))
    }

    @Test(
        "constants in archives, whatever their class",
        arguments: [
            (
                "YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KkBwgNDlUkbnVsbNIJCgsMViRjbGFzc18QD05TQ29uc3RhbnRWYWx1ZYADgAIQAdIPEBESWCRjbGFzc2VzWiRjbGFz"
                    + "c25hbWWjEhMUXxAZTlNDb25zdGFudFZhbHVlRXhwcmVzc2lvblxOU0V4cHJlc3Npb25YTlNPYmplY3TRFhdUcm9vdI"
                    + "ABEgABhqAIERskKTJESU9UW21vcXN4gYyQrLnCxcrMAAAAAAAAAQEAAAAAAAAAGQAAAAAAAAAAAAAAAAAAANE=",
                .constant("1")
            ),
            (
                "YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KkBwgNDlUkbnVsbNIJCgsMViRjbGFzc18QD05TQ29uc3RhbnRWYWx1ZYADgAIjP/gAAAAAAADSDxARElgkY2xhc3Nl"
                    + "c1okY2xhc3NuYW1loxITFF8QGU5TQ29uc3RhbnRWYWx1ZUV4cHJlc3Npb25cTlNFeHByZXNzaW9uWE5TT2JqZWN00R"
                    + "YXVHJvb3SAARIAAYagCBEbJCkyRElPVFttb3F6f4iTl7PAyczR0wAAAAAAAAEBAAAAAAAAABkAAAAAAAAAAAAAAAAA"
                    + "AADY",
                .constant("1.5")
            ),
            (
                "YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KkBwgNDlUkbnVsbNIJCgsMViRjbGFzc18QD05TQ29uc3RhbnRWYWx1ZYADgAIJ0g8QERJYJGNsYXNzZXNaJGNsYXNz"
                    + "bmFtZaMSExRfEBlOU0NvbnN0YW50VmFsdWVFeHByZXNzaW9uXE5TRXhwcmVzc2lvblhOU09iamVjdNEWF1Ryb290gA"
                    + "ESAAGGoAgRGyQpMkRJT1RbbW9xcneAi4+ruMHEycsAAAAAAAABAQAAAAAAAAAZAAAAAAAAAAAAAAAAAAAA0A==",
                .constant("1")
            ),
            (
                "YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KkBwgNDlUkbnVsbNIJCgsMViRjbGFzc18QD05TQ29uc3RhbnRWYWx1ZYADgAJTWUVT0g8QERJYJGNsYXNzZXNaJGNs"
                    + "YXNzbmFtZaMSExRfEBlOU0NvbnN0YW50VmFsdWVFeHByZXNzaW9uXE5TRXhwcmVzc2lvblhOU09iamVjdNEWF1Ryb2"
                    + "90gAESAAGGoAgRGyQpMkRJT1RbbW9xdXqDjpKuu8THzM4AAAAAAAABAQAAAAAAAAAZAAAAAAAAAAAAAAAAAAAA0w==",
                .constant("YES")
            ),
            (
                "YnBsaXN0MDDUAQIDBAUGGx5ZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KlBwgNERhVJG51bGzSCQoLDFYkY2xhc3NfEA9OU0NvbnN0YW50VmFsdWWAA4AC0gkODxBXTlMudGltZYAEIwAAAAAA"
                    + "AAAA0hITFBVYJGNsYXNzZXNaJGNsYXNzbmFtZaMVFhdfEBlOU0NvbnN0YW50VmFsdWVFeHByZXNzaW9uXE5TRXhwcm"
                    + "Vzc2lvblhOU09iamVjdNISExkaohoXVk5TRGF0ZdEcHVRyb290gAESAAGGoAgRGyQpMkRKUFVcbnByd3+Bio+Yo6fD"
                    + "0Nne4ejr8PIAAAAAAAABAQAAAAAAAAAfAAAAAAAAAAAAAAAAAAAA9w==",
                .constant("2001-01-01T00:00:00Z")
            ),
            (
                "YnBsaXN0MDDUAQIDBAUGGx5ZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZX"
                    + "KlBwgNERhVJG51bGzSCQoLDFYkY2xhc3NfEA9OU0NvbnN0YW50VmFsdWWAA4AC0gkODxBaTlMub2JqZWN0c4AEoNIS"
                    + "ExQVWCRjbGFzc2VzWiRjbGFzc25hbWWjFRYXXxAZTlNDb25zdGFudFZhbHVlRXhwcmVzc2lvblxOU0V4cHJlc3Npb2"
                    + "5YTlNPYmplY3TSEhMZGqIaF1dOU0FycmF50RwdVHJvb3SAARIAAYagCBEbJCkyREpQVVxucHJ3goSFipOeor7L1Nnc"
                    + "5Ofs7gAAAAAAAAEBAAAAAAAAAB8AAAAAAAAAAAAAAAAAAADz",
                .other("a constant that is neither text nor a number nor a date")
            ),
        ] as [(String, MappingExpression)]
    )
    func archivedConstants(archive: String, expression: MappingExpression) {
        #expect(MappingExpression(archive: archive) == expression)
    }

    @Test("what is none is an error, and an archive that cannot be read is told", arguments: ["", "AAAA", "%%%"])
    func broken(archive: String) throws {
        #expect(MappingExpression(archive: archive) == .other("an expression that cannot be read"))
        #expect(throws: DiagnosticsError.self) { try MappingModel(path: "/nowhere.xcmappingmodel") }
    }
}
