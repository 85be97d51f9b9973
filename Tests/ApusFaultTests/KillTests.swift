// Only these platforms have processes to kill.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A process that dies at any moment leaves the complete old or new version, and other processes always see
/// one of them.
@Suite(.serialized) struct KillTests {
    @Test("Killed", arguments: ["WAL", "DELETE"])
    func killed(journal: String) async throws {
        let folder = try TemporaryFolder()
        let origin: StoreFiles = try Self.makeOrigin(folder["origin"], journal)
        let copy: URL = try origin.lay(into: folder["copy"])
        let old: String = try Self.digest(of: "1", copy)
        let start = ContinuousClock.now
        try KilledStore.migrator.migrate(copy)
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let digests: [String: String] = ["1": old, "2": try Self.digest(of: "2", copy)]
        let operations: Int = try await Self.countOperations(origin, folder["count"])

        Self.startReader(folder.url, digests)
        var random = SplitMix64(seed: FaultSettings.chosen.seed)
        var versions: [String: Int] = [:]
        for number in 1...FaultSettings.kills {
            let moment: Moment = .random(of: seconds, operations, &random)
            let label = "kill \(number) with seed \(FaultSettings.chosen.seed): \(moment)"
            let store: URL = try origin.lay(into: folder["\(number)"])
            try Data("\(number)".utf8).write(to: folder["current"], options: .atomic)
            try #require(await Self.isThere(folder["seen-\(number)"]), "the reader reads no more")
            try await Self.kill(store, moment)
            versions[try Self.check(store, digests, label), default: 0] += 1
        }
        try Data().write(to: folder["stop"])
        try #require(await Self.isThere(folder["reader.json"]), "the reader does not stop")
        let report = try JSONDecoder().decode(ReaderReport.self, from: Data(contentsOf: folder["reader.json"]))
        print(
            "killed \(FaultSettings.kills) times in mode \(journal), seed \(FaultSettings.chosen.seed): "
                + "\(FaultReport.summary(of: versions)); "
                + "the reader saw \(FaultReport.summary(of: report.seen)), and \(report.busy) times had to wait"
        )
        #expect(report.problems == [])
        #expect(report.seen["1", default: 0] > 0 && report.seen["2", default: 0] > 0)
    }

    /// The files of a store of the older version.
    private static func makeOrigin(_ folder: URL, _ journal: String) throws -> StoreFiles {
        let url: URL = try StoreFiles([:]).lay(into: folder)
        try StoreCreation.create(url, holding: KilledStore.old)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: KilledStore.fill(journal)) }
        try queue.close()
        return try StoreFiles(readFrom: folder)
    }

    private static func digest(of version: String, _ store: URL) throws -> String {
        // The reader may be recovering the store at this moment, and no other process may read it meanwhile.
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let queue = try DatabaseQueue(path: store.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try String.fetchOne($0, sql: KilledStore.digest(of: version)) } ?? ""
    }

    /// The operations of an undisturbed migration.
    private static func countOperations(_ origin: StoreFiles, _ folder: URL) async throws -> Int {
        let store: URL = try origin.lay(into: folder)
        await #expect(processExitsWith: .success) { [path = store.path as String] in
            let url = URL(fileURLWithPath: path)
            try FaultReport.write(into: url.deletingLastPathComponent().path) {
                FaultReport(operations: try FaultDisk.run(nil) { try KilledStore.migrator.migrate(url) }.operations)
            }
        }
        return try FaultReport.read(from: folder.path).operations
    }

    /// Reads on a thread of this process, which is not one of those that are killed. It is not a thread of the pool on
    /// which tests run: that has few threads, and waiting for a process blocks one.
    private static func startReader(_ folder: URL, _ digests: [String: String]) {
        let thread = Thread {
            var reader = Reader(folder, digests: digests)
            reader.run()
        }
        thread.start()
    }

    /// Waits until a file exists, with a limit, because the process that creates it may have died.
    private static func isThere(_ file: URL) async throws -> Bool {
        for _ in 0..<30_000 {
            if FileManager.default.fileExists(atPath: file.path) { return true }
            try await Task.sleep(for: .milliseconds(2))
        }
        return false
    }

    /// Migrates in a process of its own, which dies meanwhile.
    private static func kill(_ store: URL, _ moment: Moment) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String, moment = moment as Moment] in
            switch moment {
            case .microseconds(let count):
                let timer = Thread {
                    usleep(count)
                    Foundation.kill(getpid(), SIGKILL)
                }
                timer.start()
            case .operation(let number): FaultDisk.killProcess(at: number)
            }
            try KilledStore.migrator.migrate(URL(fileURLWithPath: path))
            // After the migration, but before the work that follows it.
            if case .operation = moment { Foundation.kill(getpid(), SIGKILL) }
            sleep(60)
        }
    }

    /// The store's version, if it can be read without writing.
    private static func lookAt(_ store: URL, _ label: String) throws -> String {
        let found: Result<Verification, StoreError> = Result { () throws(StoreError) in try Verifier.verify(store) }
        if case .failure(let error) = found, error.reason == .needsRecovery {
            // Only a rollback journal needs a rollback. The reader may have performed it meanwhile.
            return "needs recovery"
        }
        let verification: Verification = try found.get()
        #expect(verification.isSound, "\(label)")
        #expect(verification.drifts == [.extraIndex(table: "Note", name: "mine")], "\(label)")
        let version: String = verification.description.state.version?.description ?? "none"
        #expect(["1", "2"].contains(version), "\(label)")
        return version
    }

    private static func check(_ store: URL, _ digests: [String: String], _ label: String) throws -> String {
        let version: String = try lookAt(store, label)
        if version != "needs recovery" { #expect(try digest(of: version, store) == digests[version], "\(label)") }
        let report: MigrationReport = try KilledStore.migrator.migrate(store)
        #expect(report.plan.isEmpty == (version == "2"), "\(label)")
        #expect(try Verifier.verify(store).isSound, "\(label)")
        #expect(try digest(of: "2", store) == digests["2"], "\(label)")
        return version
    }
}
#endif
