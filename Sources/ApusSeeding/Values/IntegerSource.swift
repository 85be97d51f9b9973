import ApusSchema

/// Integers.
struct IntegerSource: ValueSource {
    var rank: Int { 2 }

    private let limits: ClosedRange<Int64>
    private let usual: ClosedRange<Int>
    private let isTailed: Bool
    private let isAdversarial: Bool
    let extremes: [StoredValue]

    /// Creates a source of integers in a range, with the usual ones preferred.
    init(_ limits: ClosedRange<Int64>, _ topic: NumberTopic, isAdversarial: Bool) {
        self.limits = limits
        let lower = max(limits.lowerBound, Int64(topic.range.lowerBound))
        let upper = min(limits.upperBound, Int64(topic.range.upperBound))
        if lower <= upper {
            usual = Int(lower)...Int(upper)
        } else {
            let (next, isTooLarge) = limits.lowerBound.addingReportingOverflow(1000)
            usual = Int(limits.lowerBound)...Int(isTooLarge ? limits.upperBound : min(next, limits.upperBound))
        }
        isTailed = topic.isTailed
        self.isAdversarial = isAdversarial
        let some: [Int64] = [limits.lowerBound, limits.upperBound, 0, -1, 1, 255, 65536, 1 << 53]
        extremes = isAdversarial ? some.filter(limits.contains).map { .integer($0) } : []
    }

    var capacity: Int? {
        let (width, isTooLarge) = limits.upperBound.subtractingReportingOverflow(limits.lowerBound)
        return isTooLarge || width == .max ? nil : Int(width) + 1
    }

    func value(_ random: inout SplitMix64) -> StoredValue {
        .integer(Int64(isTailed ? random.tailed(in: usual) : random.number(in: usual)))
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        if isAdversarial {
            // From both ends towards the middle.
            let step = Int64(number / 2)
            return .integer(number % 2 == 0 ? limits.upperBound - step : limits.lowerBound + step)
        }
        let first: Int64 = limits.contains(1) ? 1 : limits.lowerBound
        let (next, isTooLarge) = first.addingReportingOverflow(Int64(number))
        if !isTooLarge, next <= limits.upperBound { return .integer(next) }
        return .integer(limits.lowerBound + (Int64(number) - (limits.upperBound - first) - 1))
    }
}

/// Boolean values.
struct TruthSource: ValueSource {
    var rank: Int { 8 }

    var capacity: Int? { 2 }

    var extremes: [StoredValue] { [] }

    func value(_ random: inout SplitMix64) -> StoredValue { .integer(random.oneIn(3) ? 1 : 0) }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue { .integer(Int64(number & 1)) }
}
