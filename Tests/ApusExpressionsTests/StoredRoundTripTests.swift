import ApusExpressions
import Foundation
import Testing

@Suite struct StoredRoundTripTests {
    /// A value of each type, as a file writes it.
    private static let texts: [ScalarType: String] = [
        .int16: "-7", .int32: "70000", .int64: "9007199254740993", .decimal: "12.5", .double: "0.1", .float: "0.5",
        .string: "a\u{0}b", .bool: "true", .date: "2026-05-01T12:30:00Z", .data: "aGk=",
        .uuid: "6D9E4C7A-3B5F-4D8E-9A1C-2F7B8E0D1A34", .url: "https://example.org",
    ]

    @Test(arguments: ScalarType.allCases)
    func whatAColumnStoresReadsBack(type: ScalarType) throws {
        let text = try #require(Self.texts[type])
        let value = try #require(Value(text: text, type: type))
        #expect(Value(value.stored, of: type) == value)
        #expect(Value(value.stored, of: type)?.text == text)
        #expect(Value(.null, of: type) == nil)
    }

    @Test func whatIsNotOfTheTypeIsNoValue() {
        #expect(Value(.text("x"), of: .int16) == nil)
        #expect(Value(.integer(40_000), of: .int16) == nil)
        #expect(Value(.blob(Data([1])), of: .uuid) == nil)
        #expect(Value(.integer(2), of: .bool) == nil)
    }
}
