import ApusCodegen
import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

/// Which files there are, and what is in them.
struct GeneratorTests {
    private func generator(_ entities: Entity..., access: AccessLevel = .internal) throws -> Generator {
        let schema = Schema(model: "Trips", entities: entities)
        return try Generator(
            history: History(model: "Trips", entries: [], head: schema),
            mappings: [],
            options: .init(access: access)
        )
    }

    @Test("Generated code has direct mappings, also one that says nothing; other mappings only if they say something")
    func emptyMappings() throws {
        let schemas = [["a"], ["a", "b"], ["a", "b", "c"]].map { names in
            Schema(
                model: "M",
                entities: [Entity("A", attributes: names.map { Attribute($0, .string, isOptional: true) })]
            )
        }
        let history = History(
            model: "M",
            entries: schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        )
        let mappings = [Mapping(from: Schema.Version(1), to: Schema.Version(2))]
        func text(_ mappings: [Mapping]) throws -> String {
            try Generator(history: history, mappings: mappings).files().map(\.contents).joined()
        }
        #expect(try !text(mappings).contains("StageMapping("))
        let direct = try text(mappings + [Mapping(from: Schema.Version(1), to: Schema.Version(3))])
        #expect(direct.ranges(of: "StageMapping(").count == 1 && direct.contains("to: \"3\","))
    }

    @Test("A transformer of Apus with the attribute's type is one like any other")
    func genericTransformer() throws {
        var palette = Attribute("palette", .transformable, isOptional: true)
        palette.swiftType = "Palette"
        palette.transformer = "PropertyListTransformer<Palette>"
        let files = try generator(Entity("A", attributes: [palette])).files()
        let text = try #require(files.first { $0.name == "A+ApusProperties.swift" }).contents
        #expect(text.contains("by: PropertyListTransformer<Palette>.self"))
    }

