package import ApusSchema

extension Planner {
    /// Returns all ways from the first version to the head.
    ///
    /// - Throws: `PlanningError` if a version cannot be read.
    package func ways() throws(PlanningError) -> Ways { try ways(from: 0, to: end(of: .unreleased)) }

    /// Returns the ways back from the newest version at which a mapping to an older one starts, to the oldest one at which one
    /// ends.
    ///
    /// - Throws: `PlanningError` if a version cannot be read.
    package func writtenWaysBack() throws(PlanningError) -> Ways {
        let ends = mappings.compactMap { mapping -> (start: Int, end: Int)? in
            guard let start = history.index(of: mapping.from), let end = mapping.to.flatMap(history.index(of:)),
                end < start
            else { return nil }
            return (start, end)
        }
        guard let start = ends.map(\.start).max(), let end = ends.map(\.end).min() else { return .none }
        return try ways(from: start, to: end)
    }

    /// Checks the ways to the head: its own stage, and the direct mappings to it with what they skip.
    ///
    /// - Throws: `PlanningError` if one is refused, two of them give different data, or a version cannot be read.
    package func checkWaysToHead() throws(PlanningError) {
        let end = end(of: .unreleased)
        let hasDirect = directMappings(in: 0...end).contains { $0.end == end }
        let ways = try ways(from: hasDirect ? 0 : max(0, history.releases.count - 1), to: end)
        let refused = (ways.steps + ways.direct).filter { $0.to == .unreleased && !$0.refusals.isEmpty }
        if !refused.isEmpty { throw .refused(refused) }
        for conflict in ways.conflicts {
            if case .ambiguousWays(_, .unreleased, _, _) = conflict { throw conflict }
        }
    }

    /// Returns the stage of a direct mapping, as if there was one, whether there is or not.
    ///
    /// - Parameters:
    ///   - start: The version at which it starts.
    ///   - end: That at which it ends; `nil` for the head.
    /// - Returns: The stage; `nil` if one of the two is not in the history, or they are neighbours.
    /// - Throws: `PlanningError` if a version cannot be read.
    package func directStage(from start: Schema.Version, to end: Schema.Version?) throws(PlanningError) -> Stage? {
        guard let first = history.index(of: start), let last = end.map(history.index(of:)) ?? headIndex,
            abs(last - first) > 1
        else { return nil }
        var planner = self
        if !directMappings(in: min(first, last)...max(first, last)).contains(where: {
            ($0.start, $0.end) == (first, last)
        }) {
            planner = Planner(
                history: history,
                mappings: mappings + [Mapping(from: start, to: end)],
                mappingsFolder: mappingsFolder
            )
        }
        let point: Stage.Point = end.map { .version($0) } ?? .unreleased
        return try planner.ways(from: first, to: last).direct.first { $0.from == .version(start) && $0.to == point }
    }

    /// The index that follows the releases, if the head is a schema of its own.
    private var headIndex: Int? { history.hasUnreleasedHead ? history.releases.count : nil }

    /// The index of a target in the history.
    func end(of point: Stage.Point) -> Int {
        point.version.flatMap(history.index(of:)) ?? headIndex ?? max(0, history.releases.count - 1)
    }

    /// Returns the ways between two indices of the history. The one that follows the releases is the head's.
    ///
    /// - Parameters:
    ///   - start: The index of the first schema.
    ///   - end: That of the last one; if it is before the first, the ways are those back.
    /// - Returns: The ways. Versions are counted from the first one.
    /// - Throws: `PlanningError` if a version cannot be read.
    package func ways(from start: Int, to end: Int) throws(PlanningError) -> Ways {
        let isBackwards = start > end
        let range = min(start, end)...max(start, end)
        let last = min(range.upperBound, history.releases.count - 1)
        // No other index follows the releases, and comparing two large schemas takes a moment.
        let hasHead = range.upperBound == history.releases.count
        let steps =
            isBackwards
            ? try backwards(from: start, to: end)
            : try neighbours(range.lowerBound..<max(range.lowerBound, last))
                + (hasHead ? headStage.map { [$0] } ?? [] : [])
        let direct = directMappings(in: range).filter { ($0.start > $0.end) == isBackwards }
        if direct.isEmpty { return Ways(steps) }
        let entries = try entries(range.lowerBound..<last + 1)
        let schemas = entries.map(\.schema) + (hasHead ? history.head.map { [$0] } ?? [] : [])
        let names = zip(schemas, schemas.dropFirst()).map { Matching.match($0, $1).matching }
        return Ways(
            steps,
            direct.map { one in
                let (low, high) = (min(one.start, one.end), max(one.start, one.end))
                let between = names[(low - range.lowerBound)..<(high - range.lowerBound)]
                let versions = history.versions[(low + 1)..<high]
                return Ways.Shortcut(
                    start: abs(one.start - start),
                    end: abs(one.end - start),
                    stage: stage(
                        of: one.mapping,
                        from: schemas[one.start - range.lowerBound],
                        to: schemas[one.end - range.lowerBound],
                        Stage.Direct(
                            skipped: isBackwards ? versions.reversed() : Array(versions),
                            names: between.dropFirst().reduce(between[between.startIndex]) { $0.composed(with: $1) }
                        ),
                        isBackwards: isBackwards
                    )
                )
            }
        )
    }

    private func stage(
        of mapping: Mapping,
        from old: Schema,
        to new: Schema,
        _ direct: Stage.Direct,
        isBackwards: Bool
    ) -> Stage {
        let before = IndexedSchema(old)
        let after = IndexedSchema(new, like: before)
        let known = isBackwards ? Matching.match(after, before, through: direct.names).matching.inverted : nil
        return Stage(
            from: before,
            to: after,
            from: .version(mapping.from),
            to: mapping.to.map { .version($0) } ?? .unreleased,
            mapping: mapping,
            mappingsFolder: mappingsFolder,
            matching: known,
            direct: direct
        )
    }

    /// Returns the mappings between versions that do not follow each other, with their indices.
    private func directMappings(in range: ClosedRange<Int>) -> [(start: Int, end: Int, mapping: Mapping)] {
        mappings.compactMap { mapping in
            guard let start = history.index(of: mapping.from),
                let end = mapping.to.map(history.index(of:)) ?? headIndex, abs(end - start) > 1,
                range.contains(start), range.contains(end)
            else { return nil }
            return (start, end, mapping)
        }
    }
}
