public import ApusSchema

extension Planner {
    /// Returns the difference between two schemas. For two schemas of the history, it is composed of the stages that
    /// stores go through, forward or backward; otherwise, the schemas are compared directly.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - from: The older schema's point in the history.
    ///   - new: The newer schema.
    ///   - to: The newer schema's point in the history.
    /// - Returns: The difference as one stage.
    /// - Throws: `PlanningError` if a version between them cannot be read.
    public func difference(
        from old: Schema,
        at from: Stage.Point,
        to new: Schema,
        at to: Stage.Point
    ) throws(PlanningError) -> Stage {
        let stages = try steps(at: from, to: new, at: to)
        return stages.isEmpty ? Stage(from: old, to: new, from: from, to: to) : .composed(stages, at: new, to)
    }

    /// Returns the stages that the difference between two schemas is composed of.
    ///
    /// - Parameters:
    ///   - from: The older schema's point in the history.
    ///   - new: The newer schema.
    ///   - to: The newer schema's point in the history.
    /// - Returns: The stages; empty if one of the two is not in the history, or they are the same version.
    /// - Throws: `PlanningError` if a version between them cannot be read.
    package func steps(
        at from: Stage.Point,
        to new: Schema,
        at to: Stage.Point
    ) throws(PlanningError) -> [Stage] {
        let start = history.index(of: from.version)
        let isHead = to == .unreleased && history.head == new
        let end = isHead ? history.releases.count - 1 : history.index(of: to.version)
        guard let start, let end else { return [] }
        let last = isHead ? self.end(of: .unreleased) : end
        return try ways(from: start, to: last).stages(from: 0, to: abs(last - start))
    }
}
