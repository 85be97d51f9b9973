import ApusDiagnostics
package import ApusMigration
package import ApusSchema

extension Planner {
    /// Returns the stage between two points of the history: that of neighbours, forward or backward, or a direct one.
    ///
    /// - Parameters:
    ///   - from: The version at which it starts.
    ///   - to: The version at which it ends; `nil` for the head.
    /// - Returns: The stage; `nil` if both are the same, or the head does not differ from the newest version.
    /// - Throws: `PlanningError` if one of them does not exist, or a version cannot be read.
    package func stage(from: Schema.Version, to: Schema.Version?) throws(PlanningError) -> Stage? {
        let start = try history.requiredIndex(of: from)
        guard let to else {
            return start == history.releases.count - 1 ? headStage : try directStage(from: from, to: nil)
        }
        let end = try history.requiredIndex(of: to)
        if start == end { return nil }
        if abs(end - start) > 1 { return try directStage(from: from, to: to) }
        let entries = try entries(of: [start, end])
        return start < end ? stage(from: entries[0], to: entries[1]) : backwards(through: entries).first
    }

    private func entries(of indexes: [Int]) throws(PlanningError) -> [History.Entry] {
        let (first, last) = (indexes.min() ?? 0, indexes.max() ?? 0)
        do throws(DiagnosticsError) {
            let entries = try history.entries(first..<last + 1)
            return indexes.map { entries[$0 - first] }
        } catch {
            throw .unreadable(error.diagnostics)
        }
    }
}
