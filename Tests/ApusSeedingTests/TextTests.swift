import ApusSchema
import Testing

@testable import ApusSeeding

/// A seed gives the same rows on every machine and with every release.
@Suite struct TextTests {
    @Test("The texts of a seed never change") func textsOfASeed() {
        var random = SplitMix64(seed: 7)
        var digest = SHA256()
        for isTiny in [false, true] {
            for topic in TextTopic.allCases {
                for _ in 0..<400 {
                    digest.update(TextWriter.text(topic, isTiny: isTiny, &random).utf8)
                }
            }
        }
        let hexadecimal = digest.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == "a071747d19be20423520f1da754443ddb89208750971daf87c0a89844c514311")
    }
}
