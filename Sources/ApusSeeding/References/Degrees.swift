/// Distributes references over objects.
enum Degrees {
    /// Numbers with a given sum: a few large ones, most of them small.
    ///
    /// - Parameters:
    ///   - count: The number of numbers.
    ///   - sum: Their sum, which must be possible with the range.
    ///   - range: The range of each number.
    ///   - random: The generator.
    /// - Returns: The numbers.
    static func skewed(
        _ count: Int,
        sum: Int,
        each range: ClosedRange<Int>,
        using random: inout SplitMix64
    ) -> [Int] {
        guard count > 0 else { return [] }
        var numbers: [Int] = Array(repeating: range.lowerBound, count: count)
        // Instead of a number that has reached the upper bound, the next one grows.
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

    /// Numbers with a given sum that differ by at most one.
    static func even(_ count: Int, sum: Int) -> [Int] {
        (0..<count).map { sum / count + ($0 < sum % count ? 1 : 0) }
    }
}
