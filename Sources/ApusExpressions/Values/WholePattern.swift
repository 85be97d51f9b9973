import Foundation

/// A regular expression in ICU's syntax that a text matches as a whole or not at all.
// Foundation promises that an expression can be used by several threads at once.
package struct WholePattern: @unchecked Sendable {
    /// `nil` where the pattern has a meaning only by itself, such as one that ends in a comment.
    private let expression: NSRegularExpression?

    /// Reads a pattern; `nil` where it is no regular expression.
    package init?(_ pattern: String) {
        guard (try? NSRegularExpression(pattern: pattern)) != nil else { return nil }
        expression = try? NSRegularExpression(pattern: "(?:\(pattern))\\z")
    }

    /// Whether a text matches from its beginning to its end.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - patience: How long may be tried, in steps that are a matter of ICU's; less what was needed afterwards. Some
    ///     expressions try more ways than there is time for.
    /// - Returns: `nil` where it cannot be told, or not with that patience.
    package func matches(_ text: String, patience: inout Int) -> Bool? {
        guard patience > 0, let expression else { return nil }
        let range = NSRange(text.startIndex..., in: text)
        var matches: Bool? = false
        var steps: Int = patience
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) { match, _, stop in
            if match != nil {
                matches = true
            } else {
                steps -= 1
                if steps == 0 { matches = nil }
            }
            if matches != false { stop.pointee = true }
        }
        patience = steps
        return matches
    }
}
