// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import Foundation
import GRDB
import Testing

@testable import Apus

/// Changes of other processes are noticed by the kernel's events, and nothing is done while there are none.
@Suite(.serialized) struct StoreWatchTests {
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        var count: Int { lock.withLock { number } }
        func add() { lock.withLock { number += 1 } }
    }

    private final class Times: @unchecked Sendable {
        private let lock = NSLock()
        private var times: [ContinuousClock.Instant] = []
        var all: [ContinuousClock.Instant] { lock.withLock { times } }
        func add() { lock.withLock { times.append(.now) } }
    }

    /// Waits for what happens sooner or later, or for the half of a minute.
    private func wait(_ condition: () throws -> Bool) async rethrows -> Bool {
        for _ in 0..<3000 {
            if try condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private static func tell(_ path: String, _ statements: [String]) throws {
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { db in
            for sql in statements { try db.execute(sql: sql) }
        }
        try database.close()
    }

    /// Another process changes the store in different ways: after each, the watch has reported something, and rests.
    @Test func commitsOfAnotherProcessAreReported() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let found = Counter()
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) { found.add() })
        defer { watch.stop() }
        #expect(await wait { watch.isResting })
        #expect(found.count == 0)
        let path = store.url.path
        var before = 0
        for (name, sql) in [
            ("the first", "INSERT INTO Tag (name) VALUES ('a')"), ("the next", "INSERT INTO Tag (name) VALUES ('b')"),
            ("an update", "UPDATE Tag SET name = 'c' WHERE name = 'b'"),
            ("with a checkpoint", "INSERT INTO Tag (name) VALUES ('d'); PRAGMA wal_checkpoint(TRUNCATE)"),
            ("after it", "INSERT INTO Tag (name) VALUES ('e')"),
        ] {
            await #expect(processExitsWith: .success) { [path = path as String, sql = sql as String] in
                try Self.tell(path, [sql])
            }
            #expect(await wait { found.count > before }, "\(name)")
            #expect(await wait { watch.isResting }, "\(name)")
            before = found.count
        }
        // What changes nothing is no change.
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Self.tell(path, ["SELECT count(*) FROM Tag", "BEGIN IMMEDIATE; DELETE FROM Tag; ROLLBACK"])
        }
        #expect(await wait { watch.isResting })
        #expect(found.count == before)
        withExtendedLifetime(container) {}
    }

    /// The log has what a transaction wrote long before its commit is visible: the commit has an event of its own.
    @Test func aTransactionThatWritesForLongIsFoundWhenItEnds() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let found = Counter()
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) { found.add() })
        defer { watch.stop() }
        #expect(await wait { watch.isResting })
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.url.path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            // Pages that do not fit go to the log before the commit.
            try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            for number in 0..<2000 {
                try db.execute(
                    sql: "INSERT INTO Tag (name) VALUES (?)",
                    arguments: ["\(number) " + .init(repeating: "x", count: 500)]
                )
            }
        }
        #expect(await wait { watch.isResting })
        #expect(found.count == 0)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        #expect(await wait { found.count == 1 })
        #expect(await wait { watch.isResting })
        withExtendedLifetime(container) {}
    }

    @Test func withoutEventsTheWatchLooksFromTimeToTime() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let found = Counter()
        let watch = try #require(StoreWatch(container.coordinator.stores[0], reportsEvents: false) { found.add() })
        defer { watch.stop() }
        #expect(!watch.isResting)
        try Self.tell(store.url.path, ["INSERT INTO Tag (name) VALUES ('a')"])
        #expect(await wait { found.count == 1 })
        #expect(!watch.isResting)
        withExtendedLifetime(container) {}
    }

    /// The folder is found by any name that it has.
    @Test func aStoreBehindALinkIsWatched() async throws {
        let store = try TemporaryStore()
        _ = try store.open()
        let link = store.url.deletingLastPathComponent().appending(path: "folder")
        try FileManager.default.createDirectory(at: link, withIntermediateDirectories: true)
        let url = link.appending(path: "link.sqlite")
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: store.url)
        let container = try ModelContainer(for: FeaturesSchema.self, url: url)
        let found = Counter()
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) { found.add() })
        defer { watch.stop() }
        #expect(await wait { watch.isResting })
        try Self.tell(store.url.path, ["INSERT INTO Tag (name) VALUES ('a')"])
        #expect(await wait { found.count == 1 })
        withExtendedLifetime(container) {}
    }

    /// The path of a relative URL is not one of this process' folder.
    @Test func aStoreOfARelativeURLIsWatched() async throws {
        let store = try TemporaryStore()
        let folder = store.url.deletingLastPathComponent()
        let url = URL(filePath: store.url.lastPathComponent, relativeTo: folder)
        let container = try ModelContainer(for: FeaturesSchema.self, url: url)
        let found = Counter()
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) { found.add() })
        defer { watch.stop() }
        #expect(await wait { watch.isResting })
        try Self.tell(store.url.path, ["INSERT INTO Tag (name) VALUES ('a')"])
        try await Task.sleep(for: .seconds(1))
        #expect(found.count == 1)
        withExtendedLifetime(container) {}
    }

    @Test func aStoreInMemoryIsNotWatched() throws {
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let watch = StoreWatch(container.coordinator.stores[0]) {}
        #expect(watch == nil)
    }

    /// Each report has everything read again, so there are few, however often others save.
    @Test func manyCommitsAreReportedTogether() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let times = Times()
        let watch = try #require(StoreWatch(container.coordinator.stores[0]) { times.add() })
        defer { watch.stop() }
        #expect(await wait { watch.isResting })
        let other = try DatabaseQueue(path: store.url.path)
        for number in 0..<60 {
            try await other.write { db in
                try db.execute(sql: "INSERT INTO Tag (name) VALUES (?)", arguments: ["\(number)"])
            }
            try await Task.sleep(for: .milliseconds(25))
        }
        #expect(await wait { watch.isResting })
        let all = times.all
        #expect(all.count > 1)
        for (one, next) in zip(all, all.dropFirst()) { #expect(next - one > .milliseconds(150)) }
        withExtendedLifetime(container) {}
    }

    @MainActor @Test func liveResultsHaveWhatAnotherProcessSaved() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        var results = container.mainContext.results(of: FetchDescriptor<Tag>()).makeAsyncIterator()
        var counts = container.counts(of: FetchDescriptor<Tag>()).makeAsyncIterator()
        #expect(try await results.next()?.results.isEmpty == true)
        #expect(try await counts.next() == 0)
        await #expect(processExitsWith: .success) { [path = store.url.path as String] in
            try Self.tell(path, ["INSERT INTO Tag (name) VALUES ('a')"])
        }
        #expect(try await results.next()?.results.map(\.name) == ["a"])
        #expect(try await counts.next() == 1)
        try await container.close()
    }
}
#endif
