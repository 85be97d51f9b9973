// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A loss of power at any operation leaves the complete old or new version, and the new one as soon as the
/// migration has succeeded.
@Suite(.serialized) struct PowerLossTests {
    @Test("A loss of power", arguments: FaultMigration.allCases, FaultMode.allCases)
    func powerLoss(migration: FaultMigration, mode: FaultMode) async throws {
        let (folder, settings) = (try TemporaryFolder(), FaultSettings.chosen)
        await #expect(processExitsWith: .success) {
            [
                path = folder.url.path as String, migration = migration as FaultMigration, mode = mode as FaultMode,
                settings = settings as FaultSettings
            ] in
            try FaultReport.write(into: path) { try PowerLossRun.run(migration, mode, settings) }
        }
        let report: FaultReport = try .read(from: folder.url.path)
        print("loss of power, \(migration) in \(mode), seed \(settings.seed): \(report.summary)")
        #expect(report.problems == [], "seed \(settings.seed)")
        #expect(report.versions[FaultMigration.versions.old] ?? 0 > 0)
        #expect(report.versions[FaultMigration.versions.new] ?? 0 > 0)
    }

    @Test("The migrations together use every way to create tables")
    func everyWay() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            try FaultReport.write(into: path) {
                var report = FaultReport()
                for migration in FaultMigration.allCases {
                    report.ways.formUnion(try FaultOrigin(migration, .log).ways)
                }
                return report
            }
        }
        let all: [TableStrategy.Way] = [.nothing, .catalogue, .update, .rewrite, .rebuild, .fill, .create]
        let report: FaultReport = try .read(from: folder.url.path)
        #expect(report.problems == [])
        #expect(report.ways == Set(all.map(\.rawValue)))
    }

    @Test("A writer that never syncs is detected")
    func unsafeWriter() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            try FaultReport.write(into: path) { try Self.unsafeRun() }
        }
        let report: FaultReport = try .read(from: folder.url.path)
        #expect(report.problems == [])
        #expect(report.versions["neither", default: 0] > 0)
        #expect(report.versions["lost", default: 0] > 0)
    }

    /// Writes without syncing, and counts the states after losses of power.
    private static func unsafeRun() throws -> FaultReport {
        let folder = try TemporaryFolder()
        let url: URL = try StoreFiles([:]).lay(into: folder["store"])
        func run(_ sql: String) throws {
            let queue = try DatabaseQueue(path: url.path)
            try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
        }
        func sums() throws -> String {
            let queue = try DatabaseQueue(path: url.path)
            defer { try? queue.close() }
            return try queue.read { db in
                try String.fetchAll(db, sql: "PRAGMA integrity_check").joined()
                    + "\(try Row.fetchAll(db, sql: "SELECT count(*), sum(b), max(length(c)) FROM a"))"
            }
        }
        try run(
            """
            PRAGMA default_cache_size = 8; CREATE TABLE a (b, c);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO a SELECT 1, zeroblob(200) FROM n;
            """
        )
        let (origin, before) = (try StoreFiles(readFrom: folder["store"]), try sums())
        let operations: [DiskOperation] = try FaultDisk.record {
            try run("PRAGMA synchronous = OFF; UPDATE a SET b = 2, c = zeroblob(300)")
        }
        let after: String = try sums()
        var random = SplitMix64(seed: 1)
        func left(_ disk: DurableFolder) throws -> String? {
            try StoreFiles(disk.content(after: .any(&random), &random)).lay(into: folder["store"])
            return try? sums()
        }
        var report = FaultReport(operations: operations.count)
        var disk = DurableFolder(origin.besideEachOther)
        for operation in operations {
            disk.apply(operation)
            let found: String? = try left(disk)
            if found != before, found != after { report.versions["neither", default: 0] += 1 }
        }
        for _ in 0..<20 where try left(disk) != after { report.versions["lost", default: 0] += 1 }
        return report
    }
}
#endif
