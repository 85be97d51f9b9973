import ApusSchema
import Foundation

/// Distinct texts that match a pattern and have the right length.
struct PatternPool {
    /// The texts, without duplicates.
    private(set) var texts: [String] = []

    /// Generates texts from a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The regular expression in ICU's syntax.
    ///   - length: The length of the texts in characters.
    ///   - count: The number of texts. There are fewer if no more are found.
    ///   - random: The generator.
    init(_ pattern: String, length: Length?, count: Int, using random: inout SplitMix64) {
        guard let node = PatternParser.parse(pattern),
            let whole = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
        else { return }
        var seen: Set<[UInt8]> = []
        let extras: [Int] = [2, 0, 5, 1, 12, 3, 30, 90]
        var (tries, misses): (Int, Int) = (0, 0)
        while texts.count < count, misses < 400 {
            var text = ""
            var groups: [Int: String] = [:]
            node.write(to: &text, groups: &groups, extra: extras[tries % extras.count], using: &random)
            tries += 1
            let size = text.count
            let hasLength = size >= length?.minimum ?? 0 && size <= length?.maximum ?? .max
            if hasLength, !seen.contains(Array(text.utf8)), Self.matches(text, whole) {
                seen.insert(Array(text.utf8))
                texts.append(text)
                misses /= 2
            } else {
                misses += 1
            }
        }
    }

    /// Whether an expression matches, or `false` if that takes too long.
    private static func matches(_ text: String, _ expression: NSRegularExpression) -> Bool {
        var isMatch = false
        var steps = 1000
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) { match, _, stop in
            isMatch = match != nil
            steps -= 1
            if isMatch || steps == 0 { stop.pointee = true }
        }
        return isMatch
    }
}
