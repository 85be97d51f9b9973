public import Foundation

extension Decimal {
    /// The number in plain digits, without an exponent, a plus sign or redundant zeros (`-12.5`, `0`, `1000`).
    ///
    /// Equal numbers have equal texts, so a column of them can be compared and have a unique index.
    public var canonicalText: String {
        // `description` is plain digits for any exponent, but is not documented to drop redundant zeros.
        var text: String = description
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// Reads decimal digits with an optional sign, fraction and exponent.
    ///
    /// - Returns: The number; `nil` if the text is not a number or a decimal cannot hold it exactly. A decimal can hold
    ///   all numbers of 38 digits and some of 39, because its digits have 128 bits.
    public init?(canonicalText text: String) {
        var digits = text.utf8[...]
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        let mantissa = digits.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let exponent = digits.dropFirst(mantissa.count)
        let isNumber: Bool =
            mantissa.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
            && mantissa.contains(where: Self.isDigit)
            && mantissa.filter { $0 == UInt8(ascii: ".") }.count <= 1
        guard isNumber, exponent.isEmpty || Int(String(decoding: exponent.dropFirst(), as: UTF8.self)) != nil else {
            return nil
        }
        guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !number.isNaN,
            Self.significantDigits(number.description.utf8[...]).elementsEqual(Self.significantDigits(mantissa))
        else { return nil }
        self = number
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the digits from the first to the last nonzero one.
    private static func significantDigits(_ text: Substring.UTF8View) -> ArraySlice<UInt8> {
        let digits = text.filter(isDigit).drop { $0 == UInt8(ascii: "0") }
        return digits.dropLast(digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count)
    }
}
