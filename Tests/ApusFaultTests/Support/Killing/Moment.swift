import ApusTestSupport

/// When a process dies.
enum Moment: Codable, Hashable, Sendable, CustomStringConvertible {
    /// After so many microseconds.
    case microseconds(UInt32)
    /// At the n-th operation that changes the disk.
    case operation(Int)

    /// A moment of a migration that takes so long and does so much, or shortly after it.
    static func random(of seconds: Double, _ operations: Int, _ random: inout SplitMix64) -> Moment {
        let share: Double = Double(random.below(1200)) / 1000
        return random.oneIn(2)
            ? .microseconds(UInt32(share * seconds * 1_000_000)) : .operation(Int(share * Double(operations)))
    }

    var description: String {
        switch self {
        case .microseconds(let count): "after \(count) µs"
        case .operation(let number): "at operation \(number)"
        }
    }
}
