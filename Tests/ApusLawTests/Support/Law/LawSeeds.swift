import ApusTestSupport
import Foundation

/// The seeds of a run.
enum LawSeeds {
    /// How many histories a usual run tries.
    static let usual: UInt64 = 25

    /// `APUS_LAW_SEED=7` tries that one alone; `APUS_LAW_SEEDS=5000` as many from 1, or from that one; otherwise
    /// `count`.
    static func seeds(_ count: UInt64) -> [UInt64] {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        let wanted: UInt64? = environment["APUS_LAW_SEEDS"].flatMap(UInt64.init).map { max(1, $0) }
        if let seed = environment["APUS_LAW_SEED"].flatMap(UInt64.init) {
            return (0..<(wanted ?? 1)).map { seed &+ $0 }
        }
        return Array(1...(wanted ?? count * UInt64(TestScale.factor)))
    }
}
