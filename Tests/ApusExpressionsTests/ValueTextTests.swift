import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The law of a value's text: read ∘ write = identity, to the bit; and what no text may be read as.
@Suite struct ValueTextTests {
    @Test(arguments: ScalarType.allCases)
    func readingWhatWasWritten(type: ScalarType) {
        for value in ValueGenerator.extremes(of: type) { check(value, type, "extreme") }
        for seed in UInt64(0)..<500 {
            var random = SplitMix64(seed: seed)
            check(ValueGenerator.value(of: type, &random), type, "seed \(seed)")
        }
    }

    private func check(_ value: Value, _ type: ScalarType, _ origin: String) {
        #expect(value.fits(type), "\(origin): \(value)")
        let text: String = value.text
        let back = Value(text: text, type: type)
        #expect(value.isSame(as: back), "\(origin): \(value) is written '\(text)' and read \(String(describing: back))")
        #expect(back?.text == text, "\(origin)")
    }

    @Test(arguments: [
        ("int16", "32767", "32767"), ("int16", "-32768", "-32768"), ("int16", "32768", nil), ("int16", "-32769", nil),
        ("int32", "2147483648", nil), ("int64", "9223372036854775808", nil), ("int64", "-9223372036854775808", "same"),
        ("int64", "+5", "5"), ("int64", "5.0", nil), ("int64", "", nil), ("int64", " 5", nil), ("int64", "٥", nil),
        ("double", "1e3", "1000.0"), ("double", "inf", "inf"), ("double", "-infinity", "-inf"), ("double", "nan", nil),
        ("double", "1,5", nil), ("double", "", nil),
        // A number that the type cannot hold is not infinity, nor nothing.
        ("double", "1e400", nil), ("double", "-1e400", nil), ("double", "1e-400", nil), ("double", "0e-400", "0.0"),
        ("float", "1e39", nil), ("float", "1e-50", nil), ("float", "0.1", "0.10000000149011612"),
        ("float", "inf", "inf"),
        ("bool", "true", "true"), ("bool", "false", "false"), ("bool", "TRUE", nil), ("bool", "yes", nil),
        ("bool", "1", nil),
        ("uuid", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        ("uuid", "e621e1f8", nil),
        ("data", "", ""), ("data", "AP8=", "AP8="), ("data", "AP8", nil), ("data", "é", nil),
        // No bits are left over, nothing follows the padding, and nothing is skipped.
        ("data", "AP9=", nil), ("data", "AP8==", nil), ("data", "AA=A", nil), ("data", "====", nil),
        ("data", "AAAA=", nil),
        ("data", "AP8=\n", nil), ("data", "A P8=", nil), ("data", "AP-_", nil), ("data", "AP8=AP8=", nil),
        ("url", "https://example.org/a", "same"), ("url", "", nil), ("url", "http://[", nil),
        ("string", "", ""), ("string", " a ", " a "),
    ])
    func reading(type: String, text: String, expected: String?) throws {
        let type = try #require(ScalarType(rawValue: type))
        #expect(Value(text: text, type: type)?.text == (expected == "same" ? text : expected))
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+5", "5"), ("007.500", "7.5"), (".5", "0.5"), ("5.", "5"), ("1e3", "1000"),
        ("-1.5E+2", "-150"), ("12e-3", "0.012"), ("1.000", "1"), ("0.0000000", "0"),
        // 38 digits always; 39 where the number's 128 bits hold them; none that would be rounded.
        ("12345678901234567890123456789012345678", "same"), ("0.12345678901234567890123456789012345678", "same"),
        ("340282366920938463463374607431768211455", "same"), ("340282366920938463463374607431768211456", nil),
        ("999999999999999999999999999999999999999", nil), ("1234567890123456789012345678901234567891", nil),
        // The exponent goes from −128 to 127.
        ("1e127", "1" + String(repeating: "0", count: 127)),
        ("1e-128", "0." + String(repeating: "0", count: 127) + "1"),
        ("1e-129", nil), ("1e200", nil), ("1.5e-128", nil), ("1e99999999999999999999", nil),
        ("", nil), ("-", nil), (".", nil), ("e5", nil), ("1e", nil), ("1e5.5", nil), ("1.2.3", nil), ("1,5", nil),
        (" 1", nil),
        ("1 ", nil), ("0x10", nil), ("NaN", nil), ("inf", nil), ("1_000", nil), ("--1", nil), ("٥", nil),
    ])
    func readingDecimals(text: String, expected: String?) {
        #expect(Value(text: text, type: .decimal)?.text == (expected == "same" ? text : expected))
    }

