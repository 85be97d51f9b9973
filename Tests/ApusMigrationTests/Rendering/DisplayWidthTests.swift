import Testing

@testable import ApusMigration
@testable import ApusReports

/// How many columns of a terminal a text takes.
@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("name", 4), ("Straße", 6), ("e\u{301}", 1), ("旅行", 4), ("ひらがな", 8), ("한국", 4), ("ＡＢ", 4),
        ("ｱｲ", 2), ("🐦", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("a\u{200D}b", 2), ("→", 1),
        ("שלום", 4),
    ])
    func width(_ text: String, _ width: Int) {
        #expect(text.displayWidth == width, "\(text)")
    }

    @Test func padding() {
        #expect("旅".shownPadded(to: 4) == "旅  ")
        #expect("name".shownPadded(to: 2) == "name")
        #expect("a\nb".shownPadded(to: 8) == "a\\u{A}b ")
    }
}
