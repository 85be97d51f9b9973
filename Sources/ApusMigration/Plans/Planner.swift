public import ApusSchema

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

    /// The stage between two neighbours of the history, or from the newest version to the head.
    public func stage(from older: History.Entry, to newer: History.Entry) -> Stage {
        Stage(
            from: older.schema,
            to: newer.schema,
            from: .version(older.version),
            to: .version(newer.version),
            accept: mapping(from: older.version, to: newer.version)?.accept ?? []
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
            accept: mapping(from: newest.version, to: nil)?.accept ?? []
        )
    }

    /// All stages of the history, oldest first, the head's last.
    public var stages: [Stage] {
        zip(history.entries, history.entries.dropFirst()).map { stage(from: $0, to: $1) }
            + (headStage.map { [$0] } ?? [])
    }

    /// Plans a store's migration.
    ///
    /// - Parameters:
    ///   - source: What the store says of itself.
    ///   - target: Where the migration is to end.
    /// - Returns: The plan; an empty one where the store holds the target already.
    /// - Throws: `PlanningError` with every reason why the store cannot be migrated there.
    public func plan(from source: StoreState, to target: Target = .newestVersion) throws(PlanningError) -> Plan {
        guard source.schema.model == history.model else {
            throw .otherModel(source.schema.model, expected: history.model)
        }
        let goal: StoreState = try state(of: target)
        for state in [source, goal] { try state.requireStorable() }
        let stages: [Stage] = try self.stages(from: source, to: goal)
        // What is fused is what the steps would give: a step that cannot be made is no part of it.
        for stage in stages { try StoreState(version: stage.to.version, schema: stage.new).requireStorable() }
        let refused: [Stage] = stages.filter { !$0.refusals.isEmpty }
        guard refused.isEmpty else { throw .refused(refused) }
        var projection = Projection(identity: Layout(source.schema))
        for stage in stages { projection.append(stage) }
        return Plan(
            source: source,
            target: goal,
            stages: stages,
            projection: projection,
            layout: Layout(goal.schema)
        )
    }

    private func stages(from source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        guard let version = source.version else { return try stagesFromUnreleased(source, to: goal) }
        guard let start = history.entries.firstIndex(where: { $0.version == version }) else {
            throw .unknownVersion(version, newest: history.newest?.version)
        }
        guard history.entries[start].schema.means(source.schema) else { throw .differentSchema(version) }
        let end: Int = history.entries.firstIndex { $0.version == goal.version } ?? history.entries.count - 1
        guard start <= end else {
            throw .backwards(from: .version(version), to: history.entries[end].version)
        }
        let released: [Stage] = (start..<end).map { stage(from: history.entries[$0], to: history.entries[$0 + 1]) }
        return released + (goal.version == nil ? headStage.map { [$0] } ?? [] : [])
    }

    /// A store that an unreleased head made has no version, so no released mapping speaks of it: its own schema is
    /// compared with the target, and a loss is accepted where the head's own mapping accepts it.
    private func stagesFromUnreleased(_ source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        if source.schema.means(goal.schema) { return [] }
        let isReleased: Bool = goal.version != nil
        let acceptances: [Mapping.Acceptance] = isReleased ? [] : mappings.filter { $0.to == nil }.flatMap(\.accept)
        let known: [Mapping.Acceptance] = acceptances.filter { source.schema.contains($0.path) }
        let first = Stage(
            from: source.schema,
            to: goal.schema,
            from: .unreleased,
            to: goal.version.map { .version($0) } ?? .unreleased,
            accept: known
        )
        // An acceptance written for another starting point may accept what is not lost from this one.
        let stage: Stage = first.withoutRefusals(code: "AP403")
        return [stage]
    }

    private func mapping(from: Schema.Version, to: Schema.Version?) -> Mapping? {
        mappings.first { $0.from == from && $0.to == to }
    }
}

extension Stage {
    /// The stage without the refusals of one code.
    fileprivate func withoutRefusals(code: String) -> Stage {
        Stage(
            from: from,
            to: to,
            old: old,
            new: new,
            matching: matching,
            changes: changes,
            refusals: refusals.filter { $0.code != code }
        )
    }
}
