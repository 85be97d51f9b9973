import Foundation
import Testing

@testable import Apus

/// Contexts that read one state of the store.
struct PinningTests {
    private func container(_ store: TemporaryStore, trips: [String]) throws -> ModelContainer {
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        for name in trips { context.insert(Trip(name: name)) }
        try context.save()
        return container
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Trip>()).map(\.name)
    }

    @Test func aPinnedContextReadsOneState() throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a", "b", "c"])
        let context = ModelContext(container)
        let first = try #require(try context.all(Trip.self).first)
        // What was read before is read again, so that it is of the same state.
        try store.tell("UPDATE Trip SET name = 'A' WHERE name = 'a'")
        try context.pin()
        #expect(context.isPinned && first.name == "A")
        let other = ModelContext(container)
        let theirs = try other.all(Trip.self)
        theirs[0].name = "x"
        _ = BucketListItem(title: "y", trip: theirs[1])
        other.delete(theirs[2])
        other.insert(Trip(name: "z"))
        try other.save()
        try store.tell("UPDATE Trip SET name = 'B' WHERE name = 'b'")
        context.processPendingChanges()
        let mine = try context.all(Trip.self)
        #expect(mine.map(\.name) == ["A", "b", "c"] && mine[0] === first)
        #expect(mine[1].bucketList.isEmpty && !mine[2].isDeleted)
        #expect(try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "z" })) == 0)
        context.rollback()
        #expect(try names(context) == ["A", "b", "c"])
        context.refresh(first)
        #expect(first.name == "A")
        context.unpin()
        #expect(!context.isPinned && mine[2].isDeleted)
        #expect(try names(context) == ["x", "B", "z"] || names(context) == ["x", "b", "z"])
        #expect(mine[1].bucketList.map(\.title) == ["y"] && first.name == "x")
        try context.pin()
        #expect(try names(ModelContext(container)) == ["x", "B", "z"])
    }

    @Test func aSaveMovesToTheNewestState() throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a", "b"])
        let context = ModelContext(container)
        try context.pin()
        let mine = try context.all(Trip.self)
        let other = ModelContext(container)
        try other.all(Trip.self)[1].name = "theirs"
        try other.save()
        mine[0].name = "mine"
        #expect(mine[1].name == "b")
        try context.save()
        #expect(context.isPinned && mine[1].name == "theirs")
        #expect(try store.lines("SELECT name FROM Trip") == ["mine", "theirs"])
        try other.all(Trip.self)[1].name = "later"
        try other.save()
        #expect(try names(context) == ["mine", "theirs"])
        // Without changes, nothing is saved.
        try context.save()
        #expect(try names(context) == ["mine", "theirs"])
        context.reset()
        #expect(context.isPinned)
        #expect(try names(context) == ["mine", "later"])
    }

    /// The context reads for the first time after the others have saved, so that it seems to know their change.
    @Test(arguments: [false, true]) func conflictsWithWhatWasSavedMeanwhileAreFound(_ rollsBack: Bool) throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a"])
        let context = ModelContext(container)
        try context.pin()
        let other = ModelContext(container)
        try other.all(Trip.self)[0].name = "theirs"
        try other.save()
        if rollsBack { context.rollback() }
        let trip = try #require(try context.all(Trip.self).first)
        #expect(trip.name == "a")
        trip.name = "mine"
        #expect(throws: ModelError.conflict([.init(object: trip.persistentModelID, properties: ["name"])])) {
            try context.save()
        }
        #expect(try store.lines("SELECT name FROM Trip") == ["theirs"])
        #expect(context.isPinned)
        context.mergePolicy = .objectWins
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["mine"])
    }

    /// Whether the write-ahead log can be emptied.
    private func isLogFree(_ store: TemporaryStore) throws -> Bool {
        try store.ask("PRAGMA wal_checkpoint(PASSIVE)").first?[1]
            == store.ask("PRAGMA wal_checkpoint(PASSIVE)").first?[2]
    }

    @Test func itEndsWithItsContextAndItsContainer() async throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a"])
        var context: ModelContext? = ModelContext(container)
        try context?.pin()
        let other = ModelContext(container)
        try other.all(Trip.self)[0].name = "b"
        try other.save()
        #expect(try !isLogFree(store))
        context = nil
        #expect(try isLogFree(store))
        let last = ModelContext(container)
        try last.pin()
        let trip = try #require(try last.all(Trip.self).first)
        #expect(trip.name == "b")
        // It does not wait for the context.
        try await container.close()
        #expect(throws: ModelError.containerClosed) { try last.all(Trip.self) }
        #expect(throws: ModelError.containerClosed) { try last.pin() }
        #expect(!last.isPinned && trip.name == "b")
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path)
        #expect(files == [store.url.lastPathComponent])
    }

    @Test func anErasedStoreIsReadUntilTheEnd() throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a"])
        let context = ModelContext(container)
        try context.pin()
        try container.erase()
        let trips = try context.all(Trip.self)
        #expect(trips.map(\.name) == ["a"] && !trips[0].isDeleted)
        context.unpin()
        #expect(trips[0].isDeleted)
        #expect(try context.all(Trip.self).isEmpty)
    }

    @Test func aFileThatIsReplacedIsReadUntilTheEnd() throws {
        let store = try TemporaryStore()
        let container = try container(store, trips: ["a"])
        let context = ModelContext(container)
        try context.pin()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
        _ = try self.container(store, trips: ["other"])
        #expect(try names(context) == ["a"])
        // The only reader is in use, so another one is made.
        #expect(throws: StoreError(store.url.path, .replaced)) { try ModelContext(container).pin() }
    }

    @Test func aStoreInMemoryCannotBePinned() throws {
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration("cache", isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        #expect(throws: ModelError.cannotPin(configuration: "cache")) { try context.pin() }
        #expect(!context.isPinned)
        try context.save()
        #expect(try names(context) == ["a"])
    }
}
