/// Suggestions for misspelled words.
package enum NearMiss {
    /// The help for a misspelled word: a question.
    ///
    /// - Parameter meant: What was probably meant, in quotes.
    /// - Returns: `did you mean 'Trip'?`
    package static func question(_ meant: String) -> String { "did you mean \(meant)?" }

    /// Returns the candidate nearest to `word` if it is near enough for a typing error.
    ///
    /// The comparison ignores case. A third of the letters may be wrong, missing, doubled or swapped
    /// (Damerau–Levenshtein distance); in a short word one letter, if another one is right.
    ///
    /// - Parameters:
    ///   - word: The word that was written.
    ///   - candidates: The words that could have been meant.
    /// - Returns: The nearest candidate, the first of several equally near ones, or `nil`.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased())
        // A long word is not a typing error, and computing the distance takes time proportional to both lengths.
        guard written.count <= 64 else { return nil }
        let limit = max(1, written.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in candidates where abs(candidate.count - written.count) <= limit {
            let distance = editDistance(written, to: Array(candidate.lowercased()), limit: limit)
            let isAllWrong = distance >= max(written.count, candidate.count)
            if distance <= limit, !isAllWrong, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours between two words, or any number above
    /// the limit.
    private static func editDistance(_ lhs: [Character], to rhs: [Character], limit: Int) -> Int {
        if lhs.isEmpty || rhs.isEmpty { return max(lhs.count, rhs.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...rhs.count)
        var least = 0
        for row in 1...lhs.count {
            var current: [Int] = [row]
            let leastBefore: Int = least
            least = row
            for column in 1...rhs.count {
                let substitution = previous[column - 1] + (lhs[row - 1] == rhs[column - 1] ? 0 : 1)
                var cost = min(substitution, previous[column] + 1, current[column - 1] + 1)
                if row > 1, column > 1, lhs[row - 1] == rhs[column - 2], lhs[row - 2] == rhs[column - 1] {
                    cost = min(cost, beforePrevious[column - 2] + 1)
                }
                current.append(cost)
                least = min(least, cost)
            }
            // Each later number is at least one of these two rows.
            if min(least, leastBefore) > limit { return limit + 1 }
            beforePrevious = previous
            previous = current
        }
        return previous[rhs.count]
    }
}
