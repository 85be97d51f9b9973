/// The search for near misses of all unknown words in an input.
///
/// Comparing each word with all candidates takes quadratic time, so the comparisons of one search are limited: words
/// after the limit have no suggestion. A model of a few hundred elements never reaches it.
package final class NearMissSearch {
    /// The remaining number of comparisons.
    private var patience = 100_000

    /// Creates a search that has compared nothing so far.
    package init() {}

    /// Returns whether a word may be compared with a number of candidates, and counts these comparisons.
    package func mayCompare(with count: Int) -> Bool {
        guard patience > 0 else { return false }
        patience -= max(1, count)
        return true
    }

    /// Returns the nearest candidate, as ``NearMiss/suggestion(for:among:)`` does.
    ///
    /// - Parameters:
    ///   - word: The word that was written.
    ///   - candidates: The words that could have been meant. After the limit they are not read, so a long list should be
    ///     lazy.
    /// - Returns: The candidate; `nil` if none is near, or after the limit.
    package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        guard patience > 0 else { return nil }
        let words = Array(candidates)
        return mayCompare(with: words.count) ? NearMiss.suggestion(for: word, among: words) : nil
    }
}
