// Only these platforms have processes to start, and files that others change.
#if os(macOS) || os(Linux)
import Foundation
import GRDB
import Testing

@testable import Apus

/// Live results of stores of all kinds, of hierarchies, and of pinned contexts.
@MainActor @Suite(.serialized) struct LiveStoresTests {
    /// Waits for what happens sooner or later, or for the half of a minute.
    private func wait(_ condition: () throws -> Bool) async rethrows -> Bool {
        for _ in 0..<3000 {
            if try condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// Fetches of a live result that are due without waiting.
    private func fetch<Model>(
        _ context: ModelContext,
        _ descriptor: FetchDescriptor<Model> = FetchDescriptor<Model>()
    ) throws -> LiveFetch<Model> {
        let fetch = LiveFetch(descriptor, in: context)
        _ = try fetch.change()
        return fetch
    }

    // MARK: - Pinned contexts

    @Test func aPinnedContextHasAnElementAfterUnpin() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let other = ModelContext(context.container)
        let trip = Trip(name: "a")
        other.insert(trip)
        try other.save()
        let live = try fetch(context, FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        try context.pin()
        _ = try live.change()
        trip.nights = 9
        other.insert(Trip(name: "b"))
        try other.save()
        #expect(try live.change() == nil)
        try context.container.batchUpdate(model: Trip.self, set: Trip.columns.nights.to(10))
        #expect(try live.change() == nil)
        context.unpin()
        let change = try #require(try live.change())
        #expect(change.results.map(\.name) == ["a", "b"] && change.results.map(\.nights) == [10, 10])
        #expect(change.updatedIndexes == [0])
        #expect(try live.change() == nil)
    }

    /// What a pinned context has changed by itself is shown as long as it is pinned.
    @Test func unsavedChangesOfAPinnedContextAreShown() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let other = ModelContext(context.container)
        for name in ["a", "b"] { other.insert(Trip(name: name)) }
        try other.save()
        let live = try fetch(context, FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        try context.pin()
        _ = try live.change()
        let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        trips[0].nights = 9
        try other.save()
        try context.all(Trip.self).last?.nights = 3
        context.processPendingChanges()
        let change = try #require(try live.change())
        #expect(change.updatedIndexes == [1] && change.results.map(\.nights) == [1, 3])
        context.unpin()
        #expect(try live.change()?.results.map(\.nights) == [9, 3])
    }

    // MARK: - Hierarchies

    @Test func resultsOfAHierarchyHaveTheObjectsOfItsClasses() throws {
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let (context, other) = (ModelContext(container), ModelContext(container))
        let (dog, cat) = (Dog(name: "Rex", breed: "Collie"), Cat(name: "Tom"))
        for animal in [dog, cat] as [Animal] { other.insert(animal) }
        try other.save()
        var alone = FetchDescriptor<Dog>()
        alone.includesSubentities = false
        let (animals, dogs) = (try fetch(context) as LiveFetch<Animal>, try fetch(context) as LiveFetch<Dog>)
        let (cats, plainDogs) = (try fetch(context) as LiveFetch<Cat>, try fetch(context, alone))
        func stale() -> [Bool] { [animals, dogs, cats, plainDogs].map(isStale) }
        #expect(stale() == [false, false, false, false])
        dog.breed = "Poodle"
        try other.save()
        #expect(stale() == [true, true, false, true])
        #expect(try animals.change()?.updatedIndexes == [0] && dogs.change()?.updatedIndexes == [0])
        #expect(try plainDogs.change()?.updatedIndexes == [0])
        let guide = GuideDog(name: "Ben", breed: "Labrador", number: 7)
        other.insert(guide)
        try other.save()
        #expect(stale() == [true, true, false, false])
        #expect(try animals.change()?.results.count == 3 && dogs.change()?.results.count == 2)
        cat.lives -= 1
        try other.save()
        #expect(stale() == [true, false, true, false])
        _ = try (animals.change(), cats.change())
        try container.batchDelete(model: GuideDog.self)
        #expect(stale() == [true, true, false, false])
        #expect(try animals.change()?.results.count == 2 && dogs.change()?.results.count == 1)
    }

    private func isStale(_ fetch: any AnyLiveFetch) -> Bool { fetch.isStale }

    // MARK: - Stores

    @Test func eachStoreIsWatched() async throws {
        let (trips, lists) = (try TemporaryStore(), try TemporaryStore())
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration("trips", url: trips.url),
            ModelConfiguration("lists", schema: Schema([Playlist.self]), url: lists.url)
        )
        let (context, other) = (ModelContext(container), ModelContext(container))
        let live = (try fetch(context) as LiveFetch<Trip>, try fetch(context) as LiveFetch<Playlist>)
        // A save of one store does not concern results of the other.
        other.insert(Playlist(name: "p"))
        try other.save()
        #expect(!live.0.isStale)
        #expect(try live.1.change()?.results.count == 1)
        try lists.tell("INSERT INTO Playlist (name) VALUES ('q')")
        #expect(try await wait { try live.1.change()?.results.count == 2 })
        _ = try live.0.change()
        try trips.tell("INSERT INTO Trip (name, nights) VALUES ('a', 1)")
        #expect(try await wait { try live.0.change()?.results.count == 1 })
        try await container.close()
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
    func aContainerThatOnlyReadsHasWhatOthersSave(_ mode: String) async throws {
        let store = try TemporaryStore()
        try await {
            let context = try store.open()
            context.insert(Trip(name: "a"))
            try context.save()
            try await context.container.close()
        }()
        let writer = try DatabaseQueue(path: store.url.path)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = \(mode)") }
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration(url: store.url, allowsSave: false)
        )
        let context = ModelContext(container)
        let live: LiveFetch<Trip> = try fetch(context)
        var counts = container.counts(of: FetchDescriptor<Trip>()).makeAsyncIterator()
        #expect(try await counts.next() == 1)
        for number in 2...4 {
            try await writer.write { try $0.execute(sql: "INSERT INTO Trip (name, nights) VALUES ('\(number)', 1)") }
            #expect(try await wait { try live.change()?.results.count == number })
            #expect(try await counts.next() == number)
        }
        try await container.close()
        #expect(try await counts.next() == nil)
    }

    @Test func twoContainersOfOneProcessFollowEachOther() async throws {
        let store = try TemporaryStore()
        let containers = try (0..<2).map { _ in try ModelContainer(for: FeaturesSchema.self, url: store.url) }
        let contexts = containers.map { ModelContext($0) }
        let lives: [LiveFetch<Trip>] = try contexts.map { try fetch($0) }
        for number in 1...6 {
            let writer = ModelContext(containers[number % 2])
            writer.insert(Trip(name: "\(number)"))
            try writer.save()
            for live in lives { #expect(try await wait { try live.change()?.results.count == number }) }
        }
        try await containers[0].close()
        let writer = ModelContext(containers[1])
        writer.insert(Trip(name: "7"))
        try writer.save()
        #expect(try lives[1].change()?.results.count == 7)
        #expect(try lives[0].change() == nil)
        try await containers[1].close()
    }

    // MARK: - Ends

    /// A report that is under way is over when `stop()` returns, and none follows.
    @Test func aWatchStopsAfterALookThatIsUnderWay() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (finished, stopped) = (Flag(), Flag())
        let watch = try #require(
            StoreWatch(container.coordinator.stores[0]) {
                begun.signal()
                goesOn.wait()
                finished.set()
            }
        )
        try store.tell("INSERT INTO Tag (name) VALUES ('a')")
        #expect(await wait { begun.wait(timeout: .now()) == .success })
        Thread.detachNewThread {
            watch.stop()
            if finished.isSet { stopped.set() }
        }
        try await Task.sleep(for: .milliseconds(50))
        #expect(!stopped.isSet)
        goesOn.signal()
        #expect(await wait { stopped.isSet })
        try store.tell("INSERT INTO Tag (name) VALUES ('b')")
        try await Task.sleep(for: .milliseconds(400))
        #expect(begun.wait(timeout: .now()) == .timedOut)
        withExtendedLifetime(container) {}
    }

    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }

    #if os(Linux)
    /// How many watches this process has on a folder, as the kernel says.
    private func watchCount(_ folder: URL) throws -> Int {
        let number = try #require(
            try FileManager.default.attributesOfItem(atPath: folder.path)[.systemFileNumber] as? NSNumber
        )
        let text = "ino:" + String(number.uint64Value, radix: 16) + " "
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").reduce(0) { count, name in
            let data = FileManager.default.contents(atPath: "/proc/self/fdinfo/\(name)") ?? Data()
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            return count + lines.count { $0.hasPrefix("inotify") && $0.contains(text) }
        }
    }

    @Test func aClosedContainerWatchesNothing() async throws {
        let store = try TemporaryStore()
        let folder = store.url.deletingLastPathComponent()
        let containers = try (0..<2).map { _ in try ModelContainer(for: FeaturesSchema.self, url: store.url) }
        #expect(try watchCount(folder) == 0)
        let lives: [LiveFetch<Trip>] = try containers.map { try fetch(ModelContext($0)) }
        #expect(try watchCount(folder) == 1)
        try await containers[0].close()
        #expect(try watchCount(folder) == 1)
        try await containers[1].close()
        #expect(try watchCount(folder) == 0)
        withExtendedLifetime(lives) {}
    }

    @Test func aContainerThatIsReleasedWatchesNothing() throws {
        let store = try TemporaryStore()
        let folder = store.url.deletingLastPathComponent()
        try {
            let live: LiveFetch<Trip> = try fetch(store.open())
            withExtendedLifetime(live) {}
        }()
        #expect(try watchCount(folder) == 0)
    }
    #endif

    /// The system reports no end of a folder as long as a file in it is open: the store goes on, without a name.
    @Test func aStoreWhoseFolderIsDeletedIsClosed() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        let live: LiveFetch<Trip> = try fetch(context)
        var counts = container.counts(of: FetchDescriptor<Trip>()).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) {})
        #expect(await wait { watch.isResting })
        try FileManager.default.removeItem(at: store.url.deletingLastPathComponent())
        try await Task.sleep(for: .milliseconds(100))
        _ = try? live.change()
        watch.stop()
        try? await container.close()
        #expect(try await counts.next() == nil)
        #expect(try live.change() == nil)
    }
}

/// A live fetch of any class.
private protocol AnyLiveFetch {
    var isStale: Bool { get }
}

extension LiveFetch: AnyLiveFetch {}
#endif
