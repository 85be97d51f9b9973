import ApusDiagnostics
public import ApusSchema
import Foundation

/// Plans migrations of one model's stores.
public struct Planner: Hashable, Sendable {
    /// The target of a migration.
    public enum Target: Hashable, Sendable {
        /// The newest frozen version.
        case newestVersion
        /// A frozen version.
        case version(Schema.Version)
        /// The schema being edited, or the newest frozen version if the head does not differ from it.
        case head
    }

    /// The model's schemas.
    public let history: History

    /// The mappings of the stages between them.
    public let mappings: [Mapping]

    /// The folder in which help says to write a mapping that does not exist yet; `nil` for `Migrations/<Model>`.
    let mappingsFolder: String?

    /// Creates a planner.
    public init(history: History, mappings: [Mapping]) {
        self.init(history: history, mappings: mappings, mappingsFolder: nil)
    }

    /// Creates a planner of a model in a project.
    ///
    /// - Parameters:
    ///   - history: The model's schemas.
    ///   - mappings: The mappings of the stages between them.
    ///   - mappingsFolder: The folder of the mappings, as messages show it; `nil` for `Migrations/<Model>`.
    package init(history: History, mappings: [Mapping], mappingsFolder: String?) {
        self.history = history
        self.mappings = mappings
        self.mappingsFolder = mappingsFolder
    }

    /// Returns a store's state after a migration to a target.
    ///
    /// - Throws: `PlanningError` if the target does not exist, or cannot be read.
    public func state(of target: Target) throws(PlanningError) -> StoreState {
        switch target {
        case .newestVersion:
            guard let newest = history.newest else { throw .emptyHistory(model: history.model) }
            return StoreState(version: newest.version, digest: newest.digest, schema: newest.schema)
        case .version(let version):
            let entry = try entry(history.requiredIndex(of: version))
            return StoreState(version: version, digest: entry.digest, schema: entry.schema)
        case .head:
            guard history.hasUnreleasedHead, let head = history.head else { return try state(of: .newestVersion) }
            return StoreState(version: nil, digest: history.newest?.digest, schema: head)
        }
    }

