public import ApusSchema
import Foundation

/// Plans migrations of one model's stores.
public struct Planner: Hashable, Sendable {
    /// Where a migration is to end.
    public enum Target: Hashable, Sendable {
        /// The newest frozen version.
        case newestVersion
        /// A frozen version.
        case version(Schema.Version)
        /// The schema being edited; the newest frozen version where that says the same.
        case head
    }

    /// The model's schemas.
    public let history: History

    /// What people wrote about the stages between them.
    public let mappings: [Mapping]

    /// Creates a planner.
    public init(history: History, mappings: [Mapping]) {
        self.history = history
        self.mappings = mappings
    }

    /// What a store holds after a migration to a target.
    ///
    /// - Throws: `PlanningError` where there is no such target.
    public func state(of target: Target) throws(PlanningError) -> StoreState {
        switch target {
        case .newestVersion:
            guard let newest = history.newest else { throw .emptyHistory(model: history.model) }
            return StoreState(version: newest.version, digest: newest.digest, schema: newest.schema)
        case .version(let version):
            guard let entry = history.entries.first(where: { $0.version == version }) else {
                throw .unknownTarget(version, known: history.entries.map(\.version))
            }
            return StoreState(version: version, digest: entry.digest, schema: entry.schema)
        case .head:
            guard history.hasUnreleasedHead, let head = history.head else { return try state(of: .newestVersion) }
            return StoreState(version: nil, schema: head)
        }
    }

    /// The stage between two neighbours of the history, forward or back.
    ///
    /// Back, everything is what it was forward, seen the other way round: a rename is undone, and what was added is lost.
    public func stage(from older: History.Entry, to newer: History.Entry) -> Stage {
        let before = IndexedSchema(older.schema)
        return stage(from: older, before, to: newer, IndexedSchema(newer.schema, like: before))
    }

    private func stage(
        from start: History.Entry,
        _ before: IndexedSchema,
        to end: History.Entry,
        _ after: IndexedSchema,
        isBackwards: Bool = false
    ) -> Stage {
        let forward: (matching: Matching, refusals: [Refusal])? = isBackwards ? Matching.match(after, before) : nil
        return Stage(
            from: before,
            to: after,
            from: .version(start.version),
            to: .version(end.version),
            mapping: mapping(from: start.version, to: end.version),
            matching: forward?.matching.inverted
        )
    }

    /// The stage from the newest version to the head, where that says something else; `nil` otherwise.
    public var headStage: Stage? {
        guard history.hasUnreleasedHead, let head = history.head, let newest = history.newest else { return nil }
        return Stage(
            from: newest.schema,
            to: head,
            from: .version(newest.version),
            to: .unreleased,
            mapping: mapping(from: newest.version, to: nil)
        )
    }

    /// All stages of the history, oldest first, the head's last.
    public var stages: [Stage] {
        neighbours(0..<max(history.entries.count - 1, 0)) + (headStage.map { [$0] } ?? [])
    }

    /// The stages that start at entries of the history.
    func neighbours(_ range: Range<Int>) -> [Stage] {
        // A part for each processor: within one, neighbouring schemas share what they agree on.
        let size: Int = Swift.max(16, range.count / ProcessInfo.processInfo.activeProcessorCount + 1)
        let parts: [Range<Int>] = stride(from: range.lowerBound, to: range.upperBound, by: size).map { start in
            start..<Swift.min(start + size, range.upperBound)
        }
        return parts.concurrentMap(stages(startingIn:)).flatMap { $0 }
    }

    /// The stages that start at some neighbouring entries, each schema indexed once.
    private func stages(startingIn part: Range<Int>) -> [Stage] {
        var before = IndexedSchema(history.entries[part.lowerBound].schema)
        return part.map { place in
            let after = IndexedSchema(history.entries[place + 1].schema, like: before)
            defer { before = after }
            return stage(from: history.entries[place], before, to: history.entries[place + 1], after)
        }
    }

    /// Plans a store's migration.
    ///
    /// - Parameters:
    ///   - source: What the store says of itself.
    ///   - target: Where the migration is to end.
    /// - Returns: The plan; an empty one where the store holds the target already.
    /// - Throws: `PlanningError` with every reason why the store cannot be migrated there.
    public func plan(from source: StoreState, to target: Target = .newestVersion) throws(PlanningError) -> Plan {
        let goal: StoreState = try state(of: target)
        let stages: [Stage] = try self.stages(from: source, to: target)
        let refused: [Stage] = stages.filter { !$0.refusals.isEmpty }
        guard refused.isEmpty else { throw .refused(refused) }
        return Plan(source: source, target: goal, stages: stages)
    }

    /// The stages between a store and a target, those included that cannot be carried out as they stand.
    ///
    /// - Parameters:
    ///   - source: What the store says of itself.
    ///   - target: Where a migration would end.
    /// - Returns: The stages in order; none where the store holds the target already.
    /// - Throws: `PlanningError` where the history does not tell the way.
    public func stages(from source: StoreState, to target: Target) throws(PlanningError) -> [Stage] {
        guard source.schema.model == history.model else {
            throw .otherModel(source.schema.model, expected: history.model)
        }
        return try stages(from: source, to: state(of: target))
    }

    private func stages(from source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        guard let version = source.version else { return try stagesFromUnreleased(source, to: goal) }
        guard let start = history.entries.firstIndex(where: { $0.version == version }) else {
            throw .unknownVersion(version, newest: history.newest?.version)
        }
        guard isAt(history.entries[start], source) else { throw .differentSchema(version) }
        let end: Int = history.entries.firstIndex { $0.version == goal.version } ?? history.entries.count - 1
        if start > end { return backwards(from: start, to: end) }
        return neighbours(start..<end) + (goal.version == nil ? headStage.map { [$0] } ?? [] : [])
    }

    /// Whether a store that says that it stands at a version stands at this history's version of that number.
    private func isAt(_ entry: History.Entry, _ source: StoreState) -> Bool {
        // One digest of the lock is one schema, and one history that led to it: no need to look.
        if let digest = source.digest, digest == entry.digest { return true }
        return entry.schema.means(source.schema)
    }

    /// The stages back, newest first.
    package func backwards(from start: Int, to end: Int) -> [Stage] {
        var before = IndexedSchema(history.entries[start].schema)
        return (end..<start).reversed().map { place in
            let after = IndexedSchema(history.entries[place].schema, like: before)
            defer { before = after }
            return stage(from: history.entries[place + 1], before, to: history.entries[place], after, isBackwards: true)
        }
    }

    /// A store that an unreleased head made has no version, so no released mapping is about it: its own schema is compared
    /// with the target. The head's mapping is written for stores of the newest version; its lines hold here too, as far as
    /// this stage needs them.
    private func stagesFromUnreleased(_ source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        if source.schema.means(goal.schema) { return [] }
        let stage = Stage(
            from: IndexedSchema(source.schema),
            to: IndexedSchema(goal.schema),
            from: .unreleased,
            to: goal.version.map { .version($0) } ?? .unreleased,
            mapping: goal.version == nil ? history.newest.flatMap { mapping(from: $0.version, to: nil) } : nil,
            isBorrowed: true
        )
        return [stage]
    }

    private func mapping(from: Schema.Version, to: Schema.Version?) -> Mapping? {
        mappings.first { $0.from == from && $0.to == to }
    }
}
