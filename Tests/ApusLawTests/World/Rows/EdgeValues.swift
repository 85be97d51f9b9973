import ApusSchema
import Foundation

/// The values of each type that storing, converting and comparing go wrong with, each under its edge.
enum EdgeValues {
    static func values(of type: ScalarType) -> [(DataEdge, StoredValue)] {
        switch type {
        case .int16, .int32, .int64: integers(type.integerRange ?? 0...0).map { (.extreme, .integer($0)) }
        case .bool: [(.extreme, .integer(0)), (.extreme, .integer(1))]
        case .double: doubles.map { (.extreme, .real($0)) }
        case .float: floats.map { (.extreme, .real(Double($0))) }
        case .date: dates.map { (.extreme, .real($0)) }
        case .decimal: decimals.map { (.extreme, .text($0)) }
        case .string:
            texts.map { (.extreme, .text($0)) } + lookalikes.map { (.lookalike, .text($0)) } + [(.empty, .text(""))]
        case .url: urls.map { (.extreme, .text($0)) } + [(.lookalike, .text("012")), (.lookalike, .text("1e3"))]
        case .data: blobs.map { (.extreme, .blob($0)) } + [(.empty, .blob(Data()))]
        case .uuid: uuids.map { (.extreme, .blob($0)) }
        }
    }

    /// The edges that a value of a type is one of.
    static func edges(of value: StoredValue, _ type: ScalarType) -> [DataEdge] {
        if value == .null { return [.null] }
        return values(of: type).filter { $0.1 == value }.map(\.0)
    }

    private static func integers(_ range: ClosedRange<Int64>) -> [Int64] {
        let known: [Int64] = [
            range.lowerBound, range.upperBound, range.lowerBound + 1, range.upperBound - 1, 0, 1, -1, 2, 10, 32_768,
            -32_769, 16_777_217, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_993,
        ]
        return known.filter(range.contains)
    }

    private static let doubles: [Double] = [
        0, -0.0, 1, 0.5, -1.5, 2.5, 0.1, 1 / 3, .leastNonzeroMagnitude, -.leastNormalMagnitude,
        .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, 9_007_199_254_740_991, 9_007_199_254_740_994, 0x1p63, 32_767.5,
        123_456_789.123_456_78, 1e21, 1e-7, .infinity, -.infinity,
    ]

    private static let floats: [Float] = [
        0, -0.0, 1, 0.5, -1.5, 0.1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 16_777_216,
        .infinity, -.infinity,
    ]

    private static let dates: [Double] = [
        0, -0.0, 0.1, -978_307_200, 63_113_904_000, -63_114_076_800, 799_999_999.123_456_7, 1e17, 799_286_400,
    ]

    private static let decimals: [String] = {
        let nines = String(repeating: "9", count: 38)
        return [
            "0", "1", "-1", "0.5", "-1.5", "12.5", nines, "-\(nines)", "0.\(nines)", "12345678901234567890.123456789",
            "0.000001", "32768", "9007199254740993", "1" + String(repeating: "0", count: 60),
        ]
    }()

    private static let texts: [String] = [
        " ", "a", "it's", "''", "\"quoted\"", "a\u{0}b", "\u{0}", "e\u{301}", "é", "👩‍👩‍👧‍👦", "\u{FEFF}bom",
        "line\r\nbreak", "%s ? :name @x $y", "--comment", "/*", "\\", "';DROP TABLE x;--", "\u{10FFFF}", "שלום",
        "${source}.x", "日本語", String(repeating: "long ' text \u{0} é ", count: 100),
    ]

    private static let lookalikes: [String] = [
        "012", "12", "-5", "1e3", "-0", "0x10", "1.50", "null", "NULL", "true", "x'00'", "inf", "2026-05-01",
        "2026-05-01T12:00:00Z", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "https://example.com",
        "99999999999999999999", "low", "high",
    ]

    private static let urls: [String] = [
        "https://example.com", "https://example.com/a%20b?q='x'&r=%00#f", "mailto:a@example.com", "a/relative/one",
    ]

    private static let blobs: [Data] = [
        Data([0]), Data([0, 0, 255]), Data("text".utf8), Data(0...255), Data(0...15), Data([0xC3, 0x28]),
        Data(repeating: 7, count: 5000),
    ]

    private static let uuids: [Data] = [
        Data(repeating: 0, count: 16), Data(repeating: 255, count: 16), Data(0...15), Data((0...15).reversed()),
    ]
}
