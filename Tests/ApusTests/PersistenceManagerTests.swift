import Apus
import Foundation
import Testing

/// The manager of a store, for apps that need no more than its contexts.
struct PersistenceManagerTests {
    private let store: TemporaryStore
    private let manager: PersistenceManager

    init() throws {
        store = try TemporaryStore()
        manager = PersistenceManager(
            FeaturesSchema.self,
            mergePolicy: .objectWins,
            configuration: ModelConfiguration(url: store.url)
        )
    }

    @Test func nothingIsThereBeforeLoading() async throws {
        #expect(throws: ModelError.notLoaded(model: "Features")) { try manager.workerContext() }
        try await manager.load()
        let container = try manager.container
        try await manager.load()
        #expect(try manager.container === container)
    }

    @Test func anErrorSaysWhatToDoAndTheStoreStays() async throws {
        try Data("not a database, but a text".utf8).write(to: store.url)
        let error = await #expect(throws: (any Error).self) { try await manager.load() }
        #expect("\(try #require(error))".contains(store.url.lastPathComponent))
        #expect(try String(contentsOf: store.url, encoding: .utf8) == "not a database, but a text")
        try FileManager.default.removeItem(at: store.url)
        try await manager.load()
        #expect(try manager.workerContext().fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    private actor Calls {
        private(set) var migrations: [String] = []
        func note(_ name: String) { migrations.append(name) }
    }

    private struct Refused: Error {}

    /// Two parts of an app load the store at the same moment, and the first one is asked what to do about the migration.
    @Test(arguments: [true, false]) func aStoreIsMigratedOnce(isRefused: Bool) async throws {
        let older = try store.open()
        older.insert(Trip(name: "Alps"))
        try older.save()
        let manager = PersistenceManager(
            HistoryFeatures.self,
            configuration: ModelConfiguration(url: store.url)
        )
        let calls = Calls()
        let second = Box<Task<Void, any Error>?>(nil)
        let load = {
            try await manager.load(willMigrate: { _ in
                await calls.note("first")
                second.value = Task { try await manager.load(willMigrate: { _ in await calls.note("second") }) }
                // Long enough for the second call to begin.
                try await Task.sleep(for: .milliseconds(200))
                if isRefused { throw Refused() }
            })
        }
        if isRefused { await #expect(throws: Refused.self) { try await load() } } else { try await load() }
        try await second.value?.value
        #expect(await calls.migrations == (isRefused ? ["first", "second"] : ["first"]))
        #expect(try manager.workerContext().fetchCount(FetchDescriptor<Trip>()) == 1)
        // The log has a row per migration.
        #expect(try store.lines("SELECT count(*) FROM apus_log") == ["1"])
    }

    /// A call that waits for itself would never end.
    @Test(.timeLimit(.minutes(30))) func aMigrationThatLoadsItsOwnStoreIsAnError() async throws {
        let older = try store.open()
        older.insert(Trip(name: "Alps"))
        try older.save()
        let manager = PersistenceManager(HistoryFeatures.self, configuration: ModelConfiguration(url: store.url))
        await #expect(throws: ModelError.nestedLoad(model: manager.modelName)) {
            try await manager.load(willMigrate: { _ in try await manager.load() })
        }
        #expect(throws: ModelError.self) { try manager.workerContext() }
        // The store is as it was, and the error is caught if the code wants to go on.
        try await manager.load(willMigrate: { _ in
            let error = await #expect(throws: ModelError.self) { try await manager.load() }
            #expect(error == .nestedLoad(model: manager.modelName))
        })
        #expect(try manager.workerContext().fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    /// A call that waits does not wait for the whole migration when its result is not needed any more.
    @Test(.timeLimit(.minutes(30))) func aCallThatIsCancelledStopsWaiting() async throws {
        let older = try store.open()
        older.insert(Trip(name: "Alps"))
        try older.save()
        let manager = PersistenceManager(HistoryFeatures.self, configuration: ModelConfiguration(url: store.url))
        try await manager.load(willMigrate: { _ in
            let waiting = Task.detached { try await manager.load() }
            // Cancelled before it waits, or while it does.
            try await Task.sleep(for: .milliseconds(100))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        })
        #expect(try manager.workerContext().fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @MainActor @Test func itsContexts() async throws {
        try await manager.load()
        #expect(try manager.mainContext === manager.mainContext && manager.mainContext.mergePolicy == .objectWins)
        #expect(try manager.workerContext() !== manager.workerContext())
        let reader = try manager.readingContext()
        #expect(try reader.fetch(FetchDescriptor<Trip>()).isEmpty)
        try await manager.perform { $0.insert(Trip(name: "Alps")) }
        let trip = try #require(try reader.fetch(FetchDescriptor<Trip>()).first)
        trip.name = "changed"
        #expect(throws: ModelError.readOnly) { try reader.save() }
        reader.rollback()
        // Nor do values, the history or a nested context write.
        #expect(throws: ModelError.readOnly) { try reader.save(TripValue(name: "x")) }
        #expect(throws: ModelError.readOnly) { try ModelContext(parent: reader).save(TripValue(name: "x")) }
        #expect(throws: ModelError.readOnly) { try reader.deleteHistory(before: Date()) }
        _ = try await manager.performTask { try $0.fetch(FetchDescriptor<Trip>()).first?.nights = 9 }.value
        #expect(try reader.fetch(FetchDescriptor<Trip>()).map(\.nights) == [9])
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["Alps|9"])
    }

    @Test func aThreadHasAContext() async throws {
        try await manager.load()
        let manager = manager
        let areTheSame: [Bool] = await withCheckedContinuation { continuation in
            Thread {
                let first = try? manager.contextForThread
                let second = try? manager.contextForThread
                let worker = try? manager.workerContext()
                continuation.resume(returning: [first != nil && first === second, first !== worker])
            }.start()
        }
        #expect(areTheSame == [true, true])
    }
}
