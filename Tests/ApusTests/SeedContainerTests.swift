import ApusSchema
import Foundation
import Testing

@_spi(Generated) @testable import Apus

/// Seed data through containers: at the first launch, for those who only read, and after resets.
struct SeedContainerTests {
    private func titles(_ context: ModelContext) throws -> [String] {
        try context.all(Playlist.self).flatMap { list in list.tracks.map(\.title) + list.guests.map(\.name) }
    }

    @Test func aNewStoreBeginsWithTheData() throws {
        let store = try TemporaryStore()
        for _ in 0..<2 {
            let context = ModelContext(try ModelContainer(for: SeededFeatures.self, url: store.url))
            #expect(try titles(context) == ["Two", "One", "Kim \"K\"\n"])
        }
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(try titles(ModelContext(ModelContainer(for: SeededFeatures.self, configurations: memory))).count == 3)
    }

    @Test func whoOnlyReadsGetsNothing() throws {
        let store = try TemporaryStore()
        _ = try store.open()
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: SeededFeatures.self, configurations: configuration))
        #expect(try context.all(Playlist.self).isEmpty)
        #expect(try store.lines("SELECT count(*) FROM sqlite_schema WHERE name = 'apus_seed'") == ["0"])
        #expect(throws: ModelError.self) { try context.container.resetToSeedData() }
    }

    @Test func aResetGivesTheStateOfTheFirstLaunch() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let other = ModelContext(try ModelContainer(for: SeededFeatures.self, url: store.url))
        let context = ModelContext(container)
        let list = try #require(try context.all(Playlist.self).first)
        let seen = try #require(try other.all(Playlist.self).first)
        list.name = "Mine"
        context.delete(try #require(list.tracks.first))
        context.insert(Playlist(name: "More"))
        try context.save()
        list.name = "Unsaved"
        try container.resetToSeedData()
        #expect(try context.all(Playlist.self).map(\.name) == ["Best of"])
        #expect(try titles(context) == ["Two", "One", "Kim \"K\"\n"])
        #expect(list.isDeleted)
        // Another container learns of it as of any change by another process.
        #expect(try other.all(Playlist.self).map(\.name) == ["Best of"])
        other.rollback()
        _ = try other.all(Playlist.self)
        #expect(seen.name.isEmpty && seen.isDeleted)
        #expect(try store.lines("SELECT count(*) FROM apus_seed_row") == ["4"])
        #expect(try store.lines("SELECT _id > 2 FROM Playlist") == ["1"])
    }

    @Test func whatIsErasedDoesNotComeAgain() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        try container.erase()
        #expect(try ModelContext(ModelContainer(for: SeededFeatures.self, url: store.url)).all(Playlist.self).isEmpty)
        try container.resetToSeedData()
        #expect(try store.lines("SELECT name FROM Playlist") == ["Best of"])
    }

    @Test func aResetThatFailsChangesNothing() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: SeededFeatures.self, url: store.url)
        let context = ModelContext(container)
        let list = try #require(try context.all(Playlist.self).first)
        list.name = "Mine"
        try context.save()
        let trigger = "CREATE TRIGGER t BEFORE INSERT ON Track BEGIN SELECT RAISE(ABORT, 'no'); END"
        try store.tell(trigger)
        #expect(throws: StoreError.self) { try container.resetToSeedData() }
        #expect(try store.lines("SELECT name FROM Playlist") == ["Mine"])
        #expect(try store.lines("SELECT count(*) FROM apus_seed_row") == ["4"])
        #expect(!list.isDeleted)
    }

    @Test func aReadyMadeStoreIsTheFirstContent() throws {
        let (bundle, store) = (try TemporaryStore(), try TemporaryStore())
        try {
            let context = try bundle.open()
            context.insert(Playlist(name: "Ready"))
            context.insert(Document(title: "d", scan: Data(repeating: 7, count: 300_000), colours: []))
            try context.save()
        }()
        let folder = bundle.url.deletingLastPathComponent().path
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: bundle.url.path)
        var configuration = ModelConfiguration(url: store.url)
        configuration.initialStore = bundle.url
        let context = ModelContext(try ModelContainer(for: SeededFeatures.self, configurations: configuration))
        // The seed data of the app comes as it does to any store that exists.
        #expect(try context.all(Playlist.self).map(\.name).sorted() == ["Best of", "Ready"])
        #expect(try context.all(Document.self).map(\.scan.count) == [300_000])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        context.insert(Playlist(name: "New"))
        try context.save()
        // It is copied once.
        let again = ModelContext(try ModelContainer(for: SeededFeatures.self, configurations: configuration))
        #expect(try again.fetchCount(FetchDescriptor<Playlist>()) == 3)
        #expect(try bundle.lines("SELECT name FROM Playlist") == ["Ready"])
    }

    @Test func aReadyMadeStoreThatCannotBeReadLeavesNoStore() throws {
        let store = try TemporaryStore()
        var configuration = ModelConfiguration(url: store.url)
        configuration.initialStore = store.url.appendingPathExtension("missing")
        #expect(throws: StoreError.self) { try ModelContainer(for: SeededFeatures.self, configurations: configuration) }
        #expect(!FileManager.default.fileExists(atPath: store.url.path))
    }

    @Test(arguments: ["not a store", "another model", "a database"])
    func aReadyMadeStoreThatCannotBeOpenedLeavesNoStore(_ kind: String) throws {
        let (bundle, store) = (try TemporaryStore(), try TemporaryStore())
        _ = try bundle.open()
        switch kind {
        case "another model": try bundle.tell("UPDATE apus_model SET model = 'Other'")
        case "a database": try bundle.tell("PRAGMA application_id = 7")
        default: try Data("text".utf8).write(to: bundle.url)
        }
        var configuration = ModelConfiguration(url: store.url)
        configuration.initialStore = bundle.url
        #expect(throws: StoreError.self) { try ModelContainer(for: SeededFeatures.self, configurations: configuration) }
        #expect(!FileManager.default.fileExists(atPath: store.url.path))
        configuration.initialStore = nil
        #expect(
            try ModelContext(ModelContainer(for: SeededFeatures.self, configurations: configuration)).all(Playlist.self)
                .count
                == 1
        )
    }

    /// The same model with a data file without rows.
    private enum Emptied: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static var entities: [EntityDescription] { FeaturesSchema.entities }
        static var versions: [FrozenSchema] { FeaturesSchema.versions }
        static var head: FrozenSchema? { FeaturesSchema.head }
        static var mappings: [StageMapping] { FeaturesSchema.mappings }
        static let seedData: SeedData? = SeedData(digest: SeedRows.digest(of: "[]"), json: "[]")
    }

    @Test func onlyDataWithoutRowsRemovesThem() throws {
        let store = try TemporaryStore()
        _ = try ModelContainer(for: SeededFeatures.self, url: store.url)
        try store.tell("UPDATE apus_seed_row SET removed = 'delete'")
        // An app without data files knows nothing of the rows.
        _ = try store.open()
        #expect(try store.lines("SELECT count(*) FROM Playlist") == ["1"])
        _ = try ModelContainer(for: Emptied.self, url: store.url)
        #expect(try store.lines("SELECT count(*) FROM Playlist") == ["0"])
        #expect(try store.lines("SELECT count(*) FROM apus_seed_row") == ["0"])
    }
}
