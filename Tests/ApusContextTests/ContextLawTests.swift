import ApusTestSupport
import Foundation
import Testing

/// Long random sequences of calls on several contexts and containers of one store, and of changes by other processes,
/// compared with a plain reference after every save.
struct ContextLawTests {
    /// The number of operations of a sequence, which begins with an empty store.
    private static let length = 1000

    @Test(arguments: 0..<UInt64(8)) func contextsKeepTheirPromises(_ part: UInt64) async {
        // Live values are fetched by tasks, which need the threads that this one would keep.
        let problem = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            let thread = Thread { continuation.resume(returning: Self.problem(part)) }
            thread.stackSize = 16 << 20
            thread.start()
        }
        if let problem { Issue.record("\(problem)") }
    }

    private static func problem(_ part: UInt64) -> String? {
        let seed = TestSeed.chosen(usual: 1)
        let only = ProcessInfo.processInfo.environment["APUS_LAW_SEQUENCE"].flatMap { UInt64($0) }
        let numbers = only.map { [$0] } ?? Array(0..<UInt64(100 * TestScale.factor))
        for number in numbers.filter({ $0 % 8 == part }) {
            var random = SplitMix64(seed: seed &* 1_000_003 &+ number)
            let operations = (0..<length).map { _ in ClubOperation.random(&random) }
            let kind = ClubDriver.Kind(number)
            guard let failure = failure(of: operations, kind) else { continue }
            let shrunk = shrunk(operations, failure.kind, kind)
            let shortest = Self.failure(of: shrunk, kind) ?? failure
            return """
                APUS_LAW_SEED=\(seed) APUS_LAW_SEQUENCE=\(number): \(failure.text)
                the shortest sequence found, of \(shrunk.count) operations: \(shortest.text)
                \(shortest.log.joined(separator: "\n"))
                """
        }
        return nil
    }

    private struct Failure {
        let text: String
        let log: [String]

        /// What fails, without the numbers.
        var kind: String { text.prefix { $0 != ":" }.filter { !$0.isNumber } }
    }

    /// Carries out operations on a new store.
    ///
    /// - Parameters:
    ///   - operations: The operations.
    ///   - kind: What the store and the contexts have.
    /// - Returns: What the runtime and the reference disagree about, and what was called; `nil` if they agree.
    private static func failure(of operations: [ClubOperation], _ kind: ClubDriver.Kind) -> Failure? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var log: [String] = []
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var driver = try ClubDriver(folder.appending(path: "store.sqlite"), kind)
            for operation in operations {
                do {
                    try driver.carryOut(operation)
                    try driver.compareLive(operation)
                } catch {
                    log = driver.log
                    throw error
                }
            }
            return nil
        } catch {
            return Failure(text: "\(error)", log: log)
        }
    }

    /// Drops operations as long as the others fail alike, for a minute: halves first, single ones at the end.
    private static func shrunk(
        _ operations: [ClubOperation],
        _ failure: String,
        _ kind: ClubDriver.Kind
    ) -> [ClubOperation] {
        var rest = operations
        var size = rest.count / 2
        let end = Date() + 60
        while size > 0, Date() < end {
            var start = 0
            while start < rest.count, Date() < end {
                let fewer = Array(rest[..<start] + rest[min(start + size, rest.count)...])
                if Self.failure(of: fewer, kind)?.kind == failure { rest = fewer } else { start += size }
            }
            size /= 2
        }
        return rest
    }
}
