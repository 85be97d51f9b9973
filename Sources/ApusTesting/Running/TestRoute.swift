import ApusDiagnostics
package import ApusMigration
package import ApusSchema
package import ApusStore
import Foundation

/// The versions that are tested, from the oldest to the target, and the plans between them.
package final class TestRoute: Sendable {
    /// What a store of each version holds; the last one is the target's. Empty if there is no frozen version.
    package let states: [StoreState]

    private let planner: Planner
    private let target: Planner.Target
    /// The code that the migrations call.
    private let code: MigrationCode
    /// The ways to the target.
    private let ways: Ways
    /// The ways back from the target, newest version first.
    private let back: Ways
    /// The ways to the target without a mistake in a mapping: what they list as different is meant.
    private let meant: Ways
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
    ///   - code: The code that the migrations call.
    ///   - executable: The name of the executable that has it, as the project says.
    /// - Throws: `PlanningError` if a stage needs a decision or code that is not there, or there is no such version.
    package init(
        _ planner: Planner,
        to target: Planner.Target,
        from oldest: Schema.Version?,
        code: MigrationCode = MigrationCode(),
        executable: String? = nil
    ) throws(PlanningError) {
        (self.planner, self.target, self.code) = (planner, target, code)
        let history = planner.history
        guard !history.releases.isEmpty else {
            (states, ways, back, meant) = ([], .none, .none, .none)
            return
        }
        let goal = try planner.state(of: target)
        let end = history.index(of: goal.version) ?? history.releases.count
        var start = 0
        if let oldest {
            start = try min(history.requiredIndex(of: oldest), end)
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
        ways = try planner.ways(from: start, to: start + states.count - 1)
        meant = ways
        let refused = (ways.steps + ways.direct).filter { !$0.refusals.isEmpty }
        guard refused.isEmpty else { throw .refused(refused) }
        if let conflict = ways.conflicts.first { throw conflict }
        // A head has no version to which a mapping could lead back.
        back = goal.version == nil || older.isEmpty ? .none : try planner.ways(from: end, to: start)
        try code.require(functions, ways.steps + ways.direct + back.written, hadBy: executable)
    }

    /// The functions that the stages declare, each once.
    private var functions: [FunctionDeclaration] {
        let lines = (ways.steps + ways.direct + back.written).flatMap { $0.mapping?[.functions] ?? [] }
        var known: Set<FunctionDeclaration> = []
        return lines.compactMap(\.function).filter { known.insert($0).inserted }
    }

    private init(
        _ planner: Planner,
        target: Planner.Target,
        states: [StoreState],
        ways: Ways,
        back: Ways,
        meant: Ways,
        code: MigrationCode
    ) {
        (self.planner, self.target, self.states, self.code) = (planner, target, states, code)
        (self.ways, self.back, self.meant) = (ways, back, meant)
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
    func leadsBack(to index: Int) -> Bool { index < goal && leads(from: goal, to: index) }

    /// Why the mappings that lead back to a version cannot be carried out; `nil` if they can.
    func refusal(backTo index: Int) -> PlanningError? {
        let refused = back.written.filter { $0.to == states[index].point && !$0.refusals.isEmpty }
        return refused.isEmpty ? nil : .refused(refused)
    }

    /// Whether a store of a version can be migrated to another one.
    func leads(from start: Int, to end: Int) -> Bool {
        stages(from: start, to: end)?.allSatisfy(\.refusals.isEmpty) ?? false
    }

    /// The stages that a store of a version goes through; `nil` if there is no way.
    private func stages(from start: Int, to end: Int, in ways: Ways? = nil) -> [Stage]? {
        if start <= end { return try? (ways ?? self.ways).stages(from: start, to: end) }
        return goal - end <= back.steps.count ? try? back.stages(from: goal - start, to: goal - end) : nil
    }

    /// The migrator between two versions, with the same clock and random values each time.
    func migrator(
        from start: Int,
        to end: Int,
        keys: StoreKeys = .forTests,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> Migrator {
        var migrator = Migrator(
            planner: planner,
            target: point(end),
            now: { Date(timeIntervalSinceReferenceDate: 0) },
            seed: { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
        )
        migrator.code = code
        migrator.keys = keys
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
        let plan = Plan(source: states[start], target: states[end], stages: stages(from: start, to: end) ?? [])
        plans.withLock { $0[ends] = plan }
        return plan
    }
}

extension TestRoute {
    /// All stages, those of direct mappings last.
    var stages: [Stage] { ways.steps + ways.direct }

    /// A stage with another mapping.
    ///
    /// - Throws: `PlanningError` if a version cannot be read.
    func stage(_ stage: Stage, with mapping: Mapping) throws(PlanningError) -> Stage? {
        let others = planner.mappings.filter { $0.from != mapping.from || $0.to != mapping.to }
        let planner = Planner(history: planner.history, mappings: others + [mapping])
        guard let ends = ends(of: stage) else { return nil }
        if !stage.skipped.isEmpty { return try planner.directStage(from: mapping.from, to: mapping.to) }
        return try planner.stages(from: states[ends.start], to: point(ends.end))[0]
    }

    /// The indices of the versions at which a stage starts and ends; `nil` if it is not one of the route.
    func ends(of stage: Stage) -> (start: Int, end: Int)? {
        guard let start = states.firstIndex(where: { $0.point == stage.from }),
            let end = states.firstIndex(where: { $0.point == stage.to })
        else { return nil }
        return (start, end)
    }

    /// The route with another stage between the same versions; `nil` if it has none between them.
    func replacing(_ stage: Stage) -> TestRoute? {
        ways.replacing(stage).map {
            TestRoute(planner, target: target, states: states, ways: $0, back: back, meant: meant, code: code)
        }
    }

    /// Whether a store of a version passes through a stage.
    func passes(_ stage: Stage, from version: Schema.Version) -> Bool {
        guard let start = states.firstIndex(where: { $0.version == version }) else { return false }
        return stages(from: start, to: goal)?.contains { $0.from == stage.from && $0.to == stage.to } ?? false
    }

    /// The properties, by the entity of the objects, that a store may get other data of if it stops at versions between:
    /// what direct mappings list as different, and what depends on that.
    ///
    /// - Parameters:
    ///   - start: The store's version.
    ///   - end: The version to which it is migrated.
    ///   - stops: The versions at which it stops.
    /// - Returns: The elements; empty if no direct mapping lists one.
    func differences(from start: Int, to end: Int, stopping stops: [Int]) -> Set<Ways.Element> {
        let points = [start] + stops + [end]
        let whole = stages(from: start, to: end, in: meant) ?? []
        let parts = zip(points, points.dropFirst()).flatMap { stages(from: $0, to: $1, in: meant) ?? [] }
        let isMeant = (whole + parts).contains { $0.mapping?[.differs].isEmpty == false }
        return isMeant ? Ways.differences(between: whole, parts) : []
    }
}
