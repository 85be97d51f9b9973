// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A store that cannot be written, or only partly, is unchanged.
@Suite struct UnwritableTests {
    private static let rows: Int = 60_000

    @Test("a full disk leaves the store unchanged")
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
            } catch {
                if case .disk(isWriting: true, _)? = (error as? StoreError)?.reason { exit(0) } else { exit(4) }
            }
        }
        #expect(try trial.bytes()["store.sqlite"] == before["store.sqlite"])
        try trial.migrate()
        #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [Self.rows])
    }

    @Test(
        "the migration of a store that is not writable is refused, but it can be read",
        arguments: [true, false]
    )
    func noPermission(isFolderWritable: Bool) async throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(10))
        let before: [String: Data] = try trial.bytes()
        chmod(trial.url.path, 0o444)
        chmod(trial.folder.url.path, isFolderWritable ? 0o777 : 0o555)
        await #expect(processExitsWith: .success) {
            [path = trial.url.path as String] in
            // The superuser may do anything, so another user tries.
            if getuid() == 0 { setuid(65534) }
            let url = URL(fileURLWithPath: path)
            let status = Result { try StoreStatus(of: url) }
            let error: StoreError? = #expect(throws: StoreError.self) {
                try Migrator(planner: Trial.planner(AllOrNothingTests.schemas)).migrate(url)
            }
            guard error?.reason == .readOnly else { exit(3) }
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
