import ApusTestSupport
import Foundation

/// The number of tries, and the seed of random choices.
struct FaultSettings: Codable, Sendable {
    /// Every n-th operation is tried, with one fault each; 1 tries all operations with all faults.
    let share: Int

    /// The seed of random choices, which a failure prints.
    let seed: UInt64

    /// The settings in the environment: `APUS_FAULT_SHARE`, `APUS_FAULT_SEED`.
    static let chosen: FaultSettings = FaultSettings(
        share: number("APUS_FAULT_SHARE") ?? 16,
        seed: TestSeed.chosen("APUS_FAULT_SEED")
    )

    /// The number of kills per journal mode: `APUS_KILLS` in total.
    static let kills: Int = (number("APUS_KILLS") ?? 50) / 2

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.map { max(1, $0) }
    }
}
