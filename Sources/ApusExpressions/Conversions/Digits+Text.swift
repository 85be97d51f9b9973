import Foundation

extension Digits {
    /// The number in scientific notation.
    private var scientificText: String {
        isZero ? "0" : (isNegative ? "-" : "") + Self.text(digits) + "e\(exponent)"
    }

    /// The number in plain digits, without an exponent or redundant zeros. The text is as long as the number is large.
    var plainText: String {
        if isZero { return "0" }
        let sign = isNegative ? "-" : ""
        if isWhole { return sign + Self.text(digits) + String(repeating: "0", count: exponent) }
        if order <= 0 { return sign + "0." + String(repeating: "0", count: -order) + Self.text(digits) }
        return sign + Self.text(digits[..<order]) + "." + Self.text(digits[order...])
    }

    private static func text(_ digits: some Sequence<UInt8>) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// The number's text in a decimal column; `nil` if a decimal cannot hold it exactly.
    var decimalText: String? {
        // 38 digits always fit. Some numbers of 39 digits do, and some larger ones that end in zeros.
        let fits = digits.count <= 38 && (-128...127).contains(exponent)
        return fits || Decimal(canonicalText: scientificText) != nil ? plainText : nil
    }

    /// Returns the nearest number of a binary type, ties to even; infinity if it is outside the type's range.
    func nearest(_ type: ScalarType) -> Double {
        let near: Double? = type == .float ? Float(scientificText).map { Double($0) } : Double(scientificText)
        return near ?? (order > 0 ? .infinity : 0)
    }
}
