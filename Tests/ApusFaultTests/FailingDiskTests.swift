// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import ApusStore

/// A disk that fails at any operation leaves the complete old or new version.
@Suite(.serialized) struct FailingDiskTests {
    @Test("A disk that fails", arguments: FaultMigration.allCases, FaultMode.allCases)
    func fails(migration: FaultMigration, mode: FaultMode) async throws {
        let (folder, settings) = (try TemporaryFolder(), FaultSettings.chosen)
        await #expect(processExitsWith: .success) {
            [
                path = folder.url.path as String, migration = migration as FaultMigration, mode = mode as FaultMode,
                settings = settings as FaultSettings
            ] in
            try FaultReport.write(into: path) { try FailingDiskRun.run(migration, mode, settings) }
        }
        let report: FaultReport = try .read(from: folder.url.path)
        print(
            "failing disk, \(migration) in \(mode), seed \(settings.seed): \(report.summary), "
                + "\(report.lateSuccesses) of them after an error"
        )
        #expect(report.problems == [], "seed \(settings.seed)")
        #expect(report.runs > 0 && report.operations > 40)
        // A failure after the commit does no harm.
        if settings.share == 1 { #expect(report.successes > 0 && report.successes < report.runs) }
    }
}
#endif
