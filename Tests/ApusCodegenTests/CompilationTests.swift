import ApusCodegen
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// What is generated compiles in a user's module without a word, whatever the module's settings.
@Suite(.serialized)
struct CompilationTests {
    /// The access of the classes, and a user's settings beside Swift 6 mode.
    @Test(arguments: [
        (AccessLevel.public, ["-default-isolation", "MainActor"]), (.package, ["-package-name", "app"]),
    ])
    func allFeatures(access: AccessLevel, settings: [String]) throws {
        let generator = try Generator(
            history: try Self.withClasses(FeaturesModel.history),
            mappings: FeaturesModel.mappings,
            options: .init(access: access)
        )
        let own: String = UserTypes.source(for: try #require(FeaturesModel.history.head), access)
        let upcoming: [String] = [
            "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "InferIsolatedConformances",
            "NonisolatedNonsendingByDefault",
        ]
        let said: String = try Compiler.check(
            generator.files().map(\.contents) + [own],
            settings + upcoming.flatMap { ["-enable-upcoming-feature", $0] }
        )
        #expect(said == "")
    }

    /// A generator and a runtime of different releases are an error that says what to do.
    @Test func aMisfitIsAnError() throws {
        let schema = Schema(model: "M", entities: [Entity("Trip", attributes: [Attribute("name", .string)])])
        let generator = try Generator(history: History(model: "M", entries: [], head: schema), mappings: [])
        let files: [String] = generator.files().map(\.contents)
        #expect(try Compiler.check(files, []) == "")
        for form in ["form0", "form1", "form4"] {
            let older: String = try Compiler.check(files.map { $0.replacing(".form5", with: ".\(form)") }, [])
            #expect(
                older.contains(
                    "error: '\(form)' is unavailable: an older Apus generated this code: run 'apus generate'"
                )
            )
        }
        let newer: String = try Compiler.check(files.map { $0.replacing(".form5", with: ".form99") }, [])
        #expect(newer.contains("error: type 'GeneratedCode' has no member 'form99'"))
    }

    /// A class that a user owns needs nothing of what is for generated code, and does not see it.
    @Test func theInterfaceIsForGeneratedCode() throws {
        let schema = Schema(
            model: "M",
            entities: [Entity("Trip", codegen: .extension, attributes: [Attribute("name", .string)])]
        )
        let generator = try Generator(history: History(model: "M", entries: [], head: schema), mappings: [])
        let files: [String] = generator.files().filter { $0.name != "Trip.swift" }.map(\.contents)
        let own: String = """
            import Apus

            final class Trip: ModelObject {
                var draft: String = ""

                convenience init(draft: String) {
                    self.init(name: draft)
                    self.draft = draft
                }
            }

            """
        #expect(try Compiler.check(files + [own], []) == "")
        let call: String = """
            extension Trip {
                var first: String { apusRead(0, ApusBacking.self).name }
            }
            """
        let said: String = try Compiler.check(files + [own + call], [])
        #expect(said.contains("error: 'apusRead' is inaccessible due to '@_spi' protection level"), "\(said)")
        for use in [
            "_ = FrozenSchema(\"1\", json: \"\")", "_ = StageMapping(from: \"1\", to: \"2\", json: \"\")",
            "_ = RetiredVersion(\"1\", newest: \"2\")", "_ = ColumnPath<Trip>()",
            "let read: (RowReader) -> String = { $0.string(0) }",
            "func bind(_ writer: inout RowWriter) { writer.bind(1) }",
        ] {
            let used: String = try Compiler.check(files + [own + "func use() { \(use) }"], [])
            #expect(used.contains("is inaccessible due to '@_spi' protection level"), "\(used)")
        }
        let copied: String = (own + call).replacing("import Apus", with: "@_spi(Generated) import Apus")
        #expect(try Compiler.check(files + [copied], []) == "")
    }

    /// The newest versions of the project's own models and of one of public apps, at night of three, always the same
    /// ones; with `APUS_CORPORA=all` of each, with what it takes.
    @Test func corpora() throws {
        let isWhole = ProcessInfo.processInfo.environment["APUS_CORPORA"] == "all"
        let models: [CorpusModels.Model] = CorpusModels.all.filter { !$0.versions.isEmpty }
        try #require(models.count >= (CorpusModels.hasShared ? 20 : 3))
        let share: Int = TestScale.factor > 1 ? 9 : 27
        for (index, model) in models.enumerated() where isWhole || model.isOwn || index % share == 7 {
            guard let (name, newest) = model.versions.last else { continue }
            let history = try Self.withClasses(History(model: newest.model, entries: [], head: newest))
            let generator: Generator
            do {
                generator = try Generator(history: history, mappings: [])
            } catch {
                Issue.record("\(model.path) \(name): \(error)")
                continue
            }
            let begin: ContinuousClock.Instant = .now
            let said: String = try Compiler.check(
                generator.files().map(\.contents) + [UserTypes.source(for: newest, .internal)],
                ["-default-isolation", "MainActor"]
            )
            let seconds: Double = begin.duration(to: .now) / .seconds(1)
            #expect(said == "", "\(model.path) \(name)")
            let count: Int = max(newest.entities.count, 1)
            print("\(model.path): \(count) entities, \(Int(seconds * 1000) / count) ms each to type-check")
        }
    }

    /// The history with generated classes for all entities.
    private static func withClasses(_ history: History) throws -> History {
        func withClasses(_ schema: Schema) -> Schema {
            var schema: Schema = schema
            for index in schema.entities.indices { schema.entities[index].codegen = .class }
            return schema
        }
        return History(
            model: history.model,
            entries: try history.entries().map { History.Entry($0.version, withClasses($0.schema), digest: $0.digest) },
            head: history.head.map(withClasses)
        )
    }
}
