import ApusMigration

extension Resolution.State {
    /// The refusals by what their questions are about.
    var refusals: [StageQuestion.Identity: Refusal] {
        let all = stages.flatMap { stage in
            stage.refusals.map { (StageQuestion.Identity($0, of: stage), $0) }
        }
        return Dictionary(all) { first, _ in first }
    }

    /// The message about a line that an older state's mapping has, and that is needless now.
    func needlessLine(since older: Self) -> String? {
        let known = older.refusals
        let new = refusals.filter { known[$0.key] == nil }.map(\.value)
        return new.first { if case .needlessLine = $0.reason { true } else { false } }?.message
    }
}
