import Foundation
import GRDB
import Testing

@testable import Apus
@testable import ApusStore

/// Containers that only read.
struct ReadOnlyTests {
    private func readOnly(_ store: TemporaryStore) throws -> ModelContainer {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    }

    private func filled() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", nights: 2)
        context.insert(trip)
        trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        try context.save()
        return store
    }

    private func files(_ store: TemporaryStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path).sorted()
    }

    @Test func objectsAreRead() async throws {
        let store = try filled()
        let before = try Data(contentsOf: store.url)
        let container = try readOnly(store)
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.nights > 1 })).first)
        #expect(trip.name == "a" && trip.bucketList.map(\.title) == ["x"])
        #expect(try context.fetchCount(FetchDescriptor<BucketListItem>()) == 1)
        try await container.close()
        #expect(try Data(contentsOf: store.url) == before)
        #expect(try files(store) == [store.url.lastPathComponent])
    }

    @Test func nothingIsSaved() throws {
        let store = try filled()
        let container = try readOnly(store)
        let context = ModelContext(container)
        context.insert(Trip(name: "b"))
        try context.all(Trip.self).first?.name = "c"
        #expect(throws: ModelError.readOnly) { try context.save() }
        #expect(context.hasChanges)
        try context.delete(model: Trip.self)
        #expect(throws: ModelError.readOnly) { try context.transaction { context.insert(Trip(name: "d")) } }
        context.rollback()
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["a"])
        #expect("\(ModelError.readOnly)".contains("allowsSave: true"))
    }

    @MainActor @Test func theMainContextDoesNotSaveByItself() throws {
        let store = try filled()
        let container = try readOnly(store)
        #expect(!container.mainContext.autosaveEnabled)
    }

    @Test func whatIsSavedMeanwhileIsRead() throws {
        let store = try filled()
        let reading = try readOnly(store)
        let writing = try store.open()
        #expect(try ModelContext(reading).all(Trip.self).map(\.name) == ["a"])
        writing.insert(Trip(name: "b"))
        try writing.save()
        #expect(try ModelContext(reading).all(Trip.self).map(\.name) == ["a", "b"])
    }

    @Test func theStoreHasToExist() throws {
        let store = try TemporaryStore()
        #expect(throws: StoreError(store.url.path, .missing)) { try readOnly(store) }
        #expect(try files(store) == [])
    }

    @Test func nothingIsMigrated() async throws {
        let store = try TemporaryStore()
        _ = try ModelContainer(for: FeaturesV1.self, url: store.url)
        let before = try Data(contentsOf: store.url)
        let expected = StoreError(store.url.path, .needsMigration(from: "1", to: nil))
        #expect(throws: expected) { try readOnly(store) }
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        await #expect(throws: expected) {
            try await ModelContainer.open(for: Trip.self, configurations: configuration) { _ in
                Issue.record("no migration is offered")
            }
        }
        await #expect(throws: expected) {
            _ = try await ModelContainer.open(for: Trip.self, configurations: configuration, within: .zero)
        }
        #expect(try Data(contentsOf: store.url) == before)
        // The owner migrates it.
        _ = try store.open()
        #expect(try ModelContext(readOnly(store)).all(Trip.self).isEmpty)
    }

    @Test func aMigrationMeanwhileIsNoticed() throws {
        let store = try TemporaryStore()
        _ = try ModelContainer(for: FeaturesV1.self, url: store.url)
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: FeaturesV1.self, configurations: configuration))
        _ = try store.open()
        #expect(throws: StoreError(store.url.path, .migratedMeanwhile)) {
            try context.fetchIdentifiers(FetchDescriptor<FeaturesV1.Trip>())
        }
    }

    @Test func noPermissionToWriteIsNeeded() throws {
        let store = try filled()
        // What a process without the permission uses.
        let reader = try StoreFile(store.url).openReader()
        #expect(reader.isCurrent)
        #expect(try reader.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 1)
        #expect(try files(store) == [store.url.lastPathComponent])
        let writing = try store.open()
        writing.insert(Trip(name: "b"))
        try writing.save()
        #expect(!reader.isCurrent)
        // The log exists now, so the next one has locks.
        let next = try StoreFile(store.url).openReader()
        #expect(next.isCurrent)
        #expect(try next.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 2)
        try reader.database.close()
        writing.insert(Trip(name: "c"))
        try writing.save()
        #expect(next.isCurrent)
        #expect(try next.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 3)
    }

    @Test func configurationsAreSwiftDatas() {
        let configuration = ModelConfiguration("Trips", schema: nil, isStoredInMemoryOnly: true, allowsSave: false)
        #expect(!configuration.allowsSave && ModelConfiguration().allowsSave)
    }

    @Test func aStoreInMemoryIsEmpty() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        context.insert(Trip(name: "a"))
        #expect(throws: ModelError.readOnly) { try context.save() }
    }
}
