// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A disk that fails while a store is created leaves no store or a complete one.
@Suite(.serialized) struct CreationTests {
    @Test("A disk that fails while a store is created, replaced, or replaced and kept", arguments: 0..<3)
    func creation(way: Int) async throws {
        let (folder, settings) = (try TemporaryFolder(), FaultSettings.chosen)
        await #expect(processExitsWith: .success) {
            [path = folder.url.path as String, way = way as Int, settings = settings as FaultSettings]
            in
            try FaultReport.write(into: path) { try Self.run(isReplacing: way > 0, isKeeping: way > 1, settings) }
        }
        let report: FaultReport = try .read(from: folder.url.path)
        print("store made, seed \(settings.seed): \(report.summary)")
        #expect(report.problems == [], "seed \(settings.seed)")
        #expect(report.runs > 0 && report.operations > 15)
    }

    private static func run(
        isReplacing: Bool,
        isKeeping: Bool,
        _ settings: FaultSettings
    ) throws -> FaultReport {
        let origin = try FaultOrigin(.rebuilt, .log)
        let folder = try TemporaryFolder()
        let url: URL = folder["store"].appending(path: StoreFiles.store)
        let start: StoreFiles = isReplacing ? origin.files : StoreFiles([:])
        let copy: URL = folder["store"].appending(path: "copy.sqlite")
        let state = StoreState(version: Schema.Version(2), schema: FaultMigration.rebuilt.schemas[1])
        func create() throws {
            try? FileManager.default.removeItem(at: copy)
            try StoreCreation.create(
                url,
                holding: state,
                isReplacing: isReplacing,
                keeping: isKeeping ? copy : nil
            ) { db, _ in
                try db.execute(sql: "INSERT INTO Fresh (name) SELECT 'fresh'")
            }
        }
        try start.lay(into: folder["store"])
        let whole: FaultDisk.Run<Void> = try FaultDisk.run(nil) { try create() }
        let after: [String] = try StoreDump.lines(of: url)
        var report = FaultReport(operations: whole.operations)
        var random = SplitMix64(seed: settings.seed)
        for number in stride(from: random.below(settings.share), through: whole.operations, by: settings.share) {
            for fault in settings.share == 1 ? Fault.all : [random.pick(Fault.all)] {
                try start.lay(into: folder["store"])
                let run: FaultDisk.Run<Result<Void, any Error>> = FaultDisk.run(fault, at: number) {
                    Result { try create() }
                }
                var finding = Finding()
                if case .failure(let error) = run.result {
                    if !(error is StoreError) { finding.problems.append("\(error)") }
                    finding.version = "none"
                } else {
                    finding.version = "2"
                }
                let found: [String]? =
                    FileManager.default.fileExists(atPath: url.path)
                    ? try StoreDump.lines(of: url) : nil
                if found != (finding.version == "2" ? after : isReplacing ? origin.before : nil) {
                    finding.problems.append("another content than said")
                }
                // The old rows are in one of the two, whatever fails.
                let kept: [String]? =
                    FileManager.default.fileExists(atPath: copy.path) ? try StoreDump.lines(of: copy) : nil
                if kept != (finding.version == "2" && isKeeping ? origin.before : nil) {
                    finding.problems.append("another copy than said")
                }
                let names: [String] = try FileManager.default.contentsOfDirectory(atPath: folder["store"].path)
                finding.problems += names.filter { $0.contains(".new-") }.map { "'\($0)' is left over" }
                report.add(finding, "\(fault) at operation \(number)")
            }
        }
        return report
    }
}
#endif
