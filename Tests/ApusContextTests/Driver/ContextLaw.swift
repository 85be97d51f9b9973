import ApusTestSupport
import Foundation

/// Random sequences of operations on new stores, compared with the reference, and the shortest sequence that fails.
struct ContextLaw {
    /// How long anything is awaited, in seconds: in a run of all tests, a new task waits for those of thousands of tests before it.
    static let patience: TimeInterval = 1800

    /// The numbers of the sequences.
    let numbers: [UInt64]
    /// The number of operations of a sequence, which begins with an empty store.
    let length: Int
    /// What the store and the contexts have.
    let kind: @Sendable (UInt64) -> ClubDriver.Kind

    private let seed = TestSeed.chosen(usual: 1)

    /// - Parameters:
    ///   - part: Which share of the sequences.
    ///   - parts: The number of shares.
    ///   - count: The number of all sequences of a usual run.
    ///   - length: The number of operations of each.
    ///   - kind: The kind of a sequence.
    init(
        part: UInt64,
        of parts: UInt64,
        _ count: Int,
        length: Int,
        kind: @escaping @Sendable (UInt64) -> ClubDriver.Kind
    ) {
        let only = ProcessInfo.processInfo.environment["APUS_LAW_SEQUENCE"].flatMap { UInt64($0) }
        let all = only.map { [$0] } ?? Array(0..<UInt64(count * TestScale.factor))
        numbers = all.filter { $0 % parts == part }
        (self.length, self.kind) = (length, kind)
    }

    /// Runs the sequences on a thread of their own. An operation that does not end is a failure that says which one it is.
    ///
    /// - Returns: What is wrong; `nil` if nothing is.
    func run() async -> String? {
        let state = LawState()
        // Live values are fetched by tasks, which need the threads that this one would keep.
        let thread = Thread { state.end(problem(state)) }
        thread.stackSize = 16 << 20
        thread.start()
        while true {
            if let problem = state.result(patience: Self.patience) { return problem }
            try? await _Concurrency.Task.sleep(for: .milliseconds(20))
        }
    }

    private func problem(_ state: LawState) -> String? {
        for number in numbers {
            let title = "APUS_LAW_SEED=\(seed) APUS_LAW_SEQUENCE=\(number) (\(kind(number)))"
            var random = SplitMix64(seed: seed &* 1_000_003 &+ number)
            let operations = (0..<length).map { _ in ClubOperation.random(&random) }
            let trial = Trial(kind: kind(number), title: title, state: state)
            guard let failure = trial.failure(of: operations) else { continue }
            let shrunk = trial.shrunk(operations, failure.kind)
            let shortest = trial.failure(of: shrunk) ?? failure
            return """
                \(title): \(failure.text)
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

    private struct Trial {
        let kind: ClubDriver.Kind
        let title: String
        let state: LawState

        /// Carries out operations on a new store.
        ///
        /// - Parameter operations: The operations.
        /// - Returns: What the runtime and the reference disagree about, and what was called; `nil` if they agree.
        func failure(of operations: [ClubOperation]) -> Failure? {
            let folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var log: [String] = []
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                var driver = try ClubDriver(folder.appending(path: "store.sqlite"), kind)
                for (index, operation) in operations.enumerated() {
                    state.begin("\(title): the operation \(index + 1) of \(operations.count), \(operation)")
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
        func shrunk(_ operations: [ClubOperation], _ failure: String) -> [ClubOperation] {
            var rest = operations
            var size = rest.count / 2
            let end = Date() + 60
            while size > 0, Date() < end {
                var start = 0
                while start < rest.count, Date() < end {
                    let fewer = Array(rest[..<start] + rest[min(start + size, rest.count)...])
                    if self.failure(of: fewer)?.kind == failure { rest = fewer } else { start += size }
                }
                size /= 2
            }
            return rest
        }
    }
}

/// What the thread of a law is doing, for the task that waits for it.
private final class LawState: @unchecked Sendable {
    private let lock = NSLock()
    private var operation = "opening a store"
    private var start = Date()
    private var result: String??

    func begin(_ operation: String) { lock.withLock { (self.operation, start) = (operation, Date()) } }

    func end(_ problem: String?) { lock.withLock { result = .some(problem) } }

    /// The result; `nil` as long as there is none. An operation that takes longer than some seconds is one.
    func result(patience: TimeInterval) -> String?? {
        lock.withLock {
            if let result { return result }
            if Date().timeIntervalSince(start) < patience { return nil }
            return .some("\(operation), has not ended after \(Int(patience)) s")
        }
    }
}
