@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// Code of stages in a container with several stores.
@Suite struct StageStoresTests {
    /// Code that makes a playlist in each store.
    private enum Coded: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = FeaturesSchema.versions
        static let head = FeaturesSchema.head
        static let mappings =
            FeaturesSchema.mappings.filter { $0.from == "1" } + [
                StageMapping(from: "1.1", to: "head", json: #"{"accept":["Trip.*"],"swift":[["Stages.change",1]]}"#)
            ]
        static let code = MigrationCode(stages: [
            .custom(
                "Stages.change",
                fromVersion: FeaturesV1_1.self,
                toVersion: FeaturesSchema.self,
                didMigrate: { $0.new.insert(Playlist(name: "Songs")) }
            )
        ])
    }

    @Test("Objects that belong to another store are refused before the commit")
    func strays() throws {
        let store = try TemporaryStore()
        let other = store.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
        let older = Planner.Target.version(Schema.Version(1, 1))
        for url in [store.url, other] {
            try Store.open(at: url, planner: FeaturesSchema.planner(), target: older).database.close()
        }
        let configurations = [
            ModelConfiguration("trips", url: store.url),
            ModelConfiguration("playlists", schema: Schema([Playlist.self]), url: other),
        ]
        let error = #expect(throws: (any Error).self) {
            try ModelContainer(for: Coded.self, configurations: configurations[0], configurations[1])
        }
        #expect(
            error.map { "\($0)" }?.contains("objects of 'Playlist' belong to another store") == true,
            "\(error as Any)"
        )
        #expect(try store.lines("SELECT version FROM apus_model") == ["1.1"])
        // A container with one store has them all.
        let single = ModelContext(try ModelContainer(for: Coded.self, url: store.url))
        #expect(try single.fetchCount(FetchDescriptor<Playlist>()) == 1)
    }
}
