/// A small random number generator with the same numbers on every machine (Steele, Lea and Flood, 2014).
struct SplitMix64: Sendable {
    private var state: UInt64

    /// Creates a generator.
    init(seed: UInt64) {
        self.state = seed
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `0..<bound`.
    mutating func below(_ bound: Int) -> Int {
        bound <= 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number in a range.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        let (width, isTooWide) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard !isTooWide, width < .max else { return Int(truncatingIfNeeded: next()) }
        return range.lowerBound + below(width + 1)
    }

    /// A number in a range, small ones far more often: the long tail of real data.
    mutating func tailed(in range: ClosedRange<Int>) -> Int {
        let share: Double = unit()
        return range.lowerBound + Int(share * share * share * Double(range.upperBound - range.lowerBound + 1))
    }

    /// A number in `0..<1`.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns `true` with a probability of one in `times`.
    mutating func oneIn(_ times: Int) -> Bool {
        below(times) == 0
    }

    /// An element of a list, which must not be empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }

    /// Shuffles a list.
    mutating func shuffle<Element>(_ list: inout [Element]) {
        for index in list.indices.dropFirst().reversed() { list.swapAt(index, below(index + 1)) }
    }

    /// A number of distinct elements of a range, in random order.
    mutating func sample(_ count: Int, of range: Range<Int>) -> [Int] {
        var list: [Int] = Array(range)
        for index in 0..<min(count, list.count) { list.swapAt(index, index + below(list.count - index)) }
        return Array(list.prefix(count))
    }
}
