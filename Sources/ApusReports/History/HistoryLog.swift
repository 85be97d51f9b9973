package import ApusMigration
import ApusSchema

/// A model's history as a log: its versions, newest first, each with the stage that stores reach it by.
package struct HistoryLog: Hashable, Sendable {
    /// A version, or the head if it differs from the newest one.
    package struct Entry: Hashable, Sendable {
        /// The version, or `head`.
        package let version: String
        /// The number of its entities; `nil` if its schema was not read.
        package let entities: Int?
        /// The stage to it from the version before; `nil` for the first one.
        package let stage: Step?
        /// The direct mappings that lead to it, and skip versions.
        package let direct: [Step]
    }

    /// A stage in numbers.
    package struct Step: Hashable, Sendable {
        /// The version at which it starts.
        package let from: String
        /// The versions that it skips; empty unless its mapping is a direct one.
        package let skipped: [String]
        /// The kind of its verdict.
        package let verdict: String
        /// Its verdict with the number of changes: `7 changes, mapped, 1 loss accepted`.
        package let summary: String
        /// The numbers of added, changed and removed elements.
        package let (added, changed, removed): (Int, Int, Int)
        /// The mapping's file; `nil` if it has none.
        package let mapping: String?

        /// The numbers as text: `+3 ~2 -1`.
        package var counts: String { "+\(added) ~\(changed) -\(removed)" }
    }

    /// A version that was retired.
    package struct Retired: Hashable, Sendable {
        /// The version.
        package let version: String
        /// The newest version when it was retired.
        package let newest: String
        /// The last release of the app that can open its stores, if it was named.
        package let release: String?
    }

    /// The model's name.
    package let model: String
    /// The versions, newest first.
    package let entries: [Entry]
    /// The retired versions, newest first.
    package let retired: [Retired]
}

extension HistoryLog {
    /// Creates the log of a history.
    ///
    /// - Parameter planner: The planner of the history.
    /// - Throws: `PlanningError` if a version cannot be read.
    package init(_ planner: Planner) throws(PlanningError) {
        let history = planner.history
        let ways = try planner.ways()
        model = history.model
        retired = history.retired.reversed().map { one in
            Retired(
                version: "\(one.version)",
                newest: "\(one.retirement.newest)",
                release: one.retirement.release
            )
        }
        let points: [Stage.Point] =
            history.versions.map { .version($0) } + (history.hasUnreleasedHead ? [.unreleased] : [])
        let stages = Dictionary(ways.steps.map { ($0.to, $0) }) { first, _ in first }
        let starts = Dictionary(ways.steps.map { ($0.from, $0) }) { first, _ in first }
        entries = points.reversed().map { point in
            let schema: Schema? =
                stages[point]?.new ?? starts[point]?.old
                ?? (point == .unreleased ? history.head : history.newest?.schema)
            return Entry(
                version: "\(point)",
                entities: schema?.entities.count,
                stage: stages[point].map(Step.init),
                direct: ways.direct.filter { $0.to == point }.map(Step.init)
            )
        }
    }
}

extension HistoryLog.Step {
    fileprivate init(_ stage: Stage) {
        let signs = stage.changes.map(\.words.sign)
        from = "\(stage.from)"
        skipped = stage.skipped.map(\.description)
        let report = StageReport(stage, stage.refusals)
        (verdict, summary) = (report.verdict.kind.rawValue, report.summary)
        added = signs.count { $0 == .added }
        removed = signs.count { $0 == .removed }
        changed = signs.count - added - removed
        mapping = stage.mapping == nil ? nil : stage.mappingFile
    }
}
