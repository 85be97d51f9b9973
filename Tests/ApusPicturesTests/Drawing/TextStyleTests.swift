import Testing

@testable import ApusPictures

struct TextStyleTests {
    private let style = TextStyle(size: 13)

    @Test func aTextThatFitsStays() {
        #expect(style.cut("startDate", to: 200) == "startDate")
    }

    @Test func aTextIsCutAtTheWidth() {
        let cut = style.cut("aVeryLongNameOfAProperty", to: 80)
        #expect(cut.hasSuffix("…") && "aVeryLongNameOfAProperty".hasPrefix(cut.dropLast()))
        #expect(style.width(of: cut) <= 80)
        #expect(cut.count > 6)
    }

    @Test func aTextIsCutAtTheNumberOfCharacters() {
        let cut = style.cut(String(repeating: "i", count: 40), to: 1000)
        #expect(cut == String(repeating: "i", count: 33) + "…")
    }

    @Test func somethingIsAlwaysLeft() {
        #expect(style.cut("name", to: 0) == "n…")
    }

    @Test func wideCharactersAndStrongTextAreWider() {
        #expect(style.width(of: "日本") > style.width(of: "ab"))
        #expect(style.width(of: "mmm") > style.width(of: "iii"))
        #expect(TextStyle(size: 13, isStrong: true).width(of: "name") > style.width(of: "name"))
    }
}
