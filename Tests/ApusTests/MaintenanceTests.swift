import Foundation
import Testing

@testable import Apus

/// Copying and compacting stores that are open.
struct MaintenanceTests {
    private func fill(_ container: ModelContainer, _ count: Int = 3) throws {
        let context = ModelContext(container)
        for number in 0..<count {
            let trip = Trip(name: "trip \(number)", leader: Person(name: "p"))
            context.insert(trip)
            trip.addToBucketList(BucketListItem(title: String(repeating: "x", count: 200), trip: trip))
        }
        context.insert(Document(title: "d", scan: Data(repeating: 7, count: 300_000), colours: []))
        try context.save()
    }

    private func names(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    /// What is in the document's large value.
    private func scan(_ container: ModelContainer) throws -> String {
        let context = ModelContext(container)
        defer { withExtendedLifetime(context) {} }
        let scan = try #require(try context.fetch(FetchDescriptor<Document>()).first).scan
        return "\(scan.count) times " + Set(scan).sorted().map(String.init).joined(separator: ",")
    }

    private func size(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
    }

    @Test func aCopyHasWhatWasSaved() async throws {
        let store = try TemporaryStore()
        let copy = store.url.deletingLastPathComponent().appending(path: "copy.sqlite")
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        try fill(container)
        let context = ModelContext(container)
        context.insert(Trip(name: "unsaved"))
        let pinned = ModelContext(container)
        try pinned.pin()
        try await container.backup(to: copy)
        try context.save()
        #expect(try names(container).count == 4)
        let opened = try ModelContainer(for: FeaturesSchema.self, url: copy)
        #expect(try names(opened) == ["trip 0", "trip 1", "trip 2"])
        #expect(try scan(opened) == "300000 times 7")
        await #expect(throws: StoreError.self) { try await container.backup(to: copy) }
        #expect(try names(opened).count == 3)
        await #expect(throws: ModelError.self) {
            try await container.backup(to: copy.appendingPathExtension("2"), of: "unknown")
        }
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.backup(to: copy.appendingPathExtension("3"))
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let files = try FileManager.default.contentsOfDirectory(atPath: copy.deletingLastPathComponent().path)
        #expect(!files.contains { $0.hasPrefix("copy.sqlite.") })
        try await container.close()
        await #expect(throws: ModelError.containerClosed) {
            try await container.backup(to: copy.appendingPathExtension("4"))
        }
    }

    /// A save removes the file of a value that it replaces at once.
    @Test func aCopyHasTheFilesOfItsRows() async throws {
        let store = try TemporaryStore()
        let copy = store.url.deletingLastPathComponent().appending(path: "copy.sqlite")
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        try fill(container, 3000)
        try await container.backup(to: copy) { _ in
            let context = ModelContext(container)
            let document = try? context.fetch(FetchDescriptor<Document>()).first
            document?.scan = Data(repeating: 8, count: 200_000)
            #expect(throws: Never.self) { try context.save() }
        }
        let opened = try ModelContainer(for: FeaturesSchema.self, url: copy)
        #expect(try scan(opened) == "300000 times 7")
        #expect(try scan(container) == "200000 times 8")
    }

    @Test func aStoreInMemoryIsCopiedIntoAFile() async throws {
        let store = try TemporaryStore()
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: FeaturesSchema.self, configurations: memory)
        try fill(container)
        try await container.backup(to: store.url)
        let opened = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        #expect(try names(opened) == names(container))
        #expect(try scan(opened) == "300000 times 7")
        _ = try await container.compact()
        #expect(try names(container).count == 3)
    }

    @Test func compactingGivesSpaceBackWhileTheStoreIsUsed() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        try fill(container, 3000)
        let context = ModelContext(container)
        let kept = try #require(
            try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "trip 0" })).first
        )
        try context.delete(model: Trip.self, where: #Predicate { $0.name != "trip 0" })
        try context.save()
        _ = try store.lines("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try size(store.url)
        let pinned = ModelContext(container)
        try pinned.pin()
        let saved = Task.detached {
            for number in 0..<20 {
                let context = ModelContext(container)
                context.insert(Trip(name: "more \(number)"))
                try context.save()
            }
        }
        let freed = try await container.compact()
        try await saved.value
        #expect(freed > 300_000)
        #expect(try pinned.fetchCount(FetchDescriptor<Trip>()) == 1)
        kept.name = "changed"
        try context.save()
        #expect(try names(container).count == 21)
        pinned.unpin()
        try await container.close()
        #expect(try size(store.url) < before - 200_000)
        #expect(try store.lines("PRAGMA integrity_check") == ["ok"])
        let readOnly = ModelConfiguration(url: store.url, allowsSave: false)
        let reader = try ModelContainer(for: FeaturesSchema.self, configurations: readOnly)
        await #expect(throws: ModelError.readOnly) { try await reader.compact() }
    }
}
