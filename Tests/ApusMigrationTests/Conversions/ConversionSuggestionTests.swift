import ApusMigration
import ApusSchema
import Testing

/// What is suggested for a change of type is what a person would want, for each two types.
@Suite struct ConversionSuggestionTests {
    /// For two types, what is suggested, in order; a type may stand for several.
    private static let expected: [(from: [ScalarType], to: [ScalarType], names: String)] = [
        ([.int32], [.int16], "exact clamped"), ([.int64], [.int16, .int32], "exact clamped"),
        ([.int16], [.int32, .int64, .decimal, .double, .float, .string], "exact"),
        ([.int32], [.int64, .decimal, .double, .string], "exact"), ([.int64], [.decimal, .string], "exact"),
        ([.int32], [.float], "exact nearest"), ([.int64], [.double, .float], "exact nearest"),
        ([.int16, .int32, .int64, .decimal, .double, .float], [.bool], "nonZero exact"),
        ([.int32], [.date], "secondsSince1970 secondsSince2001"),
        ([.int64, .decimal, .double], [.date], "secondsSince1970 millisecondsSince1970 secondsSince2001"),
        ([.decimal, .double, .float], [.int16, .int32, .int64], "rounded truncated floor ceiling exact"),
        ([.decimal], [.double, .float], "digits nearest exact"), ([.double, .float], [.decimal], "digits exact"),
        ([.double], [.float], "nearest exact"), ([.float], [.double], "exact"),
        ([.decimal, .double, .float], [.string], "exact"),
        ([.string], [.int16, .int32, .int64, .decimal, .double, .float, .uuid, .url], "parsed exact"),
        ([.string], [.bool, .date], "parsed"), ([.string], [.data], "exact base64 hex"),
        ([.bool], [.int16, .int32, .int64, .decimal, .double, .float], "exact"), ([.bool], [.string], "text"),
        ([.date], [.string], "text"), ([.date], [.int32], "secondsSince1970 secondsSince2001"),
        ([.date], [.int64, .decimal, .double], "secondsSince1970 millisecondsSince1970 secondsSince2001"),
        ([.data], [.string], "base64 hex archive exact"), ([.data], [.uuid], "exact"),
        ([.uuid], [.string, .data], "exact"), ([.url], [.string], "exact"),
    ]

    @Test("Every two types that have a conversion", arguments: ScalarType.allCases) func everyPair(from: ScalarType) {
        for to in ScalarType.allCases where to != from {
            let names: [String] = Self.expected.filter { $0.from.contains(from) && $0.to.contains(to) }.map(\.names)
            let found: [String] = Conversion.suggestions(from: from, to: to).map(\.name)
            #expect([found.joined(separator: " ")] == (names.isEmpty ? [""] : names), "\(from) to \(to)")
        }
    }

    @Test("Nothing is left out, and the inferred conversion comes first") func complete() {
        for from in ScalarType.allCases {
            for to in ScalarType.allCases where to != from {
                let suggested: [Conversion] = Conversion.suggestions(from: from, to: to)
                #expect(Set(suggested) == Set(Conversion.conversions(from: from, to: to)))
                if let inferred = Conversion.inferred(from: from, to: to) { #expect(suggested.first == inferred) }
            }
        }
    }
}
