import ApusSchema
import ApusTestSupport
import Foundation

/// Random values of the attribute types, mostly those that conversions, literals and bindings go wrong with.
enum ValueGenerator {
    /// A value of that type, for a row or as a default.
    static func value(of type: ScalarType, _ random: inout SplitMix64) -> Value {
        switch type {
        case .int16, .int32, .int64: .int(integer(in: type.integerRange ?? 0...0, &random))
        case .double: .double(double(&random))
        case .float: .double(float(&random))
        case .decimal: .decimal(decimal(&random))
        case .string: .string(string(&random))
        case .bool: .bool(random.chance(50))
        case .date: .date(date(&random))
        case .data: .data(data(&random))
        case .uuid: .uuid(uuid(&random))
        case .url: .url(random.pickAny(urls) ?? "")
        }
    }

    private static func integer(in range: ClosedRange<Int64>, _ random: inout SplitMix64) -> Int64 {
        let known: [Int64] = [
            range.lowerBound, range.upperBound, range.lowerBound + 1, 0, 1, -1, 9_007_199_254_740_993, 16_777_217,
        ]
        if random.chance(50), let number = random.pickAny(known.filter(range.contains)) { return number }
        return Int64(truncatingIfNeeded: random.next()) >> Int64(range.upperBound.leadingZeroBitCount - 1)
    }

    private static func double(_ random: inout SplitMix64) -> Double {
        let known: [Double] = [
            0, -0.0, 0.1, -1.5, 1e300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
            .greatestFiniteMagnitude, .infinity,
            -.infinity, 1 / 3, 9_007_199_254_740_992, 1.7976931348623155e308, 123_456_789.123_456_78,
        ]
        if random.chance(60), let number = random.pickAny(known) { return number }
        let number = Double(bitPattern: random.next())
        return number.isNaN ? 0.3 : number
    }

    private static func float(_ random: inout SplitMix64) -> Double {
        let known: [Float] = [
            0, -0.0, 0.1, -1.5, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity,
            -.infinity,
            16_777_216,
        ]
        if random.chance(60), let number = random.pickAny(known) { return Double(number) }
        let number = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        return number.isNaN ? Double(Float(0.3)) : Double(number)
    }

    /// Finite ones: the text of a date, which a schema keeps its default in, knows no other.
    private static func date(_ random: inout SplitMix64) -> Double {
        let known: [Double] = [0, 0.1, -978_307_200, 63_113_904_000, -63_114_076_800, 799_999_999.123_456_7, 1e17]
        if random.chance(60), let number = random.pickAny(known) { return number }
        return Double(Int64(truncatingIfNeeded: random.next()) >> 24) / 1024
    }

    private static func decimal(_ random: inout SplitMix64) -> Decimal {
        let nines = String(repeating: "9", count: 38)
        var text: String =
            random.pickAny([
                "0", "1", "0.1", "12.5", nines, "0.\(nines)", "1e-38", "1e60", "100", "0.000001",
                "12345678901234567890.123456789",
            ]) ?? "0"
        if random.chance(40) {
            let digits: String = (0...random.below(38)).map { _ in String(random.below(10)) }.joined()
            text = random.chance(50) ? digits : "0.\(digits)"
        }
        let number: Decimal = Decimal(canonicalText: text) ?? 0
        return random.chance(50) ? -number : number
    }

    /// Texts with quotes, NULs, escapes, marks that normalize, numbers that an affinity would change.
    static let strings: [String] = [
        "", " ", "a", "it's", "''", "\"quoted\"", "a\u{0}b", "\u{0}", "null", "NULL", "012", "1e3", "-0", "x'00'",
        "e\u{301}", "é", "👩‍👩‍👧‍👦", "\u{FEFF}bom", "line\r\nbreak", "%s ? :name @x $y", "--comment", "/*", "\\",
        "';DROP TABLE x;--",
        "\u{10FFFF}", "שלום", "${source}.x", "日本語",
    ]

    private static func string(_ random: inout SplitMix64) -> String {
        if random.chance(3) { return String(repeating: "long ' text \u{0} é ", count: 200) }
        if random.chance(70), let text = random.pickAny(strings) { return text }
        return (0..<random.below(5)).map { _ in random.pickAny(strings) ?? "" }.joined()
    }

    private static func data(_ random: inout SplitMix64) -> Data {
        let known: [Data] = [Data(), Data([0]), Data([0, 0, 255]), Data("text".utf8), Data(0...255)]
        if random.chance(60), let data = random.pickAny(known) { return data }
        return Data((0..<random.below(40)).map { _ in UInt8(random.below(256)) })
    }

    private static func uuid(_ random: inout SplitMix64) -> UUID {
        if random.chance(15) { return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        let (a, b) = (random.next(), random.next())
        func byte(_ number: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (index * 8)) }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
                byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            )
        )
    }

    private static let urls: [String] = [
        "https://example.com", "https://example.com/a%20b?q='x'&r=%00#f", "mailto:a@example.com", "file:///tmp/x",
        "a/relative/one", "https://example.com/?",
    ]
}