    /// Returns the stage between two neighbours of the history, forward or backward.
    ///
    /// A backward stage inverts the forward matching: a rename is undone, and an added element is lost.
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
            mappingsFolder: mappingsFolder,
            matching: forward?.matching.inverted
        )
    }

    /// The stage from the newest version to the head, or `nil` if they do not differ.
    public var headStage: Stage? {
        guard history.hasUnreleasedHead, let head = history.head, let newest = history.newest else { return nil }
        let before = IndexedSchema(newest.schema)
        return Stage(
            from: before,
            to: IndexedSchema(head, like: before),
            from: .version(newest.version),
            to: .unreleased,
            mapping: mapping(from: newest.version, to: nil),
            mappingsFolder: mappingsFolder
        )
    }

    /// Returns all stages of the history, oldest first, ending with the head's.
    ///
    /// - Throws: `PlanningError` if a version cannot be read.
    public func stages() throws(PlanningError) -> [Stage] {
        try neighbours(0..<max(history.releases.count - 1, 0)) + (headStage.map { [$0] } ?? [])
    }

    /// Returns the stages that start at a range of releases.
    func neighbours(_ range: Range<Int>) throws(PlanningError) -> [Stage] {
        if range.isEmpty { return [] }
        let entries = try entries(range.lowerBound..<range.upperBound + 1)
        // One part per processor: within a part, neighbouring schemas share what does not differ.
        let size = Swift.max(16, range.count / ProcessInfo.processInfo.activeProcessorCount + 1)
        let parts = stride(from: 0, to: range.count, by: size).map { start in
            entries[start...Swift.min(start + size, range.count)]
        }
        return parts.concurrentMap(stages(between:)).flatMap { $0 }
    }

    /// Returns the stages between neighbours, indexing each schema once.
    private func stages(between entries: ArraySlice<History.Entry>) -> [Stage] {
        var before = IndexedSchema(entries[entries.startIndex].schema)
        return zip(entries, entries.dropFirst()).map { older, newer in
            let after = IndexedSchema(newer.schema, like: before)
            defer { before = after }
            return stage(from: older, before, to: newer, after)
        }
    }

    private func entry(_ index: Int) throws(PlanningError) -> History.Entry { try entries(index..<index + 1)[0] }

    /// Reads versions of the history.
    func entries(_ range: Range<Int>) throws(PlanningError) -> [History.Entry] {
        do throws(DiagnosticsError) {
            return try history.entries(range)
        } catch {
            throw .unreadable(error.diagnostics)
        }
    }

    /// Plans a store's migration.
    ///
    /// - Parameters:
    ///   - source: The store's recorded state.
    ///   - target: The target of the migration.
    /// - Returns: The plan; empty if the store already has the target's schema and version.
    /// - Throws: `PlanningError` with every reason why the store cannot be migrated to the target.
    public func plan(from source: StoreState, to target: Target = .newestVersion) throws(PlanningError) -> Plan {
        let goal = try state(of: target)
        let stages = try self.stages(from: source, to: target)
        let refused = stages.filter { !$0.refusals.isEmpty }
        guard refused.isEmpty else { throw .refused(refused) }
        return Plan(source: source, target: goal, stages: stages)
    }

    /// Returns the stages between a store and a target, including stages with refusals.
    ///
    /// - Parameters:
    ///   - source: The store's recorded state.
    ///   - target: The target of the migration.
    /// - Returns: The stages, in order; empty if the store already has the target's schema.
    /// - Throws: `PlanningError` if the history has no path from the store to the target.
    public func stages(from source: StoreState, to target: Target) throws(PlanningError) -> [Stage] {
        guard source.schema.model == history.model else {
            throw .otherModel(source.schema.model, expected: history.model)
        }
        return try stages(from: source, to: state(of: target))
    }

    private func stages(from source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        guard let version = source.version else { return try stagesFromUnreleased(source, to: goal) }
        guard let start = history.index(of: version) else {
            if history.isRetired(version) { throw retired(version, isHead: false) }
            throw .unknownVersion(version, newest: history.newest?.version)
        }
        guard try isAt(start, source) else { throw .differentSchema(version) }
        let end = end(of: goal.point)
        return try ways(from: start, to: end).stages(from: 0, to: abs(end - start))
    }

    /// Returns whether a store that records a version has this history's schema of that version.
    private func isAt(_ index: Int, _ source: StoreState) throws(PlanningError) -> Bool {
        // A digest of the lock identifies the schema and its whole history, so the schemas need no comparison.
        if let digest = source.digest, digest == history.releases[index].digest { return true }
        return try entry(index).schema.means(source.schema)
    }

    /// Returns the backward stages between releases, newest first.
    func backwards(from start: Int, to end: Int) throws(PlanningError) -> [Stage] {
        backwards(through: try entries(end..<start + 1).reversed())
    }

    /// Returns the backward stages between neighbours.
    ///
    /// - Parameter entries: The versions, newest first; at least one.
    /// - Returns: The stages, newest first.
    package func backwards(through entries: [History.Entry]) -> [Stage] {
        var before = IndexedSchema(entries[0].schema)
        return zip(entries, entries.dropFirst()).map { newer, older in
            let after = IndexedSchema(older.schema, like: before)
            defer { before = after }
            return stage(from: newer, before, to: older, after, isBackwards: true)
        }
    }

    /// Returns the stage from a store that an unreleased head created to a target.
    ///
    /// Such a store has no version, so no released mapping applies to it: its own schema is compared with the target.
    /// The head's mapping is written for stores of the newest version; its lines apply here as far as they name the same
    /// declarations.
    private func stagesFromUnreleased(_ source: StoreState, to goal: StoreState) throws(PlanningError) -> [Stage] {
        // Schemas of one meaning may have different layouts: the order of entities is that of an index's condition.
        if source.schema.means(goal.schema), source.layout == goal.layout { return [] }
        // What happened between that version and the oldest one of this history is unknown: a name may have been given to
        // another property since.
        if let followed = history.retired.first(where: { $0.digest != nil && $0.digest == source.digest }) {
            throw retired(followed.version, isHead: true)
        }
        let before = IndexedSchema(source.schema)
        let after = IndexedSchema(goal.schema)
        let newest = goal.version == nil ? history.newest : nil
        let written = newest.flatMap { mapping(from: $0.version, to: nil) }
        var stage = Stage(
            from: before,
            to: after,
            from: .unreleased,
            to: goal.version.map { .version($0) } ?? .unreleased,
            mapping: newest.flatMap { newest in
                written.map { LentLines(from: IndexedSchema(newest.schema), to: before, head: after).lines(of: $0) }
            },
            isBorrowed: true
        )
        stage.ignoredLines = (written?.lines ?? []).filter { stage.mapping?.lines.contains($0) != true }
        return [stage]
    }

    private func retired(_ version: Schema.Version, isHead: Bool) -> PlanningError {
        .retiredVersion(version, isHead: isHead, opening: history.releases(opening: version))
    }

    private func mapping(from: Schema.Version, to: Schema.Version?) -> Mapping? {
        mappings.first { $0.from == from && $0.to == to }
    }
}
