public import Foundation

extension Decimal {
    /// The number in plain digits: no exponent, no plus sign, no needless zero (`-12.5`, `0`, `1000`).
    ///
    /// Equal numbers have equal texts, so that a store's column of them can be compared and made unique.
    public var canonicalText: String {
        // `description` is plain digits already, of any exponent, but keeps the zeros that the number came with.
        var text: String = description
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// Reads decimal digits with an optional sign, fraction and exponent.
    ///
    /// - Returns: The number; `nil` where the text is none, or has more digits than a decimal can hold exactly (38).
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
        let significant: Int = Self.significantDigits(mantissa)
        guard significant <= 38, let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
            !number.isNaN
        else { return nil }
        self = number
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The digits between the first and the last that are not zero.
    private static func significantDigits(_ mantissa: Substring.UTF8View.SubSequence) -> Int {
        let digits: [UInt8] = mantissa.filter(isDigit)
        let leading: Int = digits.prefix { $0 == UInt8(ascii: "0") }.count
        if leading == digits.count { return 0 }
        let trailing: Int = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        return digits.count - leading - trailing
    }
}
