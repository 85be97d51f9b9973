import ApusSchema

/// Texts about a topic, within length limits.
struct TextSource: ValueSource {
    var rank: Int { topic == .identifier || topic == .email || topic == .userName ? 1 : 4 }

    private let topic: TextTopic
    private let least: Int
    private let most: Int?
    private let profile: SeedProfile
    let extremes: [StoredValue]

    /// Creates a source of texts.
    init(_ topic: TextTopic, length: Length?, profile: SeedProfile) {
        self.topic = topic
        self.least = length?.minimum ?? 0
        self.most = length?.maximum
        self.profile = profile
        var edges: [String] = []
        if profile == .adversarial {
            edges = WordLists.odd
            let long: Int = min(10_000, length?.maximum ?? 10_000)
            edges.append(String((0..<long).map { Character(WordLists.tiles[$0 % WordLists.tiles.count]) }))
        }
        let (least, most): (Int, Int?) = (self.least, self.most)
        extremes = edges.map { .text(Self.fitted($0, least, most)) }
    }

    /// The text, truncated or padded to the length.
    private static func fitted(_ text: String, _ least: Int, _ most: Int?) -> String {
        var text: String = text
        // A text has at least as many bytes as characters.
        if let most, text.utf8.count > most, text.count > most { text = String(text.prefix(most)) }
        // Most texts are long enough, and counting bytes is fast.
        guard least > 0, text.utf8.count < least * 25 else { return text }
        let missing = least - text.count
        if missing > 0 { text += String(repeating: "x", count: missing) }
        return text
    }

    func value(_ random: inout SplitMix64) -> StoredValue {
        .text(Self.fitted(TextWriter.text(topic, isTiny: profile == .tiny, &random), least, most))
    }

    /// Whether texts are so short that distinct ones are numbers in a large base.
    private var isCode: Bool { most.map { $0 < 24 } ?? false }

    private var width: Int { min(most ?? 6, max(least, 6)) }

    var capacity: Int? {
        guard isCode else { return nil }
        if width == 0 { return 1 }
        return width > 4
            ? nil : (0..<width - 1).reduce(Self.ideographs + Self.letters.count) { product, _ in product * 62 }
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        if isCode { return .text(code(number)) }
        let end = String(number + 1)
        var text: String = TextWriter.text(topic, number: number, &random)
        if profile == .adversarial { text = random.pick(WordLists.odd) + " " + end }
        let missing = least - text.count
        // The padding comes before the number, so that the number stays at the end.
        if missing > 0 { text = String(repeating: "x", count: missing) + text }
        if let most, text.count > most { text = String(text.prefix(most - end.count - 1)) + " " + end }
        return .text(text)
    }

    /// A number in base 62, whose first digit can also be an ideograph.
    private func code(_ number: Int) -> String {
        var text = ""
        var rest: Int = number
        for _ in 0..<max(0, width - 1) {
            text.unicodeScalars.append(Self.letters[rest % 62])
            rest /= 62
        }
        if width > 0 {
            let first: Unicode.Scalar =
                rest < Self.letters.count
                ? Self.letters[rest]
                : Unicode.Scalar(UInt32(0x4E00 + (rest - Self.letters.count) % Self.ideographs)) ?? "x"
            text = String(Character(first)) + text
        }
        return text
    }

    private static let letters: [Unicode.Scalar] = Array(
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars
    )

    /// The number of ideographs from U+4E00.
    private static let ideographs: Int = 20900
}

extension WordLists {
    /// The characters of long texts: one to four bytes each.
    static let tiles: [String] = ["a", "é", "東", "🛫", " ", "z", "ß", "й"]
}
