@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
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
                            "values":[["Trip.code","shout('a')"]],"require"
                            """
                    )
            )
    }

    private enum Coded: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = FeaturesSchema.versions
        static let head = FeaturesSchema.head
        static let mappings = MigrationCodeTests.mappings
        static let code = MigrationCode(functions: [
            MigrationFunction("shout", version: 1) { (text: String) in text.uppercased() + "!" }
        ])
    }

    private enum Uncoded: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = FeaturesSchema.versions
        static let head = FeaturesSchema.head
        static let mappings = MigrationCodeTests.mappings
    }

    private func store() throws -> TemporaryStore {
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: FeaturesSchema.planner(), target: .version(Schema.Version(1)))
        return store
    }

    @Test("A container migrates with the code of its plan, and another one is refused with the store unchanged")
    func containers() throws {
        let store = try store()
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: (any Error).self) { try ModelContainer(for: Uncoded.self, url: store.url) }
        let text = error.map { "\($0)" } ?? ""
        #expect(
            text.contains("the migration needs the function shout(string) → string, version 1")
                && text.contains("AP509")
        )
        #expect(try Data(contentsOf: store.url) == before)
        _ = try ModelContainer(for: Coded.self, url: store.url)
    }

    @Test("Opening in the background estimates and migrates with the code, too")
    func opening() async throws {
        let store = try store()
        let configuration = ModelConfiguration(url: store.url)
        _ = try await ModelContainer.open(for: Coded.self, configurations: configuration)
    }

    @Test("The namespaces of frozen versions have the code of the model")
    func frozenVersions() {
        #expect(FeaturesSchema.code.functions.isEmpty && FeaturesV1.code.functions.isEmpty)
        #expect(Coded.code.functions.map(\.declaration.version) == [1])
    }
}
