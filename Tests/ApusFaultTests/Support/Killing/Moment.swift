import ApusTestSupport

/// The moment when a process dies.
enum Moment: Codable, Hashable, Sendable, CustomStringConvertible {
    /// After a number of microseconds.
    case microseconds(UInt32)
    /// At the n-th operation that changes the disk.
    case operation(Int)

    /// A random moment during a migration, or shortly after it.
    static func random(of seconds: Double, _ operations: Int, _ random: inout SplitMix64) -> Moment {
        let share = Double(random.below(1200)) / 1000
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
