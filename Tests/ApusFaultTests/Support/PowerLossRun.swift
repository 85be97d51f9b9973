import ApusTestSupport
import Foundation

@testable import ApusStore

/// Simulates a loss of power before each operation of a migration and after the last, and checks what is on disk then.
struct PowerLossRun {
    private let origin: FaultOrigin
    private let folder: TemporaryFolder
    private let settings: FaultSettings
    private var random: SplitMix64
    private var report: FaultReport

    static func run(_ migration: FaultMigration, _ mode: FaultMode, _ settings: FaultSettings) throws -> FaultReport {
        var run = try PowerLossRun(FaultOrigin(migration, mode), settings)
        try run.run()
        return run.report
    }

    private init(_ origin: FaultOrigin, _ settings: FaultSettings) throws {
        self.origin = origin
        self.settings = settings
        folder = try TemporaryFolder()
        random = SplitMix64(seed: settings.seed)
        report = FaultReport(operations: origin.operations, ways: origin.ways)
    }

    private mutating func run() throws {
        let operations: [DiskOperation] = try record(origin.files)
        let first: Int = random.below(settings.share)
        var disk = DurableFolder(origin.files.besideEachOther)
        for number in 0...operations.count {
            if number > 0 { disk.apply(operations[number - 1]) }
            let isDone = number == operations.count
            if !isDone, number % settings.share != first { continue }
            // A migration that succeeded must be durable, so its end is checked more thoroughly.
            for _ in 0..<(settings.share == 1 ? 4 : 1) * (isDone ? 4 : 1) {
                let files: StoreFiles = loss(of: disk, operations, number)
                try look(files, "power lost at operation \(number)", isMigrated: isDone)
                // Another loss of power while the next process recovers and migrates the store.
                if random.oneIn(settings.share == 1 ? 8 : 4) { try loseAgain(files, number) }
            }
        }
    }

    private mutating func loseAgain(_ files: StoreFiles, _ number: Int) throws {
        // Where it cannot be migrated, the look at it has said so.
        guard let operations: [DiskOperation] = try? record(files), !operations.isEmpty else { return }
        let second: Int = random.below(operations.count + 1)
        var disk = DurableFolder(files.besideEachOther)
        for operation in operations.prefix(second) { disk.apply(operation) }
        var left: StoreFiles = loss(of: disk, operations, second)
        // What was gone does not come back.
        left.files = left.files.filter { !$0.key.contains("/") || files.files[$0.key] != nil }
        let label = "power lost at operation \(number), and again at operation \(second) of what followed"
        try look(left, label, isMigrated: second == operations.count)
    }

    /// All operations of a migration of a store.
    private func record(_ files: StoreFiles) throws -> [DiskOperation] {
        let url: URL = try files.lay(into: folder["store"])
        let watched: String? = origin.gone.first.map { folder["store"].appending(path: $0).path }
        return try FaultDisk.record(watching: watched) { try origin.migrator.migrate(url) }
    }

    /// The files after a loss of power before an operation.
    private mutating func loss(of disk: DurableFolder, _ operations: [DiskOperation], _ number: Int) -> StoreFiles {
        var files: [String: [UInt8]] = disk.content(after: PowerLoss.any(&random), &random)
        // Sometimes an old index of a log is still there.
        if random.oneIn(4) {
            files["\(StoreFiles.store)-shm"] = (0..<32768).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
        files.merge(origin.files.apart) { one, _ in one }
        // Files are removed between two operations, and that may be on disk at once.
        let isLater = random.oneIn(2)
        let near: Int = isLater ? number : number - 1
        let saw: Bool = near < 0 || (near < operations.count ? operations[near].sawWatched : false)
        if !saw { for path in origin.gone { files[path] = nil } }
        return StoreFiles(files)
    }

    private mutating func look(_ files: StoreFiles, _ label: String, isMigrated: Bool) throws {
        let url: URL = try files.lay(into: folder["store"])
        let goesOn = settings.share == 1 || random.oneIn(3)
        report.add(origin.look(at: url, isMigrated: isMigrated, goesOn: goesOn), label)
    }
}
