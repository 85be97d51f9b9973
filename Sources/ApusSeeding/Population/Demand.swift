/// That objects of one entity need objects of another one: a required relationship, or how many it leads to.
struct Demand: Sendable {
    /// How many are needed.
    enum Need: Sendable {
        /// So many, whatever the number of those that need them.
        case some(Int)
        /// So many for each so many.
        case ratio(Int, per: Int)
        /// So many that each can be paired with each of as many others, with some to spare.
        case root
        /// As many as make groups whose sizes lie in a range.
        case groups(ClosedRange<Int>)
    }

    /// The kinds whose objects need others.
    let source: Range<Int>

    /// The kinds of those that are needed.
    let target: Range<Int>

    /// How many are needed.
    let need: Need

    /// The number of objects that are needed by so many.
    func needed(by count: Int) -> Int {
        guard count > 0 else { return 0 }
        switch need {
        case .some(let number): return number
        case .ratio(let number, let divisor):
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: number)
            return isTooLarge ? .max : product / divisor + (product % divisor == 0 ? 0 : 1)
        case .root: return count == 1 ? 1 : Int((2 * Double(count)).squareRoot().rounded(.up))
        case .groups(let sizes):
            let groups: Int = (count - 1) / sizes.upperBound + 1
            let (product, isTooLarge) = groups.multipliedReportingOverflow(by: sizes.lowerBound)
            return isTooLarge ? .max : max(count, product)
        }
    }
}
