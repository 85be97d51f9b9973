import ApusSchema

/// Floating-point numbers, including dates.
struct NumberSource: ValueSource {
    var rank: Int { 3 }

    private let limits: ClosedRange<Double>
    private let isFloat: Bool
    /// The usual numbers, as multiples of the unit.
    private let usual: ClosedRange<Int>?
    private let divisor: Double
    private let unit: Double
    private let isTailed: Bool
    let extremes: [StoredValue]

    /// Creates a source of numbers in a range.
    ///
    /// - Parameters:
    ///   - limits: The allowed numbers.
    ///   - isFloat: Whether the numbers have 32 bits.
    ///   - usual: The usual numbers, as multiples of the unit.
    ///   - unit: The unit, if it is greater than 1.
    ///   - divisor: The number of units in 1, if the unit is less than 1.
    ///   - isTailed: Whether small numbers are far more frequent.
    ///   - extremes: The extreme numbers; those outside the limits are left out.
    init(
        _ limits: ClosedRange<Double>,
        isFloat: Bool,
        usual: ClosedRange<Int>,
        unit: Double = 1,
        per divisor: Double = 1,
        isTailed: Bool,
        extremes: [Double]
    ) {
        self.limits = limits
        self.isFloat = isFloat
        self.unit = unit
        self.divisor = divisor
        self.isTailed = isTailed
        // Multiples whose quotients are within the limits despite rounding.
        let lower: Double = (limits.lowerBound * divisor / unit).rounded(.up) + (limits.lowerBound == 0 ? 0 : 1)
        let upper: Double = (limits.upperBound * divisor / unit).rounded(.down) - 1
        let least: Double = max(lower, Double(usual.lowerBound))
        let most: Double = min(upper, Double(usual.upperBound))
        self.usual = least <= most ? Int(least)...Int(most) : nil
        self.extremes = extremes.filter(limits.contains).map { .real($0) }
    }

    func value(_ random: inout SplitMix64) -> StoredValue { .real(number(&random)) }

    private func number(_ random: inout SplitMix64) -> Double {
        guard let usual else {
            let share: Double = random.unit()
            return within(limits.lowerBound * (1 - share) + limits.upperBound * share)
        }
        return within(Double(isTailed ? random.tailed(in: usual) : random.number(in: usual)) * unit / divisor)
    }

    /// The number rounded to the type and clamped to the limits.
    private func within(_ number: Double) -> Double {
        let number: Double = isFloat ? Double(Float(number)) : number
        // The limits are exact in the type.
        return min(max(number, limits.lowerBound), limits.upperBound)
    }

    // MARK: Distinct numbers

    /// The first of the consecutive whole numbers that are used, if there are enough of them.
    private var firstWhole: Double? {
        let first: Double =
            usual.map { (Double($0.lowerBound) * unit / divisor).rounded(.up) } ?? limits.lowerBound.rounded(.up)
        let exact: Double = isFloat ? 0x1p24 : 0x1p52
        let last: Double = min(limits.upperBound, exact)
        return first.magnitude < exact && first >= limits.lowerBound && last - first >= 0x1p23 ? first : nil
    }

    var capacity: Int? {
        if let first = firstWhole {
            let last: Double = min(limits.upperBound, isFloat ? 0x1p24 : 0x1p52)
            return last - first > 0x1p31 ? nil : Int(last - first) + 1
        }
        // The difference of two signed numbers can overflow a signed one.
        let width = UInt64(bitPattern: ordinal(limits.upperBound) &- ordinal(limits.lowerBound))
        return Int(min(width / UInt64(stride), 1 << 54)) + 1
    }

    /// The distance between distinct numbers, so that they spread over the range.
    private var stride: Int64 {
        let width: Int64 = ordinal(limits.upperBound) / 2 - ordinal(limits.lowerBound) / 2
        return max(1, width >> (isFloat ? 23 : 40))
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        if let first = firstWhole { return .real(first + Double(number)) }
        return .real(self.number(at: ordinal(limits.lowerBound) + Int64(number) * stride))
    }

    /// The number's index among all numbers of the type. Both zeros have the same index.
    private func ordinal(_ number: Double) -> Int64 {
        let magnitude = isFloat ? Int64(Float(number.magnitude).bitPattern) : Int64(number.magnitude.bitPattern)
        return number < 0 ? -magnitude : magnitude
    }

    private func number(at ordinal: Int64) -> Double {
        let magnitude: Double =
            isFloat
            ? Double(Float(bitPattern: UInt32(ordinal.magnitude))) : Double(bitPattern: ordinal.magnitude)
        return ordinal < 0 ? -magnitude : magnitude
    }
}
