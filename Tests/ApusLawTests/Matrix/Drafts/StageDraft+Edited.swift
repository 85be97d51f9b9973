import ApusSchema
import ApusTestSupport

extension StageDraft {
    /// A schema with a few edits at random.
    ///
    /// - Parameters:
    ///   - base: The schema.
    ///   - random: Where the edits come from; it goes on.
    ///   - most: The most edits; at least one is tried.
    ///   - lastNumber: The number behind which new names count.
    /// - Returns: The schema, and what was done.
    static func edited(_ base: Schema, _ random: inout SplitMix64, most: Int, lastNumber: Int = 0) -> StageDraft {
        var draft = StageDraft(base, random, near: [], lastNumber: lastNumber)
        for _ in 0..<(1 + random.below(most)) {
            guard let edit = random.pickAny(MatrixEdit.all) else { continue }
            var copy: StageDraft = draft.continued()
            if edit.apply(&copy) { draft = copy }
        }
        random = draft.random
        return draft
    }
}
