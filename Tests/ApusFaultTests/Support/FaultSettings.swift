import ApusTestSupport
import Foundation

/// How much is tried, and where random choices start.
struct FaultSettings: Codable, Sendable {
    /// Every n-th operation is tried, with one fault each; with 1 all of them, with all faults.
    let share: Int

    /// Where random choices start; a failure prints it.
    let seed: UInt64

    /// What the environment says: `APUS_FAULT_SHARE`, `APUS_FAULT_SEED`.
    static let chosen: FaultSettings = FaultSettings(
        share: number("APUS_FAULT_SHARE") ?? 8,
        seed: TestSeed.chosen("APUS_FAULT_SEED")
    )

    /// How often a process is killed, in each mode of the journal: `APUS_KILLS` in all.
    static let kills: Int = (number("APUS_KILLS") ?? 50) / 2

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.map { max(1, $0) }
    }
}
