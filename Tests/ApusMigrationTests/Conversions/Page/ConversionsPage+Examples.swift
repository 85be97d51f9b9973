import ApusMigration
import ApusSchema

extension ConversionsPage {
    /// Values to show each method with.
    static let examples: [Conversion.Method: [(ScalarType, ScalarType, [String])]] = [
        .exact: [
            (.int16, .int64, ["-32768"]), (.int64, .int16, ["12", "40000"]),
            (.int64, .double, ["9007199254740992", "9007199254740993"]), (.double, .int32, ["3.0", "3.5"]),
            (.double, .decimal, ["0.5", "0.1"]), (.decimal, .double, ["\"0.5\"", "\"0.1\""]),
            (.bool, .int32, ["1"]), (.int32, .bool, ["1", "2"]),
            (.double, .string, ["0.1", "1.0", "1e23"]), (.string, .double, ["\"0.1\"", "\"1\""]),
            (.string, .int32, ["\"12\"", "\"012\"", "\" 12\""]),
            (.uuid, .string, ["x'00112233445566778899aabbccddeeff'"]),
            (.string, .uuid, ["\"00112233-4455-6677-8899-aabbccddeeff\""]),
            (.string, .url, ["\"https://example.org/a\"", "\"https://example.org/a b\""]),
            (.string, .data, ["\"Zoo\""]), (.data, .string, ["x'5a6f6f'", "x'ff'"]),
        ],
        .digits: [
            (.double, .decimal, ["19.99", "0.1", "1e300"]), (.float, .decimal, ["0.10000000149011612"]),
            (.decimal, .double, ["\"19.99\"", "\"0.1234567890123456789\""]),
        ],
        .nearest: [
            (.int64, .double, ["9007199254740993"]), (.int32, .float, ["16777217"]),
            (.double, .float, ["0.123456789", "1e-50", "1e300"]), (.decimal, .double, ["\"0.1234567890123456789\""]),
        ],
        .rounded: wholes(["2.5", "-2.5", "2.4"]),
        .truncated: wholes(["2.9", "-2.9"]),
        .floor: wholes(["2.9", "-2.1"]),
        .ceiling: wholes(["2.1", "-2.9"]),
        .clamped: [(.int64, .int16, ["12", "40000", "-40000"])],
        .nonZero: [(.int32, .bool, ["0", "1", "-5"]), (.double, .bool, ["0.001"])],
        .parsed: [
            (.string, .int32, ["\" 012 \"", "\"1e3\"", "\"12.5\"", "\"1,000\""]),
            (.string, .decimal, ["\"+12.50\"", "\"12,50\""]), (.string, .double, ["\"1\"", "\"1e400\""]),
            (.string, .bool, ["\"Yes\"", "\"0\"", "\"maybe\""]),
            (
                .string, .date,
                [
                    "\"2026-05-01\"", "\"2026-05-01T12:30:45.5+02:00\"", "\"2026-05-01T12:30\"", "\"2026-02-30\"",
                ]
            ),
            (.string, .uuid, ["\"00112233445566778899aabbccddeeff\""]),
            (.string, .url, ["\" https://example.org/a \""]),
        ],
        .text: [(.bool, .string, ["1", "0"]), (.date, .string, ["799331445.0", "799331445.123", "252423993600.0"])],
        .secondsSince1970: [
            (.date, .int64, ["799331445.9", "-978307200.1"]), (.date, .double, ["799331445.9"]),
            (.date, .int32, ["1169176448.0"]), (.int64, .date, ["1777638645"]), (.decimal, .date, ["\"1777638645.9\""]),
        ],
        .millisecondsSince1970: [
            (.date, .int64, ["799331445.123"]), (.int64, .date, ["1777638645123", "9223372036854775807"]),
        ],
        .secondsSince2001: [
            (.date, .double, ["799331445.123"]), (.date, .int64, ["799331445.9"]),
            (.double, .date, ["799331445.123", "inf"]),
        ],
        .base64: [(.data, .string, ["x'00ff'"]), (.string, .data, ["\"AP8=\"", "\"AP8\""])],
        .archive: [(.data, .string, ["x'00'"])],
        .hex: [(.data, .string, ["x'00ff'"]), (.string, .data, ["\"00FF\"", "\"0xff\""])],
    ]

    private static func wholes(_ numbers: [String]) -> [(ScalarType, ScalarType, [String])] {
        [(.double, .int16, numbers + ["40000.0"]), (.decimal, .int64, ["\"\(numbers[0])\""])]
    }
}
