import ApusExpressions
import Foundation
import Testing

/// What a value may be has one definition: its literal, its text in a file, its conversion from text and its column agree.
@Suite("One definition of a type's values") struct OneDefinitionTests {
    /// Numbers around the greatest one of 128 bits and of 38 digits, with an exponent or without.
    static let numbers: [(text: String, isDecimal: Bool)] = [
        (String(repeating: "9", count: 38), true), ("1" + String(repeating: "0", count: 38), true),
        ("340282366920938463463374607431768211455", true), ("340282366920938463463374607431768211456", false),
        ("340282366920938463463374607431768211457", false), (String(repeating: "9", count: 39), false),
        ("3402823669209384634633746074317682114.55", true), ("3402823669209384634633746074317682114.57", false),
        (String(repeating: "1", count: 40), false), ("17014118346046923173168730371588410572.8", true),
    ]

    @Test("Decimals", arguments: numbers)
    func decimal(text: String, isDecimal: Bool) throws {
        #expect((Decimal(canonicalText: text) != nil) == isDecimal)
        #expect((Value(text: text, type: .decimal) != nil) == isDecimal)
        let conversion = try #require(Conversion("parsed", from: .string, to: .decimal))
        #expect(((try? conversion(.text(text))) != nil) == isDecimal)
        let literal = try? ExpressionFormat.parse(text)
        #expect((literal != nil) == isDecimal)
    }

    static let urls: [(text: String, isURL: Bool)] = [
        ("https://a.jp/", true), ("https://xn--r8jz45g.jp/", true), ("https://a.jp/%E4", true), ("mailto:x", true),
        ("https://例え.jp/", false), ("https://a.jp/例", false), ("a b", false), ("", false), ("https://ex ample/", false),
    ]

    @Test("URLs", arguments: urls)
    func url(text: String, isURL: Bool) throws {
        #expect((URL(storedText: text) != nil) == isURL)
        #expect((Value(text: text, type: .url) != nil) == isURL)
        #expect((StoredValue.text(text).fitting(.url) != nil) == isURL)
        let conversion = try #require(Conversion(.exact, from: .string, to: .url))
        #expect(((try? conversion(.text(text))) != nil) == isURL)
    }
}
