import ApusExpressions
import Testing

/// The texts that `numbered` of a mapping looks for: those that it would make.
@Suite struct FrontOfNumberTests {
    @Test(
        "A number from 2 to 999999 behind a space",
        arguments: [
            ("a 2", "a"), ("a 999999", "a"), (" 7", ""), ("a  7", "a "), ("a 5 23", "a 5"), ("é\u{301} 10", "é\u{301}"),
            ("a\u{0}b 3", "a\u{0}b"),
        ]
    )
    func found(text: String, front: String) {
        #expect(value(text) == .text(front))
    }

    @Test(
        "Anything else",
        arguments: [
            "", "7", "a", "a ", "a7", "a 0", "a 1", "a 07", "a 1000000", "a 7 ", "a -7", "a +7", "a 7.5", "a ٧", "a\t7",
        ]
    )
    func notFound(text: String) {
        #expect(value(text) == .null)
    }

    private func value(_ text: String) -> StoredValue {
        ExpressionFunction.frontOfNumber.value(of: [.text(text)], isDecimal: false)
    }
}
