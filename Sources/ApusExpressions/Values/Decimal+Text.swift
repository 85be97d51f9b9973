public import Foundation

extension Decimal {
    /// The number in plain digits: no exponent, no plus sign, no needless zero (`-12.5`, `0`, `1000`).
    ///
    /// Equal numbers have equal texts, so that a store's column of them can be compared and made unique.
    public var canonicalText: String {
        // `description` is plain digits already, of any exponent; that it drops needless zeros is promised nowhere.
        var text: String = description
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// Reads decimal digits with an optional sign, fraction and exponent.
    ///
    /// - Returns: The number; `nil` where the text is none, or one that a decimal cannot hold exactly: 38 digits it
    ///   always can, and some numbers of 39, since the digits have 128 bits.
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

    /// The digits from the first to the last that are not zero.
    private static func significantDigits(_ text: Substring.UTF8View) -> ArraySlice<UInt8> {
        let digits = text.filter(isDigit).drop { $0 == UInt8(ascii: "0") }
        return digits.dropLast(digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count)
    }
}
