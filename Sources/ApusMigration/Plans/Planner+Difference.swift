public import ApusSchema

extension Planner {
    /// The difference between two schemas of the history, composed of the stages between them, forward or back; between
    /// two others that of a direct comparison.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - from: Its place.
    ///   - new: The newer schema.
    ///   - to: Its place.
    /// - Returns: The difference as one stage.
    public func difference(
        from old: Schema,
        at from: Stage.Point,
        to new: Schema,
        at to: Stage.Point
    ) -> Stage {
        let start: Int? = from.version.flatMap { version in history.entries.firstIndex { $0.version == version } }
        let isHead: Bool = to == .unreleased && history.head == new
        let end: Int? =
            isHead
            ? history.entries.count - 1
            : to.version.flatMap { version in history.entries.firstIndex { $0.version == version } }
        guard let start, let end else { return Stage(from: old, to: new, from: from, to: to) }
        if start > end { return .composed(backwards(from: start, to: end), at: new, to) }
        let stages: [Stage] = neighbours(start..<end) + (isHead ? headStage.map { [$0] } ?? [] : [])
        return stages.isEmpty ? Stage(from: old, to: new, from: from, to: to) : .composed(stages, at: new, to)
    }
}