    @Test func theFilesOfTheThreeModes() throws {
        let generator = try generator(
            Entity("A"),
            Entity("B", codegen: .extension),
            Entity("C", codegen: .none)
        )
        let files: [GeneratedFile] = generator.files()
        #expect(
            files.map(\.name) == [
                "A+ApusClass.swift", "A+ApusProperties.swift", "B.swift", "B+ApusProperties.swift",
                "Trips+ApusSchema.swift",
            ]
        )
        #expect(files.filter { $0.kind == .writtenOnce }.map(\.name) == ["B.swift"])
        for file in files {
            let isOurs = file.contents.hasPrefix(GeneratedFile.header(model: "Trips") + "\n")
            #expect(isOurs == (file.kind == .generated), "\(file.name)")
            #expect(file.contents.hasSuffix("}\n") && !file.contents.contains("\n\n\n"))
        }
        let schema: String = files.last?.contents ?? ""
        #expect(
            schema.contains(
                "A.ApusEntity.description,\n        B.ApusEntity.description,\n        C.ApusEntity.description,"
            )
        )
        // Seen where the compiler finds no class.
        #expect(schema.contains("C.ApusEntity.description,  // codegen: none. See 'apus generate --entity C --print'."))
        #expect(generator.source(of: "C")?.contents.contains("final class C: ModelObject {}") == true)
        #expect(generator.source(of: "D") == nil)
    }

    @Test("Retired versions have a line each, and no schema")
    func retiredVersions() throws {
        let schema = Schema(model: "Trips", entities: [Entity("A")])
        let newest = History.Entry(Schema.Version(3), schema, digest: "c")
        func generator(_ retired: [History.RetiredVersion]) throws -> Generator {
            try Generator(
                history: History(model: "Trips", retired: retired, before: [], newest: newest, head: schema),
                mappings: [],
                options: .init(versions: .some([Schema.Version(3)]))
            )
        }
        let files = try generator([
            .init(Schema.Version(1), digest: "a", .init(newest: Schema.Version(2), release: "App \"7\"")),
            .init(Schema.Version(2), digest: nil, .init(newest: Schema.Version(3))),
        ]).files().suffix(2).map(\.contents)
        #expect(
            files[0].contains(
                """
                    /// The released versions that can no longer be opened, oldest first.
                    static let retired: [RetiredVersion] = [
                        RetiredVersion(
                            "1",
                            digest: "a",
                            newest: "2",
                            release: "App \\"7\\""
                        ),
                        RetiredVersion(
                            "2",
                            newest: "3"
                        ),
                    ]

                    /// The released schemas, oldest first.

                """
            )
        )
        #expect(files[1].contains("    static let retired = TripsSchema.retired\n"))
        for file in try generator([]).files() { #expect(!file.contents.contains("etired")) }
    }

    @Test("A file whose text differs in its bytes only is written again")
    func differentBytes() throws {
        func files(_ text: String) throws -> [GeneratedFile] {
            try generator(Entity("A", attributes: [Attribute("a", .string, default: .string(text))])).files()
        }
        let before = try files("\u{E9}")
        let plan = OutputPlan(try files("e\u{301}"), model: "Trips") { name in
            before.first { $0.name == name }?.contents
        }
        #expect(plan.actions.map(\.name) == ["A+ApusProperties.swift", "Trips+ApusSchema.swift"])
        let same = OutputPlan(before, model: "Trips") { name in before.first { $0.name == name }?.contents }
        #expect(same.actions.isEmpty)
    }

    @Test("Schemas and mappings are embedded without characters that a reader would not see")
    func invisibleCharacters() throws {
        let text = "a\u{202E}b\u{200B}\u{85}\u{2028}\u{FEFF}\u{E0001}\u{E9}"
        let schema = Schema(
            model: "Trips",
            entities: [Entity("A", attributes: [Attribute("a", .string, default: .string(text))])]
        )
        let version = Schema.Version(1)
        let generator = try Generator(
            history: History(model: "Trips", entries: [History.Entry(version, schema)], head: schema),
            mappings: [Mapping(from: version, to: nil, [.fill(ElementPath("A", "a"), .literal(text))])],
            options: .init(access: .internal)
        )
        let source = try #require(generator.files().last?.contents)
        let escaped = #"a\u202Eb\u200B\u0085\u2028\uFEFF\uDB40\uDC01\#u{E9}"#
        #expect(source.contains(#""default":"\#(escaped)""#))
        #expect(source.contains(#"{"fill":[["A.a","\#(escaped)"]]}"#))
        #expect(source.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\u{E9}" || (0x20..<0x7F).contains($0.value) })
    }

    @Test func theFilesOfThePluginFollowFromNames() throws {
        let generator = try generator(Entity("A"), Entity("B", codegen: .extension), Entity("C"))
        let files: [GeneratedFile] = generator.pluginFiles(heads: [
            .init(baseName: "One", entities: ["A"]), .init(baseName: "Two", entities: ["B"]),
            .init(baseName: "Empty", entities: []),
        ])
        #expect(
            files.map(\.name) == [
                "One+ApusModels.swift", "Two+ApusModels.swift", "Empty+ApusModels.swift", "Trips+ApusTypes.swift",
                "Trips+ApusSchema.swift", "Trips+ApusVersions.swift",
            ]
        )
        // What no file of the head claims is not lost.
        #expect(
            files[0].contents.contains("class A: ModelObject") && files[0].contents.contains("class C: ModelObject")
        )
        #expect(!files[1].contents.contains("class B:") && files[1].contents.contains("extension B: PersistentModel"))
        #expect(files[2].contents == GeneratedFile.header(model: "Trips") + "\n")
    }

    @Test func equalModelsGiveEqualBytes() throws {
        let files: [[GeneratedFile]] = try (0..<3).map { _ in
            try Generator(history: FeaturesModel.history, mappings: FeaturesModel.mappings).files()
        }
        #expect(files[0] == files[1] && files[1] == files[2])
    }

    @Test func accessIsThatOfEveryDeclaration() throws {
        let entity = Entity(
            "A",
            attributes: [Attribute("when", .date)],
            relationships: [.toMany("others", "A")]
        )
        for access in [AccessLevel.package, .public] {
            for file in try generator(entity, access: access).files() {
                let word: String = access.rawValue
                let pattern: [String] = ["class ", "enum ", "static let ", "override ", "func ", "convenience init"]
                for line in file.contents.split(separator: "\n") where !line.contains("///") {
                    guard pattern.contains(where: { line.contains($0) }), !line.contains("get {") else { continue }
                    #expect(line.contains("\(word) "), "\(line)")
                }
                let callers = ["+ApusProperties.swift", "Schema.swift"]
                let interface = callers.contains(where: file.name.hasSuffix) ? "@_spi(Generated) " : ""
                #expect(file.contents.contains("\n\(interface)\(word) import Apus\n"))
            }
        }
    }

    @Test(arguments: [
        ("hashValue", "'A.hashValue' has a name that every generated class already has", "hashValueValue"),
        ("apusRead", "'A.apusRead' has a name that is reserved for generated code", "apusReadValue"),
        ("String", "'A.String' has a name that is the name of a type in its generated class", "string"),
        ("A", "'A.A' has a name that is the name of a type in its generated class", "a"),
        (
            "addToOthers", "'A.addToOthers' has a name that is the name of a method of its generated class",
            "addToOthersValue"
        ),
    ])
    func aNameThatSwiftCannotCarryIsRefused(_ name: String, _ message: String, _ other: String) throws {
        let entity = Entity(
            "A",
            attributes: [Attribute(name, .string)],
            relationships: [.toMany("others", "A")]
        )
        let error = #expect(throws: DiagnosticsError.self) { try generator(entity) }
        #expect(error?.diagnostics.map(\.message) == [message])
        #expect(error?.diagnostics.first?.help == ["rename it, such as '\(other)', with 'originalName: \(name)'"])
    }

    @Test(arguments: ["Apus", "Foundation", "Swift", "Self", "Any", "Type", "TripsSchema"])
    func anEntityThatSwiftCannotNameIsRefused(_ name: String) throws {
        let error = #expect(throws: DiagnosticsError.self) { try generator(Entity(name)) }
        #expect(
            error?.diagnostics.map(\.message) == [
                "the entity '\(name)' has a name that its generated class cannot have"
            ]
        )
    }

    @Test func aModelThatSwiftCannotNameIsRefused() throws {
        #expect(throws: DiagnosticsError.self) {
            try Generator(history: History(model: "my trips", entries: []), mappings: [])
        }
    }

    @Test func typesThatAnEntityHidesAreQualified() throws {
        let history = History(model: "Borrowed", entries: [], head: FeaturesModel.borrowedNames)
        let files: [GeneratedFile] = try Generator(history: history, mappings: []).files()
        let text: String = files.first { $0.name == "Date+ApusProperties.swift" }?.contents ?? ""
        #expect(text.contains("var dateValue: Foundation.Date {") && text.contains("var strings: [String] {"))
        #expect(text.contains("var stringValue: Swift.String {") && text.contains(": Apus.PersistentModel {"))
    }
}
