extension Digits {
    /// Creates the exact digits of a binary number; `nil` if it is not finite.
    init?(exactly number: Double) {
        guard number.isFinite else { return nil }
        guard !number.isZero else {
            self.init(0)
            return
        }
        // number = odd · 2^power, and 2^-n = 5^n · 10^-n.
        let scale = Int(max(number.exponent, Double.leastNormalMagnitude.exponent)) - Double.significandBitCount
        let hidden: UInt64 = number.isNormal ? 1 << UInt64(Double.significandBitCount) : 0
        let bits: UInt64 = number.significandBitPattern | hidden
        let power: Int = scale + bits.trailingZeroBitCount
        var limbs = Limbs(bits >> UInt64(bits.trailingZeroBitCount))
        limbs.multiply(by: power < 0 ? 5 : 2, times: abs(power))
        self.init(isNegative: number < 0, limbs.digits, exponent: min(power, 0))
    }

    /// Creates the digits of a date: all digits of whole seconds, otherwise the fewest that read back as the same date.
    init(date: Double) {
        let isWhole = date.rounded(.towardZero) == date
        self = (isWhole ? Digits(exactly: date) : Digits(date.description)) ?? Digits(0)
    }

    /// Returns the exact sum.
    static func + (one: Digits, two: Digits) -> Digits {
        if one.isZero { return two }
        if two.isZero { return one }
        let exponent: Int = min(one.exponent, two.exponent)
        let width: Int = max(one.order, two.order) - exponent
        // The least significant digit is first.
        let (a, b): ([UInt8], [UInt8]) = (one.column(exponent, width), two.column(exponent, width))
        guard one.isNegative != two.isNegative else {
            return Digits(isNegative: one.isNegative, sum(a, b).reversed(), exponent: exponent)
        }
        let isLess = a.reversed().lexicographicallyPrecedes(b.reversed())
        let difference: [UInt8] = isLess ? self.difference(b, a) : self.difference(a, b)
        return Digits(isNegative: isLess ? two.isNegative : one.isNegative, difference.reversed(), exponent: exponent)
    }

    private func column(_ exponent: Int, _ width: Int) -> [UInt8] {
        let low = [UInt8](repeating: 0, count: self.exponent - exponent) + digits.reversed()
        return low + [UInt8](repeating: 0, count: width - low.count)
    }

    private static func sum(_ one: [UInt8], _ two: [UInt8]) -> [UInt8] {
        var carry: UInt8 = 0
        let digits: [UInt8] = zip(one, two).map { a, b in
            let digit: UInt8 = a + b + carry
            carry = digit / 10
            return digit % 10
        }
        return digits + [carry]
    }

    private static func difference(_ more: [UInt8], _ less: [UInt8]) -> [UInt8] {
        var borrow: UInt8 = 0
        return zip(more, less).map { a, b in
            let digit: UInt8 = a + 10 - b - borrow
            borrow = digit < 10 ? 1 : 0
            return digit % 10
        }
    }
}
