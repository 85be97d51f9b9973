import Foundation

/// How much the tests on random input try.
package enum TestScale {
    /// `APUS_SCALE`, which `Scripts/nightly` sets to 20. Without it a run tries as much as shows that a law is kept.
    package static let factor: Int =
        ProcessInfo.processInfo.environment["APUS_SCALE"].flatMap { Int($0) }.map { max(1, $0) } ?? 1

    /// As many seeds as a usual run tries, or a multiple of them.
    package static func seeds(_ usual: Int, from first: UInt64 = 0) -> [UInt64] {
        (0..<UInt64(usual * factor)).map { first + $0 }
    }

    /// The size of an input that is large in a usual run: three times as large in one at a greater scale.
    package static func large(_ usual: Int) -> Int {
        factor > 1 ? 3 * usual : usual
    }
}
