// Only these platforms have processes to kill.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A process that dies at any moment leaves the old version or the new one, whole.
@Suite(.serialized) struct KillTests {
    private static let rows: Int = 60_000

    /// When the process dies: after so much of the time that the migration takes, or at the n-th step told.
    enum Moment: Hashable, CustomStringConvertible {
        case share(Double)
        case step(Int)

        var description: String {
            switch self {
            case .share(let share): "after \(Int(share * 100)) %"
            case .step(let step): "at step \(step)"
            }
        }
    }

    @Test("killed", arguments: ["WAL", "DELETE"])
    func killed(journal: String) async throws {
        let origin = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(Self.rows))
        try origin.run("CREATE INDEX mine ON Note (text, size); PRAGMA journal_mode = \(journal)")
        let before: [String: Data] = try origin.bytes()
        let start = ContinuousClock.now
        try origin.migrate()
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let contents: [String] = try origin.rows(Self.digest)

        let moments: [Moment] = (0..<15).map { .share(Double($0) / 6) } + (1...6).map { .step($0) }
        var versions: [String: Int] = [:]
        for moment in moments {
            let trial = try Trial(AllOrNothingTests.schemas)
            for name in try trial.bytes().keys { try FileManager.default.removeItem(at: trial.folder[name]) }
            for (name, data) in before { try data.write(to: trial.folder[name]) }
            try await Self.kill(trial, moment, of: seconds)
            versions[try check(trial, moment, contents), default: 0] += 1
        }
        print("killed \(moments.count) times in mode \(journal): \(versions.sorted { $0.key < $1.key })")
    }

    private static let digest: String =
        "SELECT count(*), sum(size), total(length(text)), min(_id), max(_id), count(DISTINCT text) FROM Note"

    /// Migrates in a process of its own, which dies on the way.
    private static func kill(_ trial: Trial, _ moment: Moment, of seconds: Double) async throws {
        let path: String = trial.url.path
        var microseconds: Double = .infinity
        var step: Int = .max
        switch moment {
        case .share(let share): microseconds = share * seconds * 1_000_000
        case .step(let number): step = number
        }
        let delay: UInt32 = microseconds.isFinite ? UInt32(microseconds) : 60_000_000
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, delay = delay as UInt32, step = step as Int] in
            let timer = Thread {
                usleep(delay)
                Foundation.kill(getpid(), SIGKILL)
            }
            timer.start()
            let planner: Planner = Trial.planner(AllOrNothingTests.schemas)
            var steps: Int = 0
            try Migrator(planner: planner).migrate(URL(fileURLWithPath: path)) { _ in
                steps += 1
                if steps == step { Foundation.kill(getpid(), SIGKILL) }
            }
            // Too late for the migration, and early enough for what follows it.
            sleep(60)
        }
    }

    /// The version that the store says it holds, if it can be looked at without writing.
    private func lookAt(_ trial: Trial, _ moment: Moment) throws -> String {
        let found: Result<Verification, any Error> = Result { try Verifier.verify(trial.url) }
        if case .failure(StoreError.needsRecovery) = found {
            // Only a rollback journal needs somebody to roll back.
            #expect(FileManager.default.fileExists(atPath: trial.url.path + "-journal"), "\(moment)")
            return "needs recovery"
        }
        let verification: Verification = try found.get()
        #expect(verification.isSound, "\(moment)")
        #expect(verification.drifts == [.extraIndex(table: "Note", name: "mine")], "\(moment)")
        let version: String = verification.description.state.version?.description ?? "none"
        #expect(["1", "2"].contains(version), "\(moment)")
        #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [Self.rows], "\(moment)")
        return version
    }

    private func check(_ trial: Trial, _ moment: Moment, _ contents: [String]) throws -> String {
        let version: String = try lookAt(trial, moment)
        let report: MigrationReport = try trial.migrate()
        #expect(report.plan.isEmpty == (version == "2"), "\(moment)")
        #expect(try Verifier.verify(trial.url).isSound, "\(moment)")
        #expect(try trial.rows(Self.digest) == contents, "\(moment)")
        #expect(try trial.rows("SELECT generation FROM apus_model") == ["2"], "\(moment)")
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"], "\(moment)")
        return version
    }

    @Test("a full disk leaves the store as it was")
    func fullDisk() async throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(Self.rows))
        let before: [String: Data] = try trial.bytes()
        let size: Int = before["store.sqlite"]?.count ?? 0
        await #expect(processExitsWith: .success) { [path = trial.url.path as String, size = size as Int] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: rlim_t(size / 2), rlim_max: rlim_t(size / 2))
            #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #else
            setrlimit(RLIMIT_FSIZE, &limit)
            #endif
            do {
                try Migrator(planner: Trial.planner(AllOrNothingTests.schemas)).migrate(URL(fileURLWithPath: path))
                exit(3)
            } catch StoreError.disk(_, isWriting: true, _) {
                exit(0)
            } catch { exit(4) }
        }
        #expect(try trial.bytes()["store.sqlite"] == before["store.sqlite"])
        try trial.migrate()
        #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [Self.rows])
    }

    @Test(
        "a store that may not be written is refused a migration, and read all the same",
        arguments: [true, false]
    )
    func noPermission(isFolderWritable: Bool) async throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(10))
        let before: [String: Data] = try trial.bytes()
        chmod(trial.url.path, 0o444)
        chmod(trial.folder.url.path, isFolderWritable ? 0o777 : 0o555)
        await #expect(processExitsWith: .success) {
            [path = trial.url.path as String] in
            // The superuser may do anything, so somebody else tries.
            if getuid() == 0 { setuid(65534) }
            let url = URL(fileURLWithPath: path)
            let status = Result { try StoreStatus(of: url) }
            let migration = Result { try Migrator(planner: Trial.planner(AllOrNothingTests.schemas)).migrate(url) }
            guard case .failure(StoreError.readOnly) = migration else { exit(3) }
            switch status {
            case .success(let status): exit(status.rows.map(\.count) == [10] ? 0 : 4)
            case .failure: exit(6)
            }
        }
        chmod(trial.folder.url.path, 0o777)
        #expect(try trial.bytes() == before)
    }
}
#endif
