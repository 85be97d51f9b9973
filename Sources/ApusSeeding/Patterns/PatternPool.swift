import ApusSchema
import Foundation

/// Texts that match a pattern and have the right length, each of them tried.
struct PatternPool {
    /// The texts, each once.
    private(set) var texts: [String] = []

    /// Makes texts from a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The expression, in ICU's syntax.
    ///   - length: How many characters the texts have.
    ///   - count: How many are wanted; there are fewer where no more were found.
    ///   - random: Chance.
    init(_ pattern: String, _ length: Length?, count: Int, _ random: inout SplitMix64) {
        guard let node = PatternParser.parse(pattern),
            let whole = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
        else { return }
        var seen: Set<[UInt8]> = []
        let extras: [Int] = [2, 0, 5, 1, 12, 3, 30, 90]
        var (tries, misses): (Int, Int) = (0, 0)
        while texts.count < count, misses < 400 {
            var text: String = ""
            var groups: [Int: String] = [:]
            node.write(to: &text, &groups, more: extras[tries % extras.count], &random)
            tries += 1
            let size: Int = text.count
            let isLong: Bool = size >= length?.minimum ?? 0 && size <= length?.maximum ?? .max
            if isLong, !seen.contains(Array(text.utf8)), Self.matches(text, whole) {
                seen.insert(Array(text.utf8))
                texts.append(text)
                misses /= 2
            } else {
                misses += 1
            }
        }
    }

    /// Whether an expression matches; false where that takes too long to find out.
    private static func matches(_ text: String, _ expression: NSRegularExpression) -> Bool {
        var isMatch = false
        var steps: Int = 1000
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) { match, _, stop in
            isMatch = match != nil
            steps -= 1
            if isMatch || steps == 0 { stop.pointee = true }
        }
        return isMatch
    }
}
