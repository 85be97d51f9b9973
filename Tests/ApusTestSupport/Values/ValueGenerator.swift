package import ApusSchema
import Foundation

/// Makes values of every type, the extreme ones often.
package enum ValueGenerator {
    package static func value(of type: ScalarType, _ random: inout SplitMix64) -> Value {
        if random.chance(50) { return random.pick(extremes(of: type)) }
        switch type {
        case .int16, .int32, .int64:
            let bits = Int64(bitPattern: random.next())
            return .int(type == .int64 ? bits : type == .int32 ? bits >> 32 : bits >> 48)
        case .bool: return .bool(random.chance(50))
        case .double: return .double(number(&random) { Double(bitPattern: $0) })
        case .float: return .double(number(&random) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) })
        case .date: return .date(date(&random))
        case .decimal: return .decimal(decimal(&random))
        case .string: return .string(string(&random))
        case .data: return .data(Data((0..<random.below(100)).map { _ in UInt8(random.below(256)) }))
        case .uuid: return .uuid(uuid(&random))
        case .url: return .url("https://example.org/\(random.next())?q=\(random.below(10))#f")
        }
    }

    /// What a new attribute of a type can be filled with: a value, or now and then what a generator makes.
    package static func fill(of type: ScalarType, _ random: inout SplitMix64) -> Fill {
        if let generator = Fill.Generator.allCases.first(where: { $0.types.contains(type) }), random.chance(40) {
            return .generated(generator)
        }
        return .literal(value(of: type, &random).text)
    }

    /// The values of a type that storing, converting, comparing and writing go wrong with.
    package static func extremes(of type: ScalarType) -> [Value] { extremes[type] ?? [] }

    private static let extremes: [ScalarType: [Value]] = Dictionary(
        uniqueKeysWithValues: ScalarType.allCases.map { ($0, known(of: $0)) }
    )

    private static func known(of type: ScalarType) -> [Value] {
        switch type {
        case .int16, .int32, .int64:
            let range: ClosedRange<Int64> = type.integerRange ?? 0...0
            return [
                range.lowerBound, range.lowerBound + 1, range.upperBound - 1, range.upperBound, 0, 1, -1, 2, 10, 32_768,
                -32_769, 16_777_217, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_993,
            ].filter(range.contains).map { .int($0) }
        case .bool: return [.bool(true), .bool(false)]
        case .double:
            let numbers: [Double] = [
                -0.0, 0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
                .leastNormalMagnitude, -.leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude,
                -.greatestFiniteMagnitude, .greatestFiniteMagnitude.nextDown, 1, 0.5, -1.5, 2.5, 0.1, 1 / 3, .pi, 1e-7,
                1e21, 1e23, 1e300, 32_767.5, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,
                Double(Int64.max), 123_456_789.123_456_78,
            ]
            return numbers.map { .double($0) }
        case .float:
            let numbers: [Float] = [
                -0.0, 0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude,
                .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, 1, 0.5, -1.5, 0.1, 16_777_216, .pi,
            ]
            return numbers.map { .double(Double($0)) }
        case .date:
            return [
                -0.0, 0.0, 0.001, 0.0005, 0.1, 799_286_400, 799_286_400.123, 799_286_400.1234567, 799_999_999.123_456_7,
                -978_307_200, 63_113_904_000, -63_114_076_800, -63_145_699_200, 60_000_000_000.5, 1e17, 1e300, -1e300,
                .greatestFiniteMagnitude, .leastNonzeroMagnitude,
                // Around the calendar reform of 1582, where some calendars have a gap.
                -13_197_600_000, -13_197_513_600.25, -13_198_464_000,
            ].map { .date($0) }
        case .decimal: return decimals
        case .string: return (texts + lookalikes).map { .string($0) }
        case .data:
            return [
                Data(), Data([0]), Data([0, 0, 255]), Data("text".utf8), Data(0...15), Data(0...255),
                Data([0xC3, 0x28]), Data(repeating: 255, count: 1000), Data(repeating: 7, count: 5000),
            ].map { .data($0) }
        case .uuid:
            return [
                "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
                "00010203-0405-0607-0809-0A0B0C0D0E0F", "0F0E0D0C-0B0A-0908-0706-050403020100",
            ].compactMap { UUID(uuidString: $0).map { .uuid($0) } }
        case .url:
            return [
                "https://example.org", "https://example.com/a%20b?q='x'&r=%00#f", "https://example.com/?",
                "mailto:a@b.example", "file:///tmp/a%20b", "/relative", "a/relative/one", "012", "1e3",
            ].map { .url($0) }
        }
    }

    private static let decimals: [Value] = {
        let nines = String(repeating: "9", count: 38)
        let texts: [String] = [
            "0", "1", "0.1", "0.5", "1.5", "12.50", "100", "1000", nines, "0." + nines, "1e-38", "1e60", "0.000001",
            "12345678901234567890.123456789", "32768", "9007199254740993",
        ]
        let numbers: [Decimal] = [
            .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude,
            Decimal(sign: .plus, exponent: 127, significand: 1),
            Decimal(sign: .minus, exponent: -128, significand: 7),
            Decimal(sign: .plus, exponent: 127, significand: Decimal(string: nines) ?? 0),
            Decimal(sign: .plus, exponent: -128, significand: Decimal(string: nines) ?? 0),
        ]
        return texts.flatMap { [$0, "-" + $0] }.compactMap { Value(text: $0, type: .decimal) }
            + numbers.map { .decimal($0) }
    }()

    /// Texts with quotes, NULs, escapes, marks that normalize, and what looks like SQL.
    private static let texts: [String] = [
        "", " ", "a", "\0", "a\0b", "é", "e\u{301}", "\r\n", "line\r\nbreak", "\"\\/", "\"quoted\"", "it's", "''", "\\",
        "/*", "--comment", "%s ? :name @x $y", "';DROP TABLE x;--", "${source}.x", "🏔️", "👩‍👩‍👧‍👦", "שלום", "日本語",
        "\u{FEFF}", "\u{FEFF}bom", "\u{10FFFF}", String(repeating: "long ' text \0 é ", count: 200),
    ]

    /// Texts that look like a number, a UUID, a date or a keyword.
    package static let lookalikes: [String] = [
        "1", "12", "012", "-5", "-0", "1.50", "1e3", "0x10", "99999999999999999999", "inf", "null", "NULL", "true",
        "x'00'", "2026-05-01", "2026-05-01T12:00:00Z", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "https://example.com",
        "low", "high",
    ]

    private static func number(_ random: inout SplitMix64, _ make: (UInt64) -> Double) -> Double {
        let number: Double = make(random.next())
        return number.isNaN ? 0.5 : number
    }

    private static func date(_ random: inout SplitMix64) -> Double {
        let year: Double = 31_556_952
        switch random.below(4) {
        case 0: return Double(random.below(100)) * year + Double(random.below(1_000_000))
        case 1: return Double(random.below(5000) - 2500) * year + Double(random.below(1000)) / 1000
        case 2: return Double(random.below(1_000_000_000)) + Double(random.below(1_000_000)) / 1_000_000
        default:
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 1
        }
    }

    private static func decimal(_ random: inout SplitMix64) -> Decimal {
        let count: Int = 1 + random.below(38)
        let digits = (0..<count).map { _ in String(random.below(10)) }.joined()
        let exponent: Int = random.chance(50) ? random.below(20) - 10 : random.below(256) - 128
        let significand = Decimal(string: digits) ?? 1
        let number = Decimal(
            sign: random.chance(50) ? .plus : .minus,
            exponent: exponent - significand.exponent,
            significand: significand
        )
        return number.isNaN ? significand : number
    }

    private static func string(_ random: inout SplitMix64) -> String {
        if random.chance(50) { return (0..<random.below(5)).map { _ in random.pick(texts + lookalikes) }.joined() }
        var text = ""
        for _ in 0..<random.below(20) {
            let limit: Int = random.pick([0x80, 0x800, 0x10000, 0x110000])
            if let scalar = Unicode.Scalar(UInt32(random.below(limit))) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private static func uuid(_ random: inout SplitMix64) -> UUID {
        let (one, two): (UInt64, UInt64) = (random.next(), random.next())
        return withUnsafeBytes(of: (one, two)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }
}

extension Value {
    /// Whether both are the same to the bit: of texts the bytes, of numbers the sign of zero.
    package func isSame(as other: Value?) -> Bool {
        switch (self, other) {
        case (.string(let one), .string(let two)), (.url(let one), .url(let two)): one.utf8.elementsEqual(two.utf8)
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one.bitPattern == two.bitPattern
        default: self == other
        }
    }
}
