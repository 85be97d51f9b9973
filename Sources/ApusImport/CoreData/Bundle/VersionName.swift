/// A version's name, split at its number: `Trips 3`, `Trips_v3`, `Trips 2.5.1`.
struct VersionName: Hashable {
    /// The whole name.
    let text: String

    /// The text before the number, without the separator.
    let prefix: String

    /// Whether the name contains a number.
    let hasNumber: Bool

    /// The parts of the number without trailing zeros; a name without a number is the first version.
    let number: [Int]

    /// Splits a name.
    init(_ text: String) {
        self.text = text
        let tail = Substring(text).utf8
        let digits: Int = tail.reversed().prefix { $0 == UInt8(ascii: ".") || Self.isDigit($0) }.count
        let run: String = String(decoding: tail.suffix(digits).drop { !Self.isDigit($0) }, as: UTF8.self)
        let parts = run.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard !run.isEmpty, numbers.count == parts.count else {
            prefix = text
            hasNumber = false
            number = [1]
            return
        }
        hasNumber = true
        prefix = Self.trimmed(text.dropLast(run.count))
        number = Array(numbers.reversed().drop { $0 == 0 }.reversed())
    }

    /// Whether a version comes before another one: the numbers are compared part by part, then the names.
    static func isOrdered(_ lhs: VersionName, _ rhs: VersionName) -> Bool {
        lhs.number == rhs.number ? lhs.text < rhs.text : lhs.number.lexicographicallyPrecedes(rhs.number)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The text without the separator before a number: `Trips_v` becomes `Trips`.
    private static func trimmed(_ text: Substring) -> String {
        let separators: Set<Character> = [" ", "_", "-", "."]
        var rest = text
        if let last = rest.last, last == "v" || last == "V", rest.dropLast().last.map(separators.contains) ?? true {
            rest.removeLast()
        }
        while let last = rest.last, separators.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
