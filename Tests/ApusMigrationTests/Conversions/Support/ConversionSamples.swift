import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation

/// Stored values of every type, with what conversions go wrong with.
enum ConversionSamples {
    /// An archive of Foundation's objects.
    static let archive: Data =
        Data(
            base64Encoded: ArchivedObject.array([.string("a \"b\""), .int(-1), .real(0.5), .bool(true), .null]).archive
        ) ?? Data()

    /// Random values of a type.
    static func random(of type: ScalarType, seed: UInt64) -> [StoredValue] {
        var random = SplitMix64(seed: seed)
        return (0..<5).map { _ in ValueGenerator.value(of: type, &random).stored }
    }

    /// Values of a type that are known to be hard.
    static func edges(of type: ScalarType) -> [StoredValue] {
        var seen: Set<String> = []
        return allEdges(of: type).filter { seen.insert($0.notation).inserted }
    }

    private static func allEdges(of type: ScalarType) -> [StoredValue] {
        let known: [StoredValue] = ValueGenerator.extremes(of: type).map(\.stored)
        switch type {
        case .int16, .int32, .int64:
            return known + integers.filter { type.integerRange?.contains($0) == true }.map { .integer($0) }
        case .bool, .uuid: return known
        case .double: return known + reals.map { .real($0) }
        case .float: return known + reals.map { .real(Double(Float($0))) }
        // Every float that is a moment too.
        case .date: return known + (reals + dates).filter(\.isFinite).map { .real($0) }
        case .decimal: return known + decimals.compactMap { Value(text: $0, type: .decimal)?.stored }
        case .string: return known + (texts + madeTexts).map { .text($0) }
        case .data: return known + (datas + [archive]).map { .blob($0) }
        case .url: return known + ["1", "true", "?", "a/../b", "HTTP://EXAMPLE.COM:99999/%7e"].map { .text($0) }
        }
    }

    private static let integers: [Int64] = (0...63).flatMap { power -> [Int64] in
        let number: Int64 = 1 << power
        let opposite: Int64 = 0 &- number
        return [number, number &- 1, number &+ 1, opposite, opposite &+ 1, opposite &- 1]
    }

    private static let reals: [Double] = bothSigns + nearIntegers + halves

    private static let bothSigns: [Double] = [
        0.5, 1.5, 2.5, 0.49999999999999994, 0.1, 0.3, 1 / 3, 1e15, 1e16, 1e17, 1e22, 1e23, 1e-5, 1e-130, 1e127,
        1.2345678901234567e-120, 1e300, 1e-300, 123_456_789.123_456_78, 1.1754942e-38, 1e38, 1e39,
        0x1p-149, 0x1.8p-150, 0x1p-150, 0x1.ffffffp127, 0x1.fffffefp127, 978_307_200.123, 1e12 + 0.001,
        .infinity,
    ].flatMap { [$0, -$0] }

    private static let nearIntegers: [Double] = integers.suffix(66).map { Double($0) }
        .flatMap { [$0, $0.nextUp, $0.nextDown] }

    private static let halves: [Double] = [
        16_777_217, 16_777_219, 32_767.5, -32_768.5, 2_147_483_647.5, -2_147_483_648.5, 65_504,
    ]

    private static let dates: [Double] = [
        -63_113_904_000, -63_113_904_000.5, 252_423_993_599.999_97, 252_423_993_600, 799_286_400.123_456_7, 0.123,
        -0.123,
        -978_307_200.000_1, -978_307_199.9, 1e-9, 9_007_199_254_740_992, -9_007_199_254_740_991, 0x1p60, 1e305,
    ]

    private static let decimals: [String] = [
        "0.5", "2.5", "-2.5", "0.49999999999999999999", "32767.5", "-32768.5", "32768", "9223372036854775807",
        "9223372036854775807.5", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0.1", "0.125",
        "9007199254740993", "16777217", "1e23", "1e39", "-1e100", "1e-46", "1e-100", "1e-30",
        "1152921504606846976", "1152921504606847000", "0.30000000000000004", "19.99", "978307200.123",
        "1777593600123.456", "340282346638528859811704183484516925440", "1e22", "0.0009765625",
        "3.14159265358979323846264338327950288419", "12345678901234567890.123456789",
    ]

    private static let datas: [Data] = [
        Data("text".utf8), Data("e\u{301}".utf8), Data([0xC3]), Data([0xC0, 0x80]), Data([0xED, 0xA0, 0x80]),
        Data([0xEF, 0xBB, 0xBF, 0x61]), Data("\u{FFFD}".utf8), Data([0, 0x61, 0]), Data(0..<16), Data(0..<15),
        Data(0..<17),
        Data([0xFB, 0xFF]), Data(0...255),
    ]

    private static let texts: [String] = [
        "012", "-0", "+5", " 5 ", "5.0", "5.", ".5", "1e3", "1E3", "1e400", "-1e400", "1e-400",
        "0e999999999999999999999",
        "1e99999999999999999999", "1e-99999999999999999999", "1e39", "1e-50", "0x10", "NaN", "inf", "-Infinity", "+inf",
        "40000", "3000000000", "9223372036854775808", "12.5", "1,5", "1_000", "٥", "--1", "1e", "e1", ".", "-", "1 2",
        "0.1", "1e-129", "1234567890123456789012345678901234567891", "TRUE", "Yes", "no", "FALSE", " 1\n", "on",
        "2026-05-01", "2026-05-01T12:30:45Z", "2026-05-01 12:30:45.123456789+02:00", "2026-05-01T12:30Z",
        "2026-05-01T12:30:45", "2026-02-30", "2026-05-01T24:00:00Z", "2026-05-01T23:59:60Z", "0000-01-01", "0001-01-01",
        "9999-12-31T23:59:59.999-14:00", "2026-05-01t00:00:00.5z", "2026-05-01T00:00:00.Z", "2026-05-01T00:00:00+2:00",
        "2026-05-01T00:00:00-0130", "2026-05-01T00:00:00+01", "20260501T000000Z", "2026-05-01T00:00:00Zjunk",
        "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "E621E1F8C36C495A93FC0C247A3E6E5F",
        "E621E1F8-C36C-495A-93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF", "{E621E1F8}",
        "https://example.org/a b", "https://münchen.de", "https://example.org", " https://example.org ", "%zz", "a",
        "AP8=", "AP8", "AR==", "====", "AQ==\n", "-_-_", "ff00", "FF00", "f", "fg", "0xff",
        String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1", "\u{301}5", "5\u{301}",
        "5\0",
        "\u{A0}5\u{3000}", "\u{200B}5",
    ]

    /// What the other types are written as.
    private static let madeTexts: [String] = ScalarType.allCases.filter { $0 != .string }.flatMap { type -> [String] in
        Conversion.conversions(from: type, to: .string).flatMap { conversion -> [String] in
            allEdges(of: type).compactMap { value in
                if case .text(let text)? = try? conversion(value) { text } else { nil }
            }
        }
    }
}
