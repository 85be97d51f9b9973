import Foundation

extension PredicateLexer {
    /// Reads a text up to and including its closing quotation mark.
    mutating func readString(_ quote: Unicode.Scalar) throws(PredicateProblem) -> String {
        let start: Int = position
        var text = String.UnicodeScalarView()
        position += 1
        while let scalar = peek() {
            if scalar == quote {
                position += 1
                return String(text)
            }
            if scalar == "\\" {
                text.append(try readEscape())
            } else {
                text.append(scalar)
                position += 1
            }
        }
        throw PredicateProblem(at: start, "unterminated text", help: ["close it with \(quote)"])
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\\": "\\", "'": "'", "\"": "\"", "?": "?", "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "f": "\u{C}",
        "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
    ]

    private mutating func readEscape() throws(PredicateProblem) -> Unicode.Scalar {
        let start: Int = position
        position += 1
        guard let letter = peek() else {
            throw PredicateProblem(at: start, "expected a character after '\\'")
        }
        if let scalar = Self.escapes[letter] {
            position += 1
            return scalar
        }
        switch letter {
        case "0"..."7": return try readCode(from: start, digits: 3, radix: 8)
        case "x", "X":
            position += 1
            return try readCode(from: start, digits: 2, radix: 16)
        case "u", "U":
            position += 1
            return try readCode(from: start, digits: 4, radix: 16)
        default:
            // NSPredicate silently drops such a backslash, which turns '\d+' into 'd+'.
            throw PredicateProblem(
                at: start,
                "'\\\(letter)' is not a valid escape sequence",
                help: ["write '\\\\\(letter)' for a backslash and '\(letter)'"]
            )
        }
    }

    /// Reads the scalar of an octal or hexadecimal escape; a UTF-16 surrogate pair is one scalar.
    private mutating func readCode(from start: Int, digits: Int, radix: Int) throws(PredicateProblem) -> Unicode.Scalar
    {
        let unit: UInt32 = try readDigits(from: start, digits, radix: radix)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, peek() == "\\", peek(1) == "u" || peek(1) == "U" {
            position += 2
            let low: UInt32 = try readDigits(from: start, 4, radix: 16)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw PredicateProblem(
            at: start,
            "unpaired UTF-16 surrogate",
            help: ["write the character itself"]
        )
    }

    private mutating func readDigits(from start: Int, _ count: Int, radix: Int) throws(PredicateProblem) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<count {
            guard let digit = peek().flatMap({ Character($0).hexDigitValue }), digit < radix else {
                throw PredicateProblem(at: start, "expected \(count) digits of base \(radix) in this escape")
            }
            number = number * UInt32(radix) + UInt32(digit)
            position += 1
        }
        return number
    }

    /// Reads a number: `1`, `2.5`, `9.2e-5`, `0xFF`, `0o17`, `0b101`.
    mutating func readNumber() throws(PredicateProblem) -> ExpressionFormat.Constant {
        let start: Int = position
        let radixes: [Unicode.Scalar: Int] = ["x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2]
        if peek() == "0", let letter = peek(1), let radix = radixes[letter] {
            position += 2
            let digits: Int = position
            skipAlphanumerics()
            let text: String = text(digits..<position)
            guard text.allSatisfy({ $0.isASCII }), !text.isEmpty, text.allSatisfy({ ($0.hexDigitValue ?? 99) < radix })
            else { throw PredicateProblem(at: start, "'\(self.text(start..<position))' is not a base \(radix) number") }
            guard let number = Int64(text, radix: radix) else { throw tooLong(start) }
            return .integer(number)
        }
        skipDigits()
        var isInteger = true
        if peek() == ".", let digit = peek(1), ("0"..."9").contains(digit) {
            isInteger = false
            position += 1
            skipDigits()
        }
        if peek() == "e" || peek() == "E" {
            isInteger = false
            position += 1
            if peek() == "+" || peek() == "-" { position += 1 }
        }
        let digits: Int = position
        skipAlphanumerics()
        let text: String = text(start..<position)
        guard scalars[digits..<position].allSatisfy({ ("0"..."9").contains($0) }),
            ("0"..."9").contains(scalars[position - 1])
        else { throw PredicateProblem(at: start, "'\(text)' is not a valid number") }
        if isInteger, let number = Int64(text) { return .integer(number) }
        guard let number = Self.exactNumber(text) else { throw tooLong(start) }
        return number
    }

    /// Returns a number that is not a 64-bit integer: exact if a decimal can hold it, otherwise the nearest double.
    private static func exactNumber(_ text: String) -> ExpressionFormat.Constant? {
        let mantissa: Substring = text.prefix { $0 != "e" && $0 != "E" }
        var digits: Substring = mantissa.filter { $0 != "." }.drop { $0 == "0" }[...]
        while digits.last == "0" { digits.removeLast() }
        if digits.isEmpty { return .decimal(0) }
        let exponent: Int? = text.count > mantissa.count ? Int(text.dropFirst(mantissa.count + 1)) : 0
        // Foundation does not document how it handles exponents outside the range of all number types.
        guard let exponent, (-999...999).contains(exponent) else { return nil }
        if let decimal = Decimal(canonicalText: text) { return .decimal(decimal) }
        // A decimal's exponent is at most 127; 17 digits distinguish all doubles.
        guard digits.count <= 17, let double = Double(text), double.isNormal else { return nil }
        return .double(double)
    }

    private func tooLong(_ start: Int) -> PredicateProblem {
        let written: Range<Int> = start..<min(position, start + 40)
        let shown = text(written) + (position > written.upperBound ? "…" : "")
        return PredicateProblem(at: start, "no number type can hold '\(shown)' exactly")
    }

    private mutating func skipDigits() {
        while let scalar = peek(), ("0"..."9").contains(scalar) { position += 1 }
    }

    private mutating func skipAlphanumerics() {
        while let scalar = peek(), scalar == "_" || scalar.properties.isXIDContinue { position += 1 }
    }
}
