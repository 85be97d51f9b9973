import ApusMigration
import ApusTestSupport
import Foundation

@testable import ApusStore

/// Lets each operation of a migration fail, one after the other, and checks the store after each.
enum FailingDiskRun {
    static func run(_ migration: FaultMigration, _ mode: FaultMode, _ settings: FaultSettings) throws -> FaultReport {
        let origin = try FaultOrigin(migration, mode)
        let folder = try TemporaryFolder()
        var random = SplitMix64(seed: settings.seed)
        var report = FaultReport(operations: origin.operations, ways: origin.ways)
        func tryOut(_ faults: [Fault], of operations: Int, share: Int) throws {
            for number in stride(from: random.below(share), through: operations, by: share) {
                for fault in settings.share == 1 ? faults : [random.pick(faults)] {
                    let url: URL = try origin.files.lay(into: folder["store"])
                    let run: FaultDisk.Run<Result<MigrationReport, StoreError>> = FaultDisk.run(fault, at: number) {
                        Result { () throws(StoreError) in try origin.migrator.migrate(url) }
                    }
                    let hasSucceeded = (try? run.result.get()) != nil
                    if hasSucceeded { report.successes += 1 }
                    var finding: Finding = origin.look(
                        at: url,
                        isMigrated: hasSucceeded,
                        goesOn: settings.share == 1 || random.oneIn(3)
                    )
                    if !hasSucceeded, finding.version == FaultMigration.versions.new { report.lateSuccesses += 1 }
                    finding.problems += problems(run, isPast: number >= operations)
                    report.add(finding, "\(fault) at operation \(number)")
                }
            }
        }
        try tryOut(Fault.all, of: origin.operations, share: settings.share)
        let reads: Int = try FaultDisk.run(Fault.unreadable[0]) {
            try origin.migrator.migrate(origin.files.lay(into: folder["store"]))
        }.operations
        try tryOut(Fault.unreadable, of: reads, share: settings.share == 1 ? 1 : max(1, reads / 12))
        return report
    }

    /// The problem with the migration's result.
    private static func problems(
        _ run: FaultDisk.Run<Result<MigrationReport, StoreError>>,
        isPast: Bool
    ) -> [String] {
        guard case .failure(let error) = run.result else { return [] }
        guard run.wasHit else { return ["nothing failed, and yet \(error)"] }
        switch error.reason {
        case .disk, .diskFull, .readOnly, .unreadableLog: return []
        default: return ["a disk that failed is reported as \(error)"]
        }
    }
}
