/// The need of one entity's objects for objects of another, because of a required relationship or its counts.
struct Requirement: Sendable {
    /// The number of objects that are needed.
    enum Need: Sendable {
        /// A fixed number.
        case some(Int)
        /// A number per so many sources.
        case ratio(Int, per: Int)
        /// About the square root, so that there are enough combinations of two.
        case root
        /// As many as fill groups whose sizes are in a range.
        case groups(ClosedRange<Int>)
    }

    /// The indices of the concrete entities whose objects need others.
    let source: Range<Int>

    /// The indices of the concrete entities whose objects are needed.
    let target: Range<Int>

    /// The number of objects that are needed.
    let need: Need

    /// The number of objects that a number of sources needs.
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
