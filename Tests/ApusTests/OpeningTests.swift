import Apus
import ApusStore
import Foundation
import Testing

/// Containers that are opened without blocking, with what users are told and asked before a migration.
struct OpeningTests {
    /// A store of version 1 with a trip.
    private func olderStore() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = ModelContext(try ModelContainer(for: FeaturesV1.self, url: store.url))
        context.insert(FeaturesV1.Trip(title: "kept", weight: 1, note: "n"))
        try context.save()
        return store
    }

    private struct Declined: Error {}

    private final class Titles: @unchecked Sendable {
        private let lock = NSLock()
        private var titles: [String] = []

        var all: [String] { lock.withLock { titles } }

        func add(_ title: String) { lock.withLock { titles.append(title) } }
    }

    /// The migration of a ready-made store is announced like that of any other, and there is no store until it is migrated.
    @Test func theMigrationOfAReadyMadeStoreIsAnnounced() async throws {
        let (bundle, store) = (try olderStore(), try TemporaryStore())
        var configuration = ModelConfiguration(url: store.url)
        configuration.initialStore = bundle.url
        await #expect(throws: Declined.self) {
            try await ModelContainer.open(for: Trip.self, configurations: configuration) { _ in throw Declined() }
        }
        #expect(!FileManager.default.fileExists(atPath: store.url.path))
        var asked: [ModelContainer.Migration] = []
        let titles = Titles()
        let container = try await ModelContainer.open(for: Trip.self, configurations: configuration) { migration in
            asked.append(migration)
        } progress: { progress in
            titles.add(progress.title)
        }
        #expect(asked.map(\.url) == [store.url] && asked.map(\.from) == ["1"] && !titles.all.isEmpty)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["kept"])
        #expect(try bundle.lines("SELECT version FROM apus_model") == ["1"])
    }

    @Test func aMigrationIsAnnouncedAndItsProgressReported() async throws {
        let store = try olderStore()
        let titles = Titles()
        var asked: [ModelContainer.Migration] = []
        let container = try await ModelContainer.open(
            for: Trip.self,
            configurations: ModelConfiguration(url: store.url)
        ) { migration in
            asked.append(migration)
        } progress: { progress in
            titles.add(progress.title)
        }
        #expect(asked.map(\.from) == ["1"] && asked.map(\.to) == [nil])
        #expect(asked.first.map { $0.seconds >= 0 && $0.bytesNeeded > 0 && !$0.losses.isEmpty } == true)
        #expect(!titles.all.isEmpty)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["kept"])
        // There is nothing to announce now.
        _ = try await ModelContainer.open(for: Trip.self, configurations: ModelConfiguration(url: store.url)) { _ in
            Issue.record("a migration was announced")
        }
    }

    @Test func aVetoLeavesTheStoreUnchanged() async throws {
        let store = try olderStore()
        let before = try Data(contentsOf: store.url)
        await #expect(throws: Declined.self) {
            try await ModelContainer.open(for: Trip.self, configurations: ModelConfiguration(url: store.url)) { _ in
                throw Declined()
            }
        }
        #expect(try Data(contentsOf: store.url) == before)
        let opening = try await ModelContainer.open(
            for: Trip.self,
            configurations: ModelConfiguration(url: store.url),
            within: .nanoseconds(-1)
        )
        guard case .needs(let migration) = opening else {
            Issue.record("the store was opened")
            return
        }
        #expect(migration.from == "1")
        #expect(try Data(contentsOf: store.url) == before)
        guard
            case .opened = try await ModelContainer.open(
                for: Trip.self,
                configurations: ModelConfiguration(url: store.url),
                within: .seconds(3600)
            )
        else {
            Issue.record("the store was not opened")
            return
        }
    }

    /// The time is that of all stores together.
    @Test func severalStoresHaveOneBudget() async throws {
        let stores = [try olderStore(), try olderStore()]
        let before = try stores.map { try Data(contentsOf: $0.url) }
        func configurations() -> (ModelConfiguration, ModelConfiguration) {
            (
                ModelConfiguration("a", url: stores[0].url),
                ModelConfiguration("b", schema: Schema([Playlist.self]), url: stores[1].url)
            )
        }
        var seconds: [Double] = []
        let (a, b) = configurations()
        await #expect(throws: Declined.self) {
            try await ModelContainer.open(for: Trip.self, configurations: a, b) { migration in
                seconds.append(migration.seconds)
                if seconds.count == 2 { throw Declined() }
            }
        }
        let longest = try #require(seconds.max())
        try #require(longest > 0)
        // Each alone would be within the time.
        let opening = try await ModelContainer.open(
            for: Trip.self,
            configurations: a,
            b,
            within: .seconds(longest * 1.2)
        )
        guard case .needs(let migration) = opening else {
            Issue.record("the stores were opened")
            return
        }
        #expect(migration.seconds > longest * 1.5 && migration.from == "1")
        #expect(try stores.map { try Data(contentsOf: $0.url) } == before)
    }

    /// What was agreed to is not what another process has left to do.
    @Test func anotherProcessMigratesMeanwhile() async throws {
        let store = try olderStore()
        var asked: [String?] = []
        let container = try await ModelContainer.open(
            for: Trip.self,
            configurations: ModelConfiguration(url: store.url)
        ) { migration in
            asked.append(migration.from)
            if asked.count == 1 { _ = try ModelContainer(for: FeaturesV1_1.self, url: store.url) }
        }
        #expect(asked == ["1", "1.1"])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test func aNewStoreAndOneInMemoryAreOpened() async throws {
        let store = try TemporaryStore()
        let container = try await ModelContainer.open(
            for: Trip.self,
            configurations: ModelConfiguration(url: store.url)
        )
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
        let schema = Schema([Trip.self])
        let memory = try await ModelContainer.open(for: schema, configurations: [.init(isStoredInMemoryOnly: true)])
        #expect(try ModelContext(memory).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func aCancelledTaskDoesNotMigrate() async throws {
        let store = try olderStore()
        let before = try Data(contentsOf: store.url)
        let url = store.url
        let task = Task {
            try await ModelContainer.open(for: Trip.self, configurations: ModelConfiguration(url: url)) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try Data(contentsOf: url) == before)
        // Also where nothing is to be migrated.
        _ = try ModelContainer(for: FeaturesSchema.self, url: url)
        let other = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ModelContainer.open(for: FeaturesSchema.self, configurations: ModelConfiguration(url: url))
        }
        await #expect(throws: CancellationError.self) { try await other.value }
    }

    @Test func aStoreThatIsNoneIsRefused() async throws {
        let store = try TemporaryStore()
        try Data("not a store".utf8).write(to: store.url)
        let error = await #expect(throws: StoreError.self) {
            try await ModelContainer.open(for: Trip.self, configurations: ModelConfiguration(url: store.url))
        }
        #expect(error?.reason == .notADatabase && error?.path == store.url.path)
        #expect(try Data(contentsOf: store.url) == Data("not a store".utf8))
        // A database of another program is none either.
        let other = try TemporaryStore()
        try other.tell("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('kept')")
        let bytes = try Data(contentsOf: other.url)
        let refusal = await #expect(throws: StoreError.self) {
            try await ModelContainer.open(for: Trip.self, configurations: ModelConfiguration(url: other.url))
        }
        #expect(refusal?.reason == .notAStore)
        #expect(try Data(contentsOf: other.url) == bytes)
        for url in [store.url, other.url] {
            let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
            #expect(names == [url.lastPathComponent])
        }
    }
}
