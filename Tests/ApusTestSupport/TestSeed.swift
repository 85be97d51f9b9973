import Foundation

/// Where a test's random choices start.
package enum TestSeed {
    /// The number in an environment variable. Without one it is always the same, so that CI tries the same every time;
    /// `Scripts/nightly` sets the variables to other numbers each night.
    package static func chosen(_ variable: String = "APUS_LAW_SEED", usual: UInt64 = 1) -> UInt64 {
        ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? usual
    }
}
