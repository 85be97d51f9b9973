@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// Containers have the functions in Swift of their model.
struct MigrationCodeTests {
    /// The mapping to version 1.1, which computes in place of a fill.
    private static let mappings = FeaturesSchema.mappings.map { mapping in
        mapping.from != "1"
            ? mapping
            : StageMapping(
                from: mapping.from,
                to: mapping.to,
                json: mapping.json.replacing("[\"Trip.code\",\"none \\\"yet\\\"\\n\"],", with: "")
                    .replacing(
                        "\"require\"",
                        with: """
                            "functions":[["shout",{"gives":"string","takes":["string"],"version":1}]],\
                            "values":[["Trip.code","shout($source.title)"]],"require"
                            """
                    )
            )
    }

    private struct Silence: Error, CustomStringConvertible {
        let description = "nothing to shout"
    }

    private enum Coded: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = FeaturesSchema.versions
        static let head = FeaturesSchema.head
        static let mappings = MigrationCodeTests.mappings
        static let code = MigrationCode(functions: [
            MigrationFunction("shout", version: 1) { (text: String) throws -> String in
                if text == "silence" { throw Silence() }
                return text.uppercased() + "!"
            }
        ])
    }

    private enum Uncoded: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = FeaturesSchema.versions
        static let head = FeaturesSchema.head
        static let mappings = MigrationCodeTests.mappings
    }

    private func store(_ title: String) throws -> TemporaryStore {
        let store = try TemporaryStore()
        let older = try Store.open(
            at: store.url,
            planner: FeaturesSchema.planner(),
            target: .version(Schema.Version(1))
        )
        let sql = "INSERT INTO Trip (title, legacyCode, weight, note) VALUES (?, 'x', 1.5, 'n')"
        try older.database.write { try $0.execute(sql: sql, arguments: [title]) }
        return store
    }

    @Test("A container migrates with the code of its plan, and another one is refused with the store unchanged")
    func containers() throws {
        let store = try store("kept")
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: (any Error).self) { try ModelContainer(for: Uncoded.self, url: store.url) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("needs the function shout(string) → string, version 1") && text.contains("AP509"))
        #expect(try Data(contentsOf: store.url) == before)
        let container = try ModelContainer(for: Coded.self, url: store.url)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["kept"])
        let silent = try self.store("silence")
        let failure = #expect(throws: (any Error).self) { try ModelContainer(for: Coded.self, url: silent.url) }
        #expect(failure.map { "\($0)" }?.contains("_id 1 (shout: nothing to shout)") == true)
    }

    @Test("Opening in the background estimates and migrates with the code, too")
    func opening() async throws {
        let store = try store("kept")
        _ = try await ModelContainer.open(for: Coded.self, configurations: ModelConfiguration(url: store.url))
        let other = try self.store("kept")
        let error = await #expect(throws: (any Error).self) {
            try await ModelContainer.open(for: Uncoded.self, configurations: ModelConfiguration(url: other.url))
        }
        #expect(error.map { "\($0)" }?.contains("AP509") == true)
    }

    @Test("The namespaces of frozen versions have the code of the model")
    func frozenVersions() {
        #expect(FeaturesSchema.code.functions.isEmpty && FeaturesV1.code.functions.isEmpty)
        #expect(Coded.code.functions.map(\.declaration.version) == [1])
    }
}
