import Foundation
import GRDB
import Testing

@testable import Apus

/// Reading while another thread writes.
struct ReaderTests {
    /// Runs work on another thread, and waits for it.
    private func elsewhere(_ work: @escaping @Sendable () throws -> Void) throws {
        let result = Box<Result<Void, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            result.value = Result { try work() }
            isDone.signal()
        }
        thread.start()
        isDone.wait()
        try result.value?.get()
    }

    @Test func readersDoNotWaitForASave() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        try context.save()
        // Whoever waited for the connection that writes would wait for ever.
        try container.coordinator.stores[0].connections.write { access in
            try access.database.inTransaction(.immediate) {
                try access.database.execute(sql: "UPDATE Trip SET name = 'b'")
                try elsewhere { () throws in
                    #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["a"])
                    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
                }
                return .commit
            }
        }
        #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["b"])
    }

    @Test func aSaveDoesNotWaitForReaders() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        for number in 1...3 { context.insert(Trip(name: "\(number)")) }
        try context.save()
        var names: [String] = []
        let reading = ModelContext(container)
        let table = try #require(container.coordinator.table(named: "Trip"))
        try reading.read(table) { access in
            func all() throws -> [String] {
                try String.fetchAll(access.database, sql: "SELECT name FROM Trip ORDER BY _id")
            }
            names = try all()
            try elsewhere { () throws in
                let other = ModelContext(container)
                try other.all(Trip.self).forEach { $0.name += "!" }
                try other.save()
            }
            // What is read is of one moment.
            #expect(try all() == names)
            #expect(try reading.all(Trip.self).map(\.name) == names)
        }
        #expect(names == ["1", "2", "3"])
        #expect(try ModelContext(container).all(Trip.self).map(\.name) == ["1!", "2!", "3!"])
    }

    @Test func manyReadAndWriteAtOnce() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        try await container.perform { context in
            for number in 1...20 { context.insert(Trip(name: "\(number)", nights: 0)) }
        }
        // Every save changes all objects by the same number, so a fetch that mixes two states would show it.
        try await withThrowingTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...25 {
                        try await container.perform { context in
                            for trip in try context.all(Trip.self) { trip.nights += 1 }
                        }
                    }
                }
            }
            for _ in 1...8 {
                group.addTask {
                    for _ in 1...50 {
                        let trips = try ModelContext(container, isObservable: false).all(Trip.self)
                        #expect(trips.count == 20 && Set(trips.map(\.nights)).count == 1)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.lines("SELECT DISTINCT nights FROM Trip") == ["100"])
        try await container.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path)
        #expect(files == [store.url.lastPathComponent])
    }

    @Test func aChangeByAnotherProcessAfterOpeningIsAConflict() throws {
        let store = try TemporaryStore()
        do {
            let context = try store.open()
            context.insert(Trip(name: "a"))
            try context.save()
        }
        // The first read of each context uses another connection than the one that saves.
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        try store.tell("UPDATE Trip SET name = 'b'")
        trip.name = "c"
        #expect(throws: ModelError.self) { try context.save() }
        let later = try store.open()
        try store.tell("UPDATE Trip SET name = 'd'")
        let found = try #require(try later.all(Trip.self).first)
        found.name = "e"
        try later.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["e"])
    }

    @Test func aFileThatWasReplacedIsNotRead() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Trip(name: "a"))
        try context.save()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
        let other = try store.open()
        other.insert(Trip(name: "other"))
        try other.save()
        // The connection for reading is made now.
        #expect(throws: StoreError(store.url.path, .replaced)) { try ModelContext(context.container).all(Trip.self) }
        #expect(try other.all(Trip.self).map(\.name) == ["other"])
    }

    @Test func closingWaitsForReadersAndRefusesSaves() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        context.insert(Trip(name: "a"))
        try context.save()
        let table = try #require(container.coordinator.table(named: "Trip"))
        let closed = Box(false)
        try context.read(table) { _ in
            let thread = Thread {
                try? container.coordinator.close()
                closed.value = true
            }
            thread.start()
            // It waits for this read.
            Thread.sleep(forTimeInterval: 0.1)
            #expect(!closed.value)
            try elsewhere { () throws in
                let other = ModelContext(container)
                other.insert(Trip(name: "late"))
                #expect(throws: ModelError.containerClosed) { try other.save() }
            }
        }
        while !closed.value { try await Task.sleep(for: .milliseconds(1)) }
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path)
        #expect(files == [store.url.lastPathComponent])
        #expect(try store.lines("SELECT name FROM Trip") == ["a"])
    }
}
