/// A scanner that reads a text byte by byte from its start.
struct TextScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text.utf8[...] }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        let bytes = String(character).utf8
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    /// Reads all digits up to the next other byte.
    mutating func digits() -> [UInt8] {
        let digits = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.map { $0 - UInt8(ascii: "0") }
    }

    /// Reads a number with exactly the given number of digits.
    mutating func number(digits count: Int) -> Int64? {
        let next = rest.prefix(count)
        guard next.count == count, next.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return next.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}
