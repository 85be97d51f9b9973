/// Finds the word that was probably meant.
package enum NearMiss {
    /// The candidate nearest to `word`, when it is near enough to be a slip of the keyboard.
    ///
    /// Letters' case does not count; up to a third of the letters, and always one as long as another is right, may be
    /// wrong, missing, doubled or exchanged (Damerau–Levenshtein distance).
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - candidates: What could have been meant.
    /// - Returns: The nearest candidate, the first one of equals, or `nil`.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased())
        // Long words are no slips, and the distance costs their product.
        guard written.count <= 64 else { return nil }
        let limit: Int = max(1, written.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in candidates where abs(candidate.count - written.count) <= limit {
            let distance: Int = editDistance(written, Array(candidate.lowercased()))
            let isAllWrong: Bool = distance >= max(written.count, candidate.count)
            if distance <= limit, !isAllWrong, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// The number of insertions, deletions, substitutions and exchanges of neighbours between two words.
    private static func editDistance(_ lhs: [Character], _ rhs: [Character]) -> Int {
        if lhs.isEmpty || rhs.isEmpty { return max(lhs.count, rhs.count) }
        var beforePrevious: [Int] = []
        var previous: [Int] = Array(0...rhs.count)
        for row in 1...lhs.count {
            var current: [Int] = [row]
            for column in 1...rhs.count {
                let substitution: Int = previous[column - 1] + (lhs[row - 1] == rhs[column - 1] ? 0 : 1)
                var cost: Int = min(substitution, previous[column] + 1, current[column - 1] + 1)
                if row > 1, column > 1, lhs[row - 1] == rhs[column - 2], lhs[row - 2] == rhs[column - 1] {
                    cost = min(cost, beforePrevious[column - 2] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[rhs.count]
    }
}
