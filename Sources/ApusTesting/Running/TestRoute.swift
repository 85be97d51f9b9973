import ApusDiagnostics
package import ApusMigration
package import ApusSchema
import ApusStore
import Foundation

/// The versions that are tested, from the oldest to the target, and the plans between them.
package final class TestRoute: Sendable {
    /// What a store of each version holds; the last one is the target's. Empty if there is no frozen version.
    package let states: [StoreState]

    private let planner: Planner
    private let target: Planner.Target
    private let stages: [Stage]
    /// The stages back from the target, newest first, up to the first one that needs a decision.
    private let back: [Stage]
    private let plans = Locked<[Ends: Plan]>([:])

    private struct Ends: Hashable {
        let start: Int
        let end: Int
    }

    /// Reads the versions and judges the stages between them.
    ///
    /// - Parameters:
    ///   - planner: The planner of the model.
    ///   - target: The version to which stores are migrated.
    ///   - oldest: The oldest version that is tested; `nil` for the first one.
    /// - Throws: `PlanningError` if a stage needs a decision, or there is no such version.
    package init(_ planner: Planner, to target: Planner.Target, from oldest: Schema.Version?) throws(PlanningError) {
        (self.planner, self.target) = (planner, target)
        let history = planner.history
        guard !history.releases.isEmpty else {
            (states, stages, back) = ([], [], [])
            return
        }
        let goal = try planner.state(of: target)
        let end = history.index(of: goal.version) ?? history.releases.count
        var start = 0
        if let oldest {
            guard let index = history.index(of: oldest) else { throw .missing(oldest, from: history) }
            start = min(index, end)
        }
        let entries: [History.Entry]
        do throws(DiagnosticsError) {
            entries = try history.entries(start..<min(end + 1, history.releases.count))
        } catch {
            throw .unreadable(error.diagnostics)
        }
        let older = entries.prefix(end - start).map { entry in
            StoreState(version: entry.version, digest: entry.digest, schema: entry.schema)
        }
        states = older + [goal]
        stages = try planner.stages(from: states[0], to: target)
        let refused = stages.filter { !$0.refusals.isEmpty }
        guard refused.isEmpty else { throw .refused(refused) }
        // A head has no version to which a mapping could lead back.
        back =
            goal.version == nil || older.isEmpty
            ? [] : Array(planner.backwards(through: entries.reversed()).prefix { $0.refusals.isEmpty })
    }

    private init(
        _ planner: Planner,
        _ target: Planner.Target,
        _ states: [StoreState],
        _ stages: [Stage],
        _ back: [Stage]
    ) {
        (self.planner, self.target, self.states, self.stages, self.back) = (planner, target, states, stages, back)
    }

    /// The name of the target; `nil` if there is no version to migrate from.
    package var targetName: String? { states.count > 1 ? name(goal) : nil }

    /// Whether a version was retired, so that no store of it can be migrated.
    func isRetired(_ version: Schema.Version?) -> Bool { version.map(planner.history.isRetired) == true }

    /// The index of the target in ``states``.
    var goal: Int { states.count - 1 }

    /// The name of a version.
    func name(_ index: Int) -> String { "\(states[index].point)" }

    /// Whether a store of the target can be migrated back to a version.
    func leadsBack(to index: Int) -> Bool { index < goal && goal - index <= back.count }

    /// The migrator between two versions, with the same clock and random values each time.
    func migrator(from start: Int, to end: Int, isCancelled: @escaping @Sendable () -> Bool) -> Migrator {
        var migrator = Migrator(
            planner: planner,
            target: point(end),
            now: { Date(timeIntervalSinceReferenceDate: 0) },
            seed: { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
        )
        migrator.isCancelled = isCancelled
        migrator.isDurable = false
        migrator.knownPlan = plan(from: start, to: end)
        return migrator
    }

    private func point(_ index: Int) -> Planner.Target {
        index == goal ? target : states[index].version.map { .version($0) } ?? .head
    }

    /// The plan between two versions. Each is made once, because fusing many stages takes longer than migrating a few rows.
    func plan(from start: Int, to end: Int) -> Plan {
        let ends = Ends(start: start, end: end)
        if let known = plans.withLock({ $0[ends] }) { return known }
        let between = start <= end ? stages[start..<end] : back[(goal - start)..<(goal - end)]
        let plan = Plan(source: states[start], target: states[end], stages: Array(between))
        plans.withLock { $0[ends] = plan }
        return plan
    }
}

extension TestRoute {
    /// The stage that starts at a version.
    func stage(from index: Int) -> Stage { stages[index] }

    /// The stage that starts at a version, with another mapping.
    ///
    /// - Throws: `PlanningError` if a version cannot be read.
    func stage(from index: Int, with mapping: Mapping) throws(PlanningError) -> Stage {
        let others = planner.mappings.filter { $0.from != mapping.from || $0.to != mapping.to }
        let planner = Planner(history: planner.history, mappings: others + [mapping])
        return try planner.stages(from: states[index], to: point(index + 1))[0]
    }

    /// The index of the version at which a stage starts; `nil` if it is not one of the route.
    func index(of stage: Stage) -> Int? { stages.firstIndex { $0.from == stage.from && $0.to == stage.to } }

    /// The route with another stage between the same versions; `nil` if it has none between them.
    func replacing(_ stage: Stage) -> TestRoute? {
        guard let index = index(of: stage) else { return nil }
        var stages = stages
        stages[index] = stage
        return TestRoute(planner, target, states, stages, back)
    }

    /// Whether a store of a version passes through a stage.
    func passes(_ stage: Stage, from version: Schema.Version) -> Bool {
        guard let start = states.firstIndex(where: { $0.version == version }), let index = index(of: stage) else {
            return false
        }
        return start <= index
    }
}
