// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Seed data and other processes: two that open at once, and those that are killed.
@Suite(.serialized) struct SeedProcessTests {
    private static let count = 4000

    private static func open(_ path: String, seeded: Bool = true) throws {
        let json = SeedRows(
            seeded
                ? (0..<count).map { number in
                    SeedRows.Row(
                        entity: "Country",
                        key: "c\(number)",
                        values: [["code"]: .text("c\(number)"), ["name"]: .text("n")]
                    )
                } : []
        ).json
        let history = History(model: "World", entries: [], head: SeedDataTests.schema())
        var migrator = Migrator(planner: Planner(history: history, mappings: []), target: .head)
        migrator.seedData = SeedSource(digest: SeedRows.digest(of: json), json: json)
        let store = try Store.open(at: URL(fileURLWithPath: path), with: migrator)
        try store.database.close()
    }

    private static func counts(_ path: String) throws -> [Int] {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try database.read { db in
            let hasRecords = try db.tableExists("apus_seed_row")
            return [
                try Int.fetchOne(db, sql: "SELECT count(*) FROM Country") ?? -1,
                hasRecords ? try Int.fetchOne(db, sql: "SELECT count(*) FROM apus_seed_row") ?? -1 : 0,
            ]
        }
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-seed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test(arguments: [false, true])
    func twoProcessesThatOpenAtOnceLoadOnce(exists: Bool) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "world.store").path
        if exists { try Self.open(path, seeded: false) }
        async let one: Void = Self.openInProcess(path)
        async let other: Void = Self.openInProcess(path)
        _ = await (one, other)
        #expect(try Self.counts(path) == [Self.count, Self.count])
    }

    private static func openInProcess(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in try Self.open(path) }
    }

    /// A process that is killed while it loads leaves a store with all rows or with none, and the next one loads them.
    @Test(arguments: [false, true])
    func killedProcessesLeaveAllOrNothing(exists: Bool) async throws {
        var found: [String: Int] = [:]
        let trial = try Self.folder()
        defer { try? FileManager.default.removeItem(at: trial) }
        let start = ContinuousClock.now
        try Self.open(trial.appending(path: "world.store").path)
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        for number in 0..<10 {
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "world.store").path
            if exists { try Self.open(path, seeded: false) }
            let delay = milliseconds * number / 6
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as Int] in
                Thread.detachNewThread {
                    usleep(UInt32(delay) * 1000)
                    kill(getpid(), SIGKILL)
                }
                try Self.open(path)
                while true { sleep(1) }
            }
            if FileManager.default.fileExists(atPath: path) {
                let counts = try Self.counts(path)
                #expect(counts == [0, 0] && exists || counts == [Self.count, Self.count], "after \(delay) ms")
                found["\(counts[0])", default: 0] += 1
            } else {
                #expect(!exists)
                found["none", default: 0] += 1
            }
            try Self.open(path)
            #expect(try Self.counts(path) == [Self.count, Self.count])
        }
        print("killed while loading: \(found.sorted { $0.key < $1.key })")
    }
}
#endif
