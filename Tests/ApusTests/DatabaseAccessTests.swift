import Foundation
import GRDB
import Testing

@testable import Apus

/// Reading a container's store with SQL.
struct DatabaseAccessTests {
    @Test func oneStateIsRead() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", nights: 3)
        context.insert(trip)
        _ = BucketListItem(title: "x", trip: trip)
        context.insert(GuideDog(name: "d", breed: "x", number: 1))
        try context.save()
        let container = context.container
        try container.database.read { db in
            #expect(try Int.fetchOne(db, sql: "SELECT sum(nights) FROM Trip") == 3)
            trip.nights = 4
            try context.save()
            #expect(try Int.fetchOne(db, sql: "SELECT sum(nights) FROM Trip") == 3)
            #expect(try String.fetchOne(db, sql: "SELECT _entity FROM Animal") == "GuideDog")
            #expect(try Int64.fetchOne(db, sql: "SELECT trip FROM BucketListItem") == 1)
        }
        #expect(try container.database.read { try Int.fetchOne($0, sql: "SELECT sum(nights) FROM Trip") } == 4)
    }

    @Test(arguments: [false, true]) func nothingIsWritten(_ isInMemory: Bool) throws {
        let store = try TemporaryStore()
        let configuration =
            isInMemory ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: store.url)
        let container = try ModelContainer(for: FeaturesSchema.self, configurations: configuration)
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        try context.save()
        let sql = "UPDATE Trip SET name = 'b'"
        let error = #expect(throws: ModelError.self) { try container.database.read { try $0.execute(sql: sql) } }
        #expect(error == .writesDatabase(sql: sql))
        #expect(error?.description.contains("change objects of a context, and save it") == true)
        for sql in ["CREATE TABLE x (y)", "DROP TABLE Trip", "DELETE FROM Trip"] {
            #expect(throws: ModelError.writesDatabase(sql: sql)) {
                try container.database.read { try $0.execute(sql: sql) }
            }
        }
        // Not even by turning off what prevents it.
        try? container.database.read { try $0.execute(sql: "PRAGMA query_only = OFF; UPDATE Trip SET name = 'b'") }
        #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["a"])
        context.insert(Trip(name: "c"))
        try context.save()
        #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["a", "c"])
    }

    /// A pragma changes what the same connection finds.
    @Test func whatIsSetChangesNoFetch() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Trip(name: "a"))
        try context.save()
        try context.container.database.read { db in
            try db.execute(sql: "PRAGMA reverse_unordered_selects = ON; PRAGMA cache_size = 1")
            try db.execute(sql: "COMMIT; BEGIN")
        }
        var seen = false
        try context.read(try #require(context.coordinator.table(named: "Trip"))) { access in
            seen = try Bool.fetchOne(access.database, sql: "PRAGMA reverse_unordered_selects") ?? true
        }
        #expect(!seen)
        #expect(throws: DatabaseError.self) { try context.container.database.read { try $0.execute(sql: "SELECT x") } }
        #expect(try context.container.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 1)
    }

    @Test func ofSeveralStoresOneIsChosen() throws {
        let store = try TemporaryStore()
        let folder = store.url.deletingLastPathComponent()
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration("rest", url: folder.appending(path: "rest.store")),
            ModelConfiguration("pages", schema: Schema([Page.self]), url: folder.appending(path: "pages.store"))
        )
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        try context.save()
        func count(_ database: ModelDatabase) throws -> Int? {
            try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") }
        }
        #expect(try count(container.database(named: "rest")) == 1)
        #expect(try count(container.database(named: "pages")) == 0)
        let names = ["rest", "pages"]
        #expect(throws: ModelError.unknownStore(name: nil, configurations: names)) { try count(container.database) }
        #expect(throws: ModelError.unknownStore(name: "x", configurations: names)) {
            try count(container.database(named: "x"))
        }
    }

    @Test func aClosedContainerIsNotRead() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        #expect(try container.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 0)
        try await container.close()
        #expect(throws: ModelError.containerClosed) { try container.database.read { _ in } }
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path)
        #expect(files == [store.url.lastPathComponent])
    }
}
