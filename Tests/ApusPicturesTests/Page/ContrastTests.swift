import Foundation
import Testing

@testable import ApusPictures

/// WCAG 2.2, 1.4.3 and 1.4.11: texts have a contrast of 4.5 to 1, lines that carry a meaning one of 3 to 1.
struct ContrastTests {
    /// A colour on others, and whether it is a text.
    struct Pair: CustomStringConvertible {
        var colour: String
        var grounds: [String]
        var isText = true

        var description: String { colour }
    }

    /// The part of the style for dark screens, as long as the other one has no such part.
    private static let (light, dark) = {
        let style = String(decoding: PackageResources.picture_css + PackageResources.page_css, as: UTF8.self)
        let parts = style.components(separatedBy: "@media screen and (prefers-color-scheme: dark) {")
        let dark = parts.dropFirst().map { $0.components(separatedBy: "\n}")[0] }
        return (
            parts[0] + parts.dropFirst().map { $0.components(separatedBy: "\n}").dropFirst().joined() }.joined(),
            dark.joined()
        )
    }()

    private static let lightPairs = [
        Pair(
            colour: "#1b2228",
            grounds: ["#fff", "#fbfbf9", "#fff0b8", "#dcebf6", "#eaf5ea", "#fcecea", "#fbf3e3", "#f7e8c9"]
        ),
        Pair(colour: "#5a656d", grounds: ["#fff", "#f5f6f3", "#eaf5ea", "#fcecea", "#fbf3e3", "#dcebf6", "#fff0b8"]),
        Pair(colour: "#535e67", grounds: ["#fdfdfb", "#f5f6f3", "#fff", "#f4f5f2"]),
        Pair(colour: "#0b5a8c", grounds: ["#fff", "#eaf5ea", "#fcecea", "#fbf3e3", "#dcebf6", "#fff0b8"]),
        Pair(colour: "#256c2f", grounds: ["#fff", "#eaf5ea", "#dff0df", "#f7e8c9"]),
        Pair(colour: "#ac2417", grounds: ["#fff", "#fcecea", "#f8dcd8", "#f7e8c9"]),
        Pair(colour: "#875300", grounds: ["#fff", "#fbf3e3", "#f7e8c9"]),
        Pair(colour: "#6d3530", grounds: ["#fff", "#fcecea"]),
        Pair(colour: "#0b4a74", grounds: ["#e7eff5"]), Pair(colour: "#434e56", grounds: ["#eceeeb"]),
        Pair(colour: "#fff", grounds: ["#ac2417"]), Pair(colour: "#828c93", grounds: ["#fbfbf9"], isText: false),
        Pair(colour: "#3f8f4b", grounds: ["#fbfbf9"], isText: false),
        Pair(colour: "#c2493d", grounds: ["#fbfbf9"], isText: false),
        Pair(colour: "#b98531", grounds: ["#fbfbf9"], isText: false),
        Pair(colour: "#6b767e", grounds: ["#fff", "#eaf5ea", "#fcecea", "#fbf3e3"], isText: false),
    ]

    private static let darkPairs = [
        Pair(
            colour: "#dde3e7",
            grounds: ["#1a2127", "#101417", "#4f4415", "#1f3a4e", "#1a2c20", "#36201f", "#2f281b", "#43361d"]
        ),
        Pair(
            colour: "#9aa6af",
            grounds: ["#1a2127", "#151b20", "#1a2c20", "#36201f", "#2f281b", "#1f3a4e", "#101417"]
        ),
        Pair(colour: "#a9b4bc", grounds: ["#151b20"]),
        Pair(colour: "#82c4ee", grounds: ["#1a2127", "#1a2c20", "#36201f", "#2f281b", "#1f3a4e", "#4f4415"]),
        Pair(colour: "#86d191", grounds: ["#1a2127", "#1a2c20", "#1f3a26", "#43361d"]),
        Pair(colour: "#ff958a", grounds: ["#1a2127", "#36201f", "#482523", "#43361d"]),
        Pair(colour: "#e8b768", grounds: ["#1a2127", "#2f281b", "#43361d"]),
        Pair(colour: "#e5aaa4", grounds: ["#1a2127", "#36201f"]),
        Pair(colour: "#a5d3f1", grounds: ["#1d3343"]), Pair(colour: "#b9c3ca", grounds: ["#29333a"]),
        Pair(colour: "#2b0b08", grounds: ["#ff958a"]), Pair(colour: "#66737c", grounds: ["#101417"], isText: false),
        Pair(colour: "#4f9a5b", grounds: ["#101417"], isText: false),
        Pair(colour: "#c9635a", grounds: ["#101417"], isText: false),
        Pair(colour: "#a98446", grounds: ["#101417"], isText: false),
        Pair(colour: "#8a959d", grounds: ["#1a2127", "#1a2c20", "#36201f", "#2f281b"], isText: false),
    ]

    @Test(arguments: lightPairs) func inLight(pair: Pair) throws {
        try check(pair, in: Self.light)
    }

    @Test(arguments: darkPairs) func inDark(pair: Pair) throws {
        try check(pair, in: Self.dark)
    }

    /// Hairlines, shadows and a pointer's trace carry no meaning.
    @Test func eachColourIsCheckedOrDecorative() {
        let decoration = [
            "#0004", "#0005", "#0008", "#6d98b5", "#d5d9d6", "#e2e4e1", "#e6e9e6",
            "#000", "#171d22", "#273038", "#36424b", "#5e7f95",
        ]
        for (style, pairs) in [(Self.light, Self.lightPairs), (Self.dark, Self.darkPairs)] {
            let known = Set(pairs.flatMap { [$0.colour] + $0.grounds } + decoration)
            let used = Set(style.matches(of: /#[0-9a-f]{3,6}\b/).map { String($0.0) })
            #expect(used.subtracting(known) == [])
            #expect(used.count > 20)
        }
    }

    private func check(_ pair: Pair, in style: String) throws {
        for ground in pair.grounds {
            for colour in [pair.colour, ground] { #expect(style.contains("\(colour);"), "the style has no \(colour)") }
            let contrast = try #require(Self.contrast(pair.colour, ground))
            #expect(contrast >= (pair.isText ? 4.5 : 3), "\(pair.colour) on \(ground): \(contrast)")
        }
    }

    private static func contrast(_ first: String, _ second: String) -> Double? {
        guard let a = luminance(first), let b = luminance(second) else { return nil }
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ colour: String) -> Double? {
        let digits = Array(colour.dropFirst())
        let pairs =
            digits.count == 3
            ? digits.map { "\($0)\($0)" } : stride(from: 0, to: 6, by: 2).map { String(digits[$0...$0 + 1]) }
        let parts = pairs.compactMap { UInt8($0, radix: 16) }.map { Double($0) / 255 }
            .map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return parts.count == 3 ? 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] : nil
    }
}
