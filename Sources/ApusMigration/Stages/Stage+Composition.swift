public import ApusSchema

extension Stage {
    /// The difference that several neighbouring stages make together; what was dropped on the way and added again is a
    /// loss and an addition.
    ///
    /// - Parameters:
    ///   - stages: The stages, oldest first.
    ///   - schema: The schema that a composition of no stages starts and ends with.
    ///   - point: That schema's place in the history.
    public static func composed(_ stages: [Stage], at schema: Schema, _ point: Point) -> Stage {
        if stages.count == 1 { return stages[0] }
        guard let first = stages.first, let last = stages.last else {
            return Stage(
                from: point, to: point, old: schema, new: schema, matching: .identity(schema), changes: [], refusals: [])
        }
        let matching: Matching = stages.dropFirst().reduce(first.matching) { $0.composed(with: $1.matching) }
        var inference = StageInference(
            old: first.old, new: last.new, matching: matching, accepted: [], mappingFile: "", isSettled: true)
        inference.inferChanges()
        return Stage(
            from: first.from, to: last.to, old: first.old, new: last.new, matching: matching,
            changes: inference.changes, refusals: stages.flatMap(\.refusals))
    }
}
