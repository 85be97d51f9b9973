/// A version's name, split at its number: `Trips 3`, `Trips_v3`, `Trips 2.5.1`, `3.0 beta 2`, `12-shared albums`.
struct VersionName: Hashable {
    /// The whole name.
    let text: String

    /// The text before the number in lower case, without separators.
    let prefix: String

    /// The text after the number.
    let suffix: String

    /// Whether the name contains a number.
    let hasNumber: Bool

    /// The parts of the number without trailing zeros; a name without a number is the first version.
    ///
    /// A version before a release has a negative part: `3.0b1` is 3, -3, 1, which comes before 3.
    let number: [Int]

    /// Splits a name.
    init(_ text: String) {
        self.text = text
        guard let parts = Self.parts(of: text), let number = Self.number(parts) else {
            prefix = Self.folded(text)
            suffix = ""
            hasNumber = false
            number = [1]
            return
        }
        self.number = number
        hasNumber = true
        prefix = Self.folded(Self.withoutMark(parts.prefix))
        suffix = String(parts.suffix)
    }

    /// Whether a version comes before another one: the numbers are compared part by part, then the names.
    static func isOrdered(_ lhs: VersionName, _ rhs: VersionName) -> Bool {
        for index in 0..<max(lhs.number.count, rhs.number.count) {
            let (one, other) = (lhs.number.dropFirst(index).first ?? 0, rhs.number.dropFirst(index).first ?? 0)
            if one != other { return one < other }
        }
        return lhs.text < rhs.text
    }

    /// The stages before a release, the last one first.
    private static let stages: [[String]] = [["rc"], ["beta", "b"], ["alpha", "a"], ["dev", "pre"]]

    private struct Parts {
        var prefix: Substring
        var digits: Substring
        var stage: Substring?
        var count: Substring?
        var suffix: Substring = ""
    }

    /// The parts of a name with its number at the end; at the beginning or inside, with something after a separator.
    private static func parts(of text: String) -> Parts? {
        // A single letter needs a number, because '2b' may also be the version after '2a'.
        let end = /(?i)(.*?)(\d+(?:[._-]\d+)*)(?:[ ._-]*(alpha|beta|rc|pre|dev|[ab](?=\d))[ ._-]*(\d*))?/
        if let match = text.wholeMatch(of: end)?.output {
            return Parts(prefix: match.1, digits: match.2, stage: match.3, count: match.4)
        }
        let inside = /(?i)(.*?)(\d+(?:[._-]\d+)*)(?:[ ._-]*(alpha|beta|rc|pre|dev|[ab](?=\d))[ ._-]*(\d*))?[ _-]+(.+)/
        guard let match = text.wholeMatch(of: inside)?.output else { return nil }
        return Parts(prefix: match.1, digits: match.2, stage: match.3, count: match.4, suffix: match.5)
    }

    private static func number(_ parts: Parts) -> [Int]? {
        let words = parts.digits.split { !$0.isNumber }
        var number = words.compactMap { Int($0) }
        guard number.count == words.count else { return nil }
        func trim() { while number.last == 0 { number.removeLast() } }
        trim()
        if let stage = parts.stage?.lowercased(), let index = stages.firstIndex(where: { $0.contains(stage) }) {
            number += [-1 - index, parts.count.flatMap { Int($0) } ?? 0]
            trim()
        }
        return number
    }

    private static func folded(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !separators.contains($0) }
    }

    private static let separators: Set<Character> = [" ", "_", "-", "."]

    /// The text without the `v` before a number: `Trips_v` becomes `Trips_`.
    private static func withoutMark(_ text: Substring) -> Substring {
        guard let last = text.last, last == "v" || last == "V" else { return text }
        return text.dropLast().last.map(separators.contains) ?? true ? text.dropLast() : text
    }
}
