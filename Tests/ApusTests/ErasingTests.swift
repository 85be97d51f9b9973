import Foundation
import GRDB
import Testing

@testable import Apus

/// Erasing a store, and deleting its files.
struct ErasingTests {
    private func filled() throws -> (TemporaryStore, ModelContainer) {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        for name in ["secretname1", "secretname2"] {
            let trip = Trip(name: name, leader: Person(name: "p"))
            context.insert(trip)
            trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        }
        let playlist = Playlist(name: "l")
        playlist.tracks = [Track(title: "t")]
        context.insert(playlist)
        context.insert(Document(title: "d", scan: Data(repeating: 7, count: 300_000), colours: []))
        try context.save()
        return (store, container)
    }

    private func names(_ store: TemporaryStore) throws -> [String] {
        let folder = store.url.deletingLastPathComponent().path
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func everythingIsDeleted() async throws {
        let (store, container) = try filled()
        let files = store.url.path + "-files"
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
        let last = try store.lines("SELECT max(_id) FROM Trip")
        try container.erase()
        let tables = try store.lines(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'apus_%' AND name NOT LIKE 'sqlite_%'"
        )
        #expect(tables.count > 20)
        for table in tables { #expect(try store.lines("SELECT count(*) FROM \"\(table)\"") == ["0"]) }
        #expect((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? [] == [])
        // The store can be used, and identities are not used again.
        let context = ModelContext(container)
        context.insert(Trip(name: "new"))
        try context.save()
        #expect(try store.lines("SELECT _id > \(last[0]) FROM Trip") == ["1"])
        try await container.close()
        let bytes = try Data(contentsOf: store.url)
        #expect(bytes.range(of: Data("secretname".utf8)) == nil)
    }

    @Test func objectsCountAsDeleted() throws {
        let (store, container) = try filled()
        defer { withExtendedLifetime(store) {} }
        let context = ModelContext(container)
        let trips = try context.all(Trip.self)
        let fault = try #require(context.model(for: trips[1].persistentModelID) as? Trip)
        trips[0].name = "changed"
        context.delete(trips[1])
        let item = BucketListItem(title: "new", trip: trips[0])
        context.insert(item)
        let person = Person(name: "new")
        context.insert(person)
        try container.erase()
        context.processPendingChanges()
        #expect(trips.allSatisfy(\.isDeleted) && fault.isDeleted)
        #expect(trips[0].name == "changed")
        #expect(context.changedModelsArray.isEmpty && context.deletedModelsArray.isEmpty)
        // What was new is still new, without what is gone.
        #expect(item.trip == nil && context.insertedModelsArray.count == 2)
        context.delete(item)
        try context.save()
        #expect(try ModelContext(container).all(Person.self).map(\.name) == ["new"])
        #expect(try ModelContext(container).all(Trip.self).isEmpty)
    }

    @Test func anotherContextsChangesAreNotSavedOverIt() throws {
        let (store, container) = try filled()
        defer { withExtendedLifetime(store) {} }
        let context = ModelContext(container)
        let trip = try #require(try context.all(Trip.self).first)
        trip.name = "changed"
        try container.erase()
        try context.save()
        #expect(trip.isDeleted)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func streamsAreTold() async throws {
        let (store, container) = try filled()
        defer { withExtendedLifetime(store) {} }
        let saves = container.saves
        try container.deleteAllData()
        for await save in saves {
            #expect(save.isErasure && save.deleted.isEmpty)
            break
        }
    }

    @Test func aStoreInMemoryIsErased() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        try context.save()
        try container.erase()
        #expect(try context.all(Trip.self).isEmpty)
    }

    @Test func whatCannotBeErasedStays() throws {
        let (store, container) = try filled()
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        let reading = try ModelContainer(for: Trip.self, configurations: configuration)
        #expect(throws: ModelError.readOnly) { try reading.erase() }
        // Rows that a user added refer to the trips.
        try store.tell("CREATE TABLE mine (trip REFERENCES Trip (_id)); INSERT INTO mine SELECT _id FROM Trip")
        #expect(throws: StoreError.self) { try container.erase() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
        let context = ModelContext(container)
        #expect(try context.all(Document.self).first?.scan.count == 300_000)
    }

    @Test func filesAreDeleted() async throws {
        let (store, container) = try filled()
        #expect(throws: StoreError(store.url.path, .locked)) { try ModelContainer.deleteStore(at: store.url) }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
        try await container.close()
        try ModelContainer.deleteStore(at: store.url)
        #expect(try names(store) == [])
        #expect(throws: StoreError(store.url.path, .missing)) { try ModelContainer.deleteStore(at: store.url) }
        #expect(throws: ModelError.containerClosed) { try ModelContext(container).all(Trip.self) }
        #expect(try store.open().all(Trip.self).isEmpty)
    }

    @Test func onlyStoresAreDeleted() throws {
        let store = try TemporaryStore()
        try store.tell("CREATE TABLE t (x)")
        #expect(throws: StoreError(store.url.path, .notAStore)) { try ModelContainer.deleteStore(at: store.url) }
        try Data("precious".utf8).write(to: store.url)
        #expect(throws: StoreError.self) { try ModelContainer.deleteStore(at: store.url) }
        #expect(try Data(contentsOf: store.url) == Data("precious".utf8))
    }

    @Test func aRefusedErasureChangesNoContext() throws {
        let (store, container) = try filled()
        let context = ModelContext(container)
        let trip = try #require(try context.all(Trip.self).first)
        trip.name = "changed"
        try store.tell("CREATE TABLE mine (trip REFERENCES Trip (_id)); INSERT INTO mine SELECT _id FROM Trip")
        #expect(throws: StoreError.self) { try container.erase() }
        context.processPendingChanges()
        #expect(!trip.isDeleted && context.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip WHERE _id = 1") == ["changed"])
    }

    /// A context may take over the erasure after a save that came later.
    @Test func whatIsSavedSinceStays() throws {
        let (store, container) = try filled()
        let context = ModelContext(container)
        let old = try #require(try context.all(Trip.self).first)
        try container.coordinator.stores[0].connections.write { access in
            try access.database.inTransaction {
                try container.coordinator.stores[0].file.eraseObjects(access.database)
                return .commit
            }
        }
        let new = Trip(name: "new")
        context.insert(new)
        try context.save()
        container.coordinator.observers.post(.erasure(of: 0), from: nil)
        context.processPendingChanges()
        #expect(!new.isDeleted && old.isDeleted)
        new.name = "changed"
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["changed"])
    }

    @Test func anErasureIsNotUndone() throws {
        let (store, container) = try filled()
        let context = ModelContext(container)
        context.undoManager = UndoManager()
        try context.all(Trip.self).forEach { context.delete($0) }
        try context.save()
        try container.erase()
        context.processPendingChanges()
        #expect(context.undoManager?.canUndo == false)
        context.undo()
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
    }

    @Test func filesOutsideAreNotDeleted() async throws {
        let store = try TemporaryStore()
        try await ModelContainer(for: FeaturesSchema.self, url: store.url).close()
        let outside = store.url.deletingLastPathComponent().appending(path: "precious")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        let file = outside.appending(path: UUID().uuidString)
        try Data("precious".utf8).write(to: file)
        let link = store.url.path + "-files"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside.path)
        try ModelContainer.deleteStore(at: store.url)
        #expect(try Data(contentsOf: file) == Data("precious".utf8))
    }
}