    @Test func equalDecimalsHaveEqualTexts() {
        let numbers: [Decimal] = [
            Decimal(sign: .plus, exponent: -2, significand: 1250), Decimal(sign: .plus, exponent: -1, significand: 125),
            Decimal(sign: .plus, exponent: -4, significand: 125_000),
        ]
        #expect(Set(numbers.map(\.canonicalText)) == ["12.5"])
    }

    @Test(arguments: [
        ("2026-05-01", "2026-05-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
        ("2026-05-01T12:30:45Z", "2026-05-01T12:30:45Z"), ("2026-05-01T12:30:45.5Z", "2026-05-01T12:30:45.500Z"),
        ("2026-05-01T02:00:00+02:00", "2026-05-01T00:00:00Z"), ("2026-04-30T22:30:00-01:30", "2026-05-01T00:00:00Z"),
        ("799286400.0", "2026-05-01T00:00:00Z"), ("0e0", "2001-01-01T00:00:00Z"), ("-0.0", "-0.0"), ("1e-9", "1e-09"),
        // What no calendar or clock has is not the day after.
        ("2026-02-30", nil), ("2025-02-29", nil), ("2026-13-01", nil), ("2026-00-10", nil), ("2026-05-00", nil),
        ("2026-05-01T24:30:00Z", nil), ("2026-05-01T25:00:00Z", nil), ("2026-05-01T23:60:00Z", nil),
        ("2026-05-01T23:59:60Z", nil), ("2026-02-30T12:00:00.5Z", nil), ("2026-05-01T02:00:00+25:00", nil),
        ("2026-05-01T00:00:00Zjunk", nil), ("2026-05-01T00:00:00.5Zjunk", nil), ("2026-05-01T00:00:00", nil),
        ("2026-05-01T00:00Z", nil), ("2026-05-01 00:00:00", nil), ("2026-5-1", nil), ("", nil), ("tomorrow", nil),
        ("inf", nil), ("nan", nil), ("1e400", nil),
    ])
    func readingDates(text: String, expected: String?) {
        #expect(Value(text: text, type: .date)?.text == expected)
    }

    @Test func onlyValuesThatCanBeReadAgainFit() {
        #expect(!Value.int(32768).fits(.int16) && Value.int(32767).fits(.int16))
        #expect(!Value.double(0.1).fits(.float) && Value.double(0.5).fits(.float))
        #expect(!Value.double(.nan).fits(.double) && !Value.double(.nan).fits(.float))
        #expect(!Value.date(.infinity).fits(.date) && !Value.date(.nan).fits(.date) && Value.date(-0.0).fits(.date))
        #expect(!Value.decimal(.nan).fits(.decimal))
        #expect(!Value.url("").fits(.url) && !Value.url("http://[").fits(.url) && Value.url("/").fits(.url))
        #expect(!Value.string("1").fits(.int16) && !Value.int(1).fits(.bool) && !Value.double(1).fits(.date))
    }

    @Test func storedAsAColumnHoldsIt() throws {
        let uuid = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
        #expect(Value.uuid(uuid).stored == .blob(Data(0...15)))
        #expect(Value.bool(true).stored == .integer(1) && Value.bool(false).stored == .integer(0))
        #expect(Value.decimal(Decimal(sign: .plus, exponent: -2, significand: 1250)).stored == .text("12.5"))
        #expect(Value.date(0.25).stored == .real(0.25) && Value.url("/a").stored == .text("/a"))
        for type in ScalarType.allCases {
            for value in ValueGenerator.extremes(of: type) {
                switch (value.stored, type.storage) {
                case (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob): break
                default: Issue.record("\(value) is no \(type.storage)")
                }
            }
        }
    }
}
