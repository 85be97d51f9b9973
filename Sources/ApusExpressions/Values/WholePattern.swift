import Foundation

/// A regular expression in ICU's syntax that must match the whole text.
// `NSRegularExpression` is documented as thread-safe.
package struct WholePattern: @unchecked Sendable {
    /// `nil` if the pattern cannot be embedded in a group, for example because it ends in a comment.
    private let expression: NSRegularExpression?

    /// Reads a pattern; `nil` if it is not a valid regular expression.
    package init?(_ pattern: String) {
        guard (try? NSRegularExpression(pattern: pattern)) != nil else { return nil }
        expression = try? NSRegularExpression(pattern: "(?:\(pattern))\\z")
    }

    /// Returns whether the whole text matches.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - patience: The maximum number of ICU's progress steps, which stops excessive backtracking. On return, it is
    ///     reduced by the steps taken.
    /// - Returns: Whether the text matches; `nil` if the limit is reached or the pattern cannot be used.
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
