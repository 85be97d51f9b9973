/// How many references lead to each of some objects.
enum Degrees {
    /// Numbers with a given sum, a few of them great and most small.
    ///
    /// - Parameters:
    ///   - count: How many numbers.
    ///   - sum: Their sum, which numbers of the range can have.
    ///   - range: What each may be.
    ///   - random: Chance.
    /// - Returns: The numbers.
    static func skewed(
        _ count: Int,
        sum: Int,
        each range: ClosedRange<Int>,
        _ random: inout SplitMix64
    ) -> [Int] {
        guard count > 0 else { return [] }
        var numbers: [Int] = Array(repeating: range.lowerBound, count: count)
        // Where a number may not grow any more, the next one that may does.
        var open: [Int] = Array(0...count)
        func next(_ index: Int) -> Int {
            var index: Int = index
            while open[index] != index {
                open[index] = open[open[index]]
                index = open[index]
            }
            return index
        }
        if range.lowerBound == range.upperBound { return numbers }
        for _ in 0..<max(0, sum - range.lowerBound * count) {
            let share: Double = random.unit()
            var index: Int = next(Int(share * share * Double(count)))
            if index == count { index = next(0) }
            guard index < count else { break }
            numbers[index] += 1
            if numbers[index] == range.upperBound { open[index] = index + 1 }
        }
        return numbers
    }

    /// Numbers with a given sum that differ by one at most.
    static func even(_ count: Int, sum: Int) -> [Int] {
        (0..<count).map { sum / count + ($0 < sum % count ? 1 : 0) }
    }
}
