import ApusDiagnostics
import ApusSchema
import ApusTestSupport
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
        let path = "\(Self.moody)/Moody.xcdatamodeld"
        let model: ImportedModel = try CoreDataImport.read(
            path,
            code: CoreDataImport.migrationCode(ofBundle: path)
        )
        #expect(
            model.versions.map { ($0.ownCode?.work ?? []).map(\.text) } == [
                [], [], [], [], [],
                [
                    "the class 'Migrations.Country5ToCountry6Policy' makes objects of 'Country' from objects of 'Country'"
                ],
            ]
        )
        #expect(
            model.versions.flatMap { $0.ownCode?.translations.map(\.line) ?? [] } == [
                .value(ElementPath("Mood", "continent"), "$source.country.continent"),
                .value(ElementPath("Country", "isoContinent"), "$source.continent.numericISO3166Code"),
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
        let found: ImportedModel.Version = MappingModelStep(mapping, through: [older, newer]).newer
        #expect(found.schema.entities[0].originalName == "Old")
        #expect(found.schema.entities[0].attributes.map(\.originalName) == ["a", nil, nil])
        #expect(found.fills == [ElementPath("New", "k"): "none"] && found.ownCode == nil)
        let model = ImportedModel(model: "M", versions: [older, version("1a"), newer], diagnostics: [])
        let ignored: String? = model.following([mapping]).diagnostics.map(\.message).first
        #expect(ignored?.contains("are other versions between") == true)
        // Nothing that the stages lose is accepted, and what the mapping model says is left to the user.
        let followed = model.following([mapping])
        #expect(followed.versions[2].schema == newer.schema && followed.versions[2].fills == [:])
        #expect(
            followed.versions[2].ownCode?.work.map(\.text) == [
                "objects of 'New' are made from those of 'Old'", "New.k is \"none\"", "New.x is $source.a",
            ]
        )
        for index in 1...2 {
            #expect(followed.code(keeping: [ElementPath("Old", "a")], to: index)?.work.count == 1)
            #expect(followed.code(keeping: [], to: index) == nil)
        }
    }

    private static func entity(_ name: String, _ attributes: String..., owner: String? = nil) -> Entity {
        Entity(
            name,
            attributes: attributes.map { Attribute($0, .string) },
            relationships: owner.map { [.toOne($0, "Person", isOptional: true)] } ?? []
        )
    }

    private static func mapping(
        _ source: String?,
        _ destination: String?,
        policy: String? = nil,
        _ values: (String, MappingExpression)...
    ) -> MappingModel.EntityMapping {
        MappingModel.EntityMapping(
            source: source,
            destination: destination,
            policy: policy,
            values: values.map { (property: $0.0, expression: $0.1) }
        )
    }

    /// Returns the second of two versions after the mapping models were applied.
    private func second(
        _ older: [Entity],
        _ newer: [Entity],
        _ mappings: [MappingModel.EntityMapping]...
    ) throws -> ImportedModel.Version {
        let versions = [("1", older), ("2", newer)].map { name, entities in
            ImportedModel.Version(name: name, schema: Schema(model: "M", entities: entities + [Entity("Person")]))
        }
        let model = ImportedModel(model: "M", versions: versions, diagnostics: [])
        let models = mappings.map { MappingModel(source: "1", destination: "2", entities: $0) }
        return try #require(model.following(models).versions.last)
    }

    @Test("A relationship that a mapping model renames is renamed, or left to the user")
    func relationships() throws {
        func owner(_ path: String...) -> (String, MappingExpression) {
            ("owner", .instances(of: path, text: "FUNCTION($manager)"))
        }
        let older = Self.entity("Trip", owner: "person")
        let newer = Self.entity("Trip", owner: "owner")
        let renamed = try second([older], [newer], [Self.mapping("Trip", "Trip", owner("person"))])
        #expect(renamed.schema.entity("Trip")?.relationships.first?.originalName == "person")
        #expect(renamed.ownCode == nil)
        let far = try second([older], [newer], [Self.mapping("Trip", "Trip", owner("a", "person"))])
        #expect(far.ownCode?.work.map(\.path) == [ElementPath("Trip", "owner")])
        let same = try second([newer], [newer], [Self.mapping("Trip", "Trip", owner("owner"))])
        #expect(same.ownCode == nil && same.schema.entity("Trip")?.relationships.first?.originalName == nil)
        let unclear = try second([newer], [newer], [Self.mapping("Trip", "Trip", ("owner", .other("f")))])
        #expect(unclear.ownCode?.work.map(\.path) == [ElementPath("Trip", "owner")])
    }

    @Test("Two that come from one are no renames, in one mapping model or in two", arguments: [true, false])
    func claimedTwice(isOne: Bool) throws {
        let mappings = [Self.mapping("X", "Y"), Self.mapping("X", "Z")]
        let (older, newer) = ([Self.entity("X", "a")], [Self.entity("Y", "a"), Self.entity("Z", "a")])
        let found =
            isOne ? try second(older, newer, mappings) : try second(older, newer, [mappings[0]], [mappings[1]])
        #expect(found.schema.entities.allSatisfy { $0.originalName == nil })
        #expect(
            found.ownCode?.translations.map(\.line) == [
                .entity("Y", [Mapping.Origin(["X"])]), .entity("Z", [Mapping.Origin(["X"])]),
            ]
        )
        #expect(found.ownCode?.isOpen == false)
        let values: [(String, MappingExpression)] = [("b", .source(["a"])), ("c", .source(["a"]))]
        let copies = values.map { Self.mapping("X", "X", $0) }
        let (before, after) = ([Self.entity("X", "a")], [Self.entity("X", "b", "c")])
        let copied =
            isOne
            ? try second(before, after, [Self.mapping("X", "X", values[0], values[1])])
            : try second(before, after, [copies[0]], [copies[1]])
        #expect(copied.schema.entities[0].attributes.allSatisfy { $0.originalName == nil })
        if isOne {
            let lines = ["b", "c"].map { Mapping.Line.value(ElementPath("X", $0), "$source.a") }
            #expect(copied.ownCode?.translations.map(\.line) == lines && copied.ownCode?.isOpen == false)
        } else {
            let paths = Set((copied.ownCode?.work ?? []).compactMap(\.path))
            #expect(paths.isSuperset(of: [ElementPath("X", "b"), ElementPath("X", "c")]))
        }
    }

    @Test("An original name that identifiers gave is not given twice")
    func givenName() throws {
        var (newer, other) = (Self.entity("Y", "a"), Self.entity("X", "c", "b"))
        newer.originalName = "X"
        let entities = try second([Self.entity("X", "a")], [newer, Self.entity("Z")], [Self.mapping("X", "Z")])
        #expect(entities.schema.entity("Z")?.originalName == nil)
        #expect(entities.ownCode?.translations.map(\.line) == [.entity("Z", [Mapping.Origin(["X"])])])
        other.attributes[0].originalName = "a"
        let attributes = try second(
            [Self.entity("X", "a")],
            [other],
            [Self.mapping("X", "X", ("c", .source(["a"])), ("b", .source(["a"])))]
        )
        #expect(attributes.schema.entity("X")?.attributes.map(\.originalName) == ["a", nil])
        #expect(attributes.ownCode?.translations.map(\.line) == [.value(ElementPath("X", "b"), "$source.a")])
    }

    @Test("A policy that makes nothing leaves the newer entity undecided")
    func policyWithoutADestination() throws {
        let trip = Self.entity("Trip", "a")
        let mappings = [Self.mapping("Trip", "Trip"), Self.mapping("Trip", nil, policy: "P")]
        #expect(try second([trip], [trip], mappings).ownCode?.work.map(\.path) == [ElementPath("Trip")])
        var renamed = Self.entity("Journey", "a")
        renamed.originalName = "Trip"
        let policy = [Self.mapping("Trip", nil, policy: "P")]
        #expect(try second([trip], [renamed], policy).ownCode?.work.map(\.path) == [ElementPath("Journey")])
        // The loss of the entity is not accepted.
        #expect(try second([trip], [], policy).ownCode?.work.map(\.path) == [nil])
        // Nothing is lost of one that is not there.
        #expect(try second([], [trip], policy).ownCode?.work.map(\.path) == [ElementPath("Trip")])
    }

    @Test("A mapping model of a version that the bundle has not got any more, or that is equal to another one")
    func otherVersions() throws {
        let versions = ["1", "2", "3"].map { name in
            ImportedModel.Version(name: name, schema: Schema(model: "M", entities: [Self.entity("A", "a\(name)")]))
        }
        var model = ImportedModel(model: "M", versions: versions, diagnostics: [])
        func stages(_ source: String, _ destination: String, known: [String] = []) -> [Int] {
            let followed = model.following([MappingModel(source: source, destination: destination)], known: known)
            return (1...2).filter { index in
                followed.code(keeping: [ElementPath("A")], to: index) != nil
            }
        }
        #expect(stages("1", "3") == [1, 2])
        #expect(stages("0", "2") == [1] && stages("0", "2", known: ["0", "1", "2", "3"]) == [])
        #expect(stages("2", "2b") == [2] && stages("3", "2") == [] && stages("x", "y") == [])
        let back = model.following([MappingModel(source: "3", destination: "2")]).diagnostics
        #expect(back.map(\.message).first?.hasSuffix("is ignored, because '2' comes before '3'") == true)
        model.versions[0].repetitions = ["1b"]
        let policy = MappingModel(source: "1b", destination: "2", Self.mapping("A", "A", policy: "P"))
        #expect(model.following([policy]).versions[1].ownCode?.work.map(\.path) == [ElementPath("A")])
    }

    @Test(
        "The versions that a file's name mentions",
        arguments: [
            ("Maps/App 2-App 3.xcmappingmodel", ["App 2", "App 3"]), ("AppToApp 2.xcmappingmodel", ["App", "App 2"]),
            ("App2 App10.xcmappingmodel", []), ("MyApp App 20.xcmappingmodel", ["App"]), ("App 3", ["App 3"]),
        ] as [(String, [String])]
    )
    func mentions(path: String, versions: [String]) {
        #expect(VersionMention.versions(in: path, of: ["App", "App 2", "App 3"]) == versions)
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
        let found = MappingModelStep(mapping, through: [version("1"), newer]).newer
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

    @Test("An archive that contains itself, or one part very often, is refused")
    func hostileArchives() {
        for archive in Self.hostileArchives {
            #expect(MappingExpression(archive: archive).text.count < 200)
        }
        #expect(MappingExpression(archive: Self.hostileArchives[0]) == .other("an expression that cannot be read"))
    }

    @Test("A fetch of itself, and parts below parts, are refused")
    func hostileParts() {
        let cycle = ArchivedObject.object(["NSFetchRequestExpression"], [("NSFRExpression", .reference(1))])
        #expect(MappingExpression(archive: cycle.archive) == .other("an expression that cannot be read"))
        var deep = ArchivedObject.source("a")
        for _ in 0..<40 { deep = .predefined("add:to:", deep, .constant(.int(1))) }
        #expect(MappingExpression(archive: deep.archive) == .other("an expression that cannot be read"))
        let wrong = ArchivedObject.object(
            ["NSFunctionExpression"],
            [("NSSelectorName", .int(3)), ("NSArguments", .int(1))]
        )
        #expect(MappingExpression(archive: wrong.archive) == .other("an expression that cannot be read"))
    }

    @Test("Of a fetch, only the usual request is a filter")
    func fetches() {
        let usual = MappingExpression(archive: ArchivedObject.fetch("Trip", "a > 1").archive)
        guard case .call("FETCH", let requests) = usual else {
            Issue.record("not a fetch")
            return
        }
        #expect(
            requests.map(\.text) == [
                "FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Trip\", \"a > 1\")"
            ]
        )
    }

    @Test("The new objects of a relationship")
    func instances() {
        guard case .instances(let path, "PersonToPerson", let text) = MappingExpression(archive: Self.instancesArchive)
        else {
            Issue.record("not instances")
            return
        }
        #expect(path == ["person"])
        #expect(
            text == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
                + "\"PersonToPerson\", $source.person)"
        )
    }

    @Test("what is none is an error, and an archive that cannot be read is told", arguments: ["", "AAAA", "%%%"])
    func broken(archive: String) throws {
        #expect(MappingExpression(archive: archive) == .other("an expression that cannot be read"))
        #expect(throws: DiagnosticsError.self) { try MappingModel(path: "/nowhere.xcmappingmodel") }
    }
}
