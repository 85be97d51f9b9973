import Foundation

/// An exact decimal number with any number of digits.
///
/// Binary arithmetic would round intermediate results: 978307200.123 minus 978307200 is not 0.123.
struct Digits: Hashable {
    let isNegative: Bool
    /// The digits from 0 to 9, with the most significant first and no zero at either end; empty for the number zero.
    let digits: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int

    init(isNegative: Bool, _ digits: some Sequence<UInt8>, exponent: Int) {
        var kept: [UInt8] = Array(digits.drop { $0 == 0 })
        let zeros = kept.reversed().prefix { $0 == 0 }.count
        kept.removeLast(zeros)
        self.digits = kept
        self.isNegative = isNegative && !kept.isEmpty
        self.exponent = kept.isEmpty ? 0 : exponent + zeros
    }

    init(_ number: Int64) {
        self.init(isNegative: number < 0, String(number.magnitude).utf8.map { $0 - Self.zero }, exponent: 0)
    }

    /// Reads digits with an optional sign, fraction and exponent.
    init?(_ text: String) {
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: Self.isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty, let exponent = Self.exponent(rest) else { return nil }
        self.init(
            isNegative: isNegative,
            (Array(whole) + Array(fraction)).map { $0 - Self.zero },
            exponent: exponent - fraction.count
        )
    }

    private static let zero = UInt8(ascii: "0")

    private static func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }

    private static func exponent(_ text: Substring.UTF8View) -> Int? {
        guard let mark = text.first else { return 0 }
        var digits = text.dropFirst()
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(mark), !digits.isEmpty, digits.allSatisfy(isDigit) else {
            return nil
        }
        // The limit exceeds the exponents of all types, and sums with it cannot overflow.
        let limit: Int = 1_000_000_000
        let size: Int = digits.reduce(0) { min($0 * 10 + Int($1 - zero), limit) }
        return isNegative ? -size : size
    }

    var isZero: Bool { digits.isEmpty }

    var isWhole: Bool { exponent >= 0 }

    /// The number of digits before the decimal point; if it is negative, the number of zeros after the point.
    var order: Int { digits.count + exponent }

    /// Returns the number times a power of ten.
    func shifted(by places: Int) -> Digits {
        Digits(isNegative: isNegative, digits, exponent: exponent + places)
    }

    /// Returns the number rounded to an integer; `nil` if 64 bits cannot hold it. Of the rules that round to the
    /// nearest integer, it supports only the one with halves away from zero.
    func integer(_ rule: FloatingPointRoundingRule) -> Int64? {
        guard order <= 19 else { return nil }
        let whole: [UInt8] = (0..<max(order, 0)).map { $0 < digits.count ? digits[$0] : 0 }
        var magnitude: UInt64 = whole.reduce(0) { $0 * 10 + UInt64($1) }
        let isAway: Bool =
            switch rule {
            case .towardZero: false
            case .down: isNegative && !isWhole
            case .up: !isNegative && !isWhole
            case .awayFromZero: !isWhole
            default: order >= 0 && order < digits.count && digits[order] >= 5
            }
        if isAway { magnitude += 1 }
        if isNegative { return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 } }
        return Int64(exactly: magnitude)
    }
}
