import Apus
import Foundation
import Testing

/// Work in the background, and contexts that save by themselves.
struct ConcurrencyTests {
    private actor Importer: ModelActor {
        nonisolated let modelContainer: ModelContainer
        nonisolated let modelExecutor: any ModelExecutor

        init(modelContainer: ModelContainer) {
            self.modelContainer = modelContainer
            modelExecutor = DefaultSerialModelExecutor(modelContainer)
        }

        func add(_ names: [String]) throws -> [PersistentIdentifier] {
            preconditionIsolated()
            let trips = names.map { Trip(name: $0) }
            for trip in trips { modelContext.insert(trip) }
            try modelContext.save()
            return trips.map(\.persistentModelID)
        }

        func name(of id: PersistentIdentifier) async -> String? {
            await Task.yield()
            return self[id, as: Trip.self]?.name
        }

        func change(_ id: PersistentIdentifier) {
            modelContext.autosaveEnabled = true
            self[id, as: Trip.self]?.name = "by itself"
        }

        var hasChanges: Bool { modelContext.hasChanges }
    }

    private func container() throws -> (TemporaryStore, ModelContainer) {
        let store = try TemporaryStore()
        return (store, try ModelContainer(for: FeaturesSchema.self, url: store.url))
    }

    @Test func anActorHasAContext() async throws {
        let (store, container) = try container()
        let importer = Importer(modelContainer: container)
        let identifiers = try await importer.add(["a", "b"])
        #expect(await importer.name(of: identifiers[1]) == "b")
        #expect(try store.lines("SELECT name FROM Trip") == ["a", "b"])
        await importer.change(identifiers[0])
        while await importer.hasChanges { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try store.lines("SELECT name FROM Trip") == ["by itself", "b"])
    }

    @Test func workIsDoneOneAfterTheOther() async throws {
        let (store, container) = try container()
        let id = try await container.perform { context in
            let trip = Trip(name: "a", nights: 0)
            context.insert(trip)
            try context.save()
            return trip.persistentModelID
        }
        try await withThrowingTaskGroup { group in
            for _ in 1...50 {
                group.addTask {
                    try await container.perform { context in
                        #expect(!Thread.isMainThread)
                        try context.fetch(Trip.self, id: id)?.nights += 1
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.lines("SELECT nights FROM Trip") == ["50"])
        await #expect(throws: CancellationError.self) {
            try await container.perform { context in
                context.insert(Trip(name: "lost"))
                throw CancellationError()
            }
        }
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["1"])
    }

    @Test func aClosedContainerThrows() async throws {
        let (store, container) = try container()
        async let last: Void = container.perform { context in
            for number in 1...100 { context.insert(Trip(name: "\(number)")) }
        }
        try await last
        let context = ModelContext(container)
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let trip = try #require(trips.first)
        try await container.close()
        try await container.close()
        #expect(throws: ModelError.containerClosed) { try context.fetchCount(FetchDescriptor<Trip>()) }
        #expect(trip.name == "1" && trips[1].name == "2")
        #expect(trip.bucketList.isEmpty)
        trip.name = "x"
        #expect(throws: ModelError.containerClosed) { try context.save() }
        await #expect(throws: ModelError.containerClosed) { try await container.perform { _ in } }
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["100"])
        try FileManager.default.removeItem(at: store.url)
    }

    @MainActor @Test func theMainContextSavesByItself() async throws {
        let (store, container) = try container()
        let context = container.mainContext
        #expect(context.autosaveEnabled && !ModelContext(container).autosaveEnabled)
        let trip = Trip(name: "a")
        context.insert(trip)
        #expect(context.hasChanges)
        try await untilSaved(context)
        trip.name = "b"
        try await untilSaved(context)
        #expect(try store.lines("SELECT name FROM Trip") == ["b"])
        context.delete(trip)
        try await untilSaved(context)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        context.autosaveEnabled = false
        context.insert(Trip(name: "c"))
        try await Task.sleep(for: .milliseconds(300))
        #expect(context.hasChanges)
        context.autosavePolicy = .every(.zero)
        try await untilSaved(context)
        #expect(try store.lines("SELECT name FROM Trip") == ["c"])
    }

    /// A save that is going to happen, in an hour, does not keep a context that has nothing to save any more.
    @MainActor @Test(arguments: 0..<4) func aContextWithoutChangesIsNotKept(_ end: Int) throws {
        let (_, container) = try container()
        weak var gone: ModelContext?
        do {
            let context = ModelContext(container)
            context.autosavePolicy = .every(.seconds(3600))
            for _ in 0..<2 {
                context.insert(Trip(name: "a"))
                switch end {
                case 0: try context.save()
                case 1: context.rollback()
                case 2: context.reset()
                default: context.autosavePolicy = .never
                }
            }
            gone = context
        }
        #expect(gone == nil)
    }

    @MainActor @Test func anErrorOfASaveIsReported() async throws {
        let (_, container) = try container()
        let context = container.mainContext
        var errors: [any Error] = []
        context.autosaveFailed = { errors.append($0) }
        let owner = Owner(name: "small letters")
        context.insert(owner)
        while errors.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(context.hasChanges && "\(errors[0])".contains("is not as the pattern"))
        // The object has not been saved yet, so its change is not noted.
        owner.name = "Large"
        try await untilSaved(context)
        // Nor is another change of a property that has changed.
        owner.name = "small"
        while errors.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        owner.name = "Huge"
        try context.save()
        // After a save of any kind, the same error is another one.
        owner.name = "small"
        while errors.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
        context.rollback()
        owner.name = "small"
        while errors.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
        context.rollback()
    }

    @MainActor private func untilSaved(_ context: ModelContext) async throws {
        while context.hasChanges { try await Task.sleep(for: .milliseconds(10)) }
    }
}
