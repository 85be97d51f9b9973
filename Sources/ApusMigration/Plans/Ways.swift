import ApusSchema

/// The ways through neighbouring versions of a history, forward or backward. Each version has a stage to the next one, and
/// direct mappings lead over several.
package struct Ways: Hashable, Sendable {
    /// The stage of a direct mapping.
    struct Shortcut: Hashable {
        /// The index of the version at which it starts.
        let start: Int
        /// The index of the version at which it ends.
        let end: Int
        /// The stage.
        var stage: Stage
    }

    /// The stages between neighbours, in order.
    package private(set) var steps: [Stage]

    private var shortcuts: [Shortcut]

    /// Creates the ways.
    ///
    /// - Parameters:
    ///   - steps: The stages between neighbours, in order.
    ///   - shortcuts: Those of the direct mappings. Each is compared with the way that stores would take without it.
    init(_ steps: [Stage], _ shortcuts: [Shortcut] = []) {
        self.steps = steps
        self.shortcuts = []
        for var shortcut in shortcuts.sorted(by: { ($0.end - $0.start, $0.start) < ($1.end - $1.start, $1.start) }) {
            let steps = Array(steps[shortcut.start..<shortcut.end])
            shortcut.stage.compare(with: (try? stages(from: shortcut.start, to: shortcut.end)) ?? steps, steps)
            self.shortcuts.append(shortcut)
        }
        self.shortcuts.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// No ways at all.
    package static let none = Ways([])

    /// The stages of the direct mappings.
    package var direct: [Stage] { shortcuts.map(\.stage) }

    /// The stages for which a mapping is written.
    package var written: [Stage] { (steps + direct).filter { $0.mapping != nil } }

    /// Returns the way between two versions: of those with the fewest refused steps, the one with the fewest stages. A
    /// direct mapping that is refused is not avoided.
    ///
    /// - Parameters:
    ///   - start: The index of the first version.
    ///   - end: That of the last one, not before the first.
    /// - Returns: The stages, in order.
    /// - Throws: `PlanningError` if several such ways, or two direct mappings that overlap, give different data.
    package func stages(from start: Int, to end: Int) throws(PlanningError) -> [Stage] {
        let between = shortcuts.filter { start <= $0.start && $0.end <= end }
        if between.isEmpty { return Array(steps[start..<end]) }
        // The last stages of the shortest ways to each version.
        var last: [Int: (cost: Cost, stages: [Shortcut])] = [start: (Cost(), [])]
        for version in start + 1...end {
            let step = Shortcut(start: version - 1, end: version, stage: steps[version - 1])
            for stage in between.filter({ $0.end == version }) + [step] {
                guard let before = last[stage.start]?.cost else { continue }
                let cost = before.adding(stage.stage)
                if let known = last[version], known.cost < cost { continue }
                if last[version]?.cost == cost {
                    last[version]?.stages.append(stage)
                } else {
                    last[version] = (cost, [stage])
                }
            }
        }
        var needed: Set<Int> = [end]
        for version in stride(from: end, through: start, by: -1) where needed.contains(version) {
            needed.formUnion((last[version]?.stages ?? []).map(\.start))
        }
        var ways: [Int: [Stage]] = [:]
        for version in needed.sorted() {
            let all = (last[version]?.stages ?? []).map { (ways[$0.start] ?? []) + [$0.stage] }
            ways[version] = all.first ?? []
            for other in all.dropFirst() { try Self.compare(all[0], other) }
        }
        try compareOverlaps(among: between)
        return ways[end] ?? []
    }

    /// Compares the ways through two direct mappings that overlap: which of them a store takes depends on others, such as
    /// one that a later version adds, and both must give the same data.
    private func compareOverlaps(among shortcuts: [Shortcut]) throws(PlanningError) {
        for one in shortcuts {
            for other in shortcuts where one.start < other.start && other.start < one.end && one.end < other.end {
                if shortcuts.contains(where: { $0.start <= one.start && other.end <= $0.end }) { continue }
                try Self.compare(
                    [one.stage] + (try stages(from: one.end, to: other.end)),
                    (try stages(from: one.start, to: other.start)) + [other.stage]
                )
            }
        }
    }

    /// The pairs of versions between which equally long ways give different data, without those that contain another one.
    package var conflicts: [PlanningError] {
        var found: [Range<Int>: PlanningError] = [:]
        let ends = Set(shortcuts.map(\.end))
        let pairs = Set(shortcuts.map(\.start)).flatMap { start in
            ends.filter { $0 > start }.map { start..<$0 }
        }
        for pair in pairs.sorted(by: { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) })
        where !found.keys.contains(where: { pair.contains($0.lowerBound) && $0.upperBound <= pair.upperBound }) {
            do throws(PlanningError) {
                _ = try stages(from: pair.lowerBound, to: pair.upperBound)
            } catch {
                found[pair] = error
            }
        }
        return found.sorted { $0.key.lowerBound < $1.key.lowerBound }.map(\.value)
    }

    /// Returns the ways with another stage in place of the one between the same points; `nil` if there is none.
    package func replacing(_ stage: Stage) -> Ways? {
        func isSame(_ other: Stage) -> Bool { other.from == stage.from && other.to == stage.to }
        var ways = self
        if let index = steps.firstIndex(where: isSame) {
            ways.steps[index] = stage
        } else if let index = shortcuts.firstIndex(where: { isSame($0.stage) }) {
            ways.shortcuts[index].stage = stage
        } else {
            return nil
        }
        return ways
    }

    /// A property, or an entity, in the objects of one entity.
    package struct Element: Hashable, Sendable {
        /// The entity of the objects.
        package let entity: String
        /// The property; `nil` for the objects themselves.
        package let property: String?

        /// Creates an element.
        package init(entity: String, property: String?) {
            (self.entity, self.property) = (entity, property)
        }
    }

    /// Returns the elements of which two ways between the same versions may give other data.
    ///
    /// - Parameters:
    ///   - one: Stages without refusals; at least one.
    ///   - other: Stages without refusals.
    /// - Returns: The elements.
    package static func differences(between one: [Stage], _ other: [Stage]) -> Set<Element> {
        Set(
            ProjectionDifference(one, other).elements.map { Element(entity: $0.entity, property: $0.path.property) }
        )
    }

    /// What the choice of a way depends on.
    private struct Cost: Comparable {
        var refusedSteps = 0
        var stages = 0

        func adding(_ stage: Stage) -> Cost {
            let isRefusedStep = stage.skipped.isEmpty && !stage.refusals.isEmpty
            return Cost(refusedSteps: refusedSteps + (isRefusedStep ? 1 : 0), stages: stages + 1)
        }

        static func < (one: Cost, other: Cost) -> Bool {
            (one.refusedSteps, one.stages) < (other.refusedSteps, other.stages)
        }
    }

    private static func compare(_ one: [Stage], _ other: [Stage]) throws(PlanningError) {
        // What is refused is not carried out.
        guard (one + other).allSatisfy(\.refusals.isEmpty), let first = one.first, let last = one.last else { return }
        let paths = ProjectionDifference(one, other).elements.map(\.path)
        if paths.isEmpty { return }
        func file(_ way: [Stage], besides other: [Stage]) -> String? {
            way.first { !$0.skipped.isEmpty && !other.contains($0) }?.mappingFile
        }
        var seen: Set<ElementPath> = []
        throw .ambiguousWays(
            from: first.from,
            to: last.to,
            files: [file(one, besides: other), file(other, besides: one)].compactMap { $0 }.sorted(),
            elements: paths.filter { seen.insert($0).inserted }
        )
    }
}

extension Stage {
    /// Refuses a direct mapping that gives other data than the stages that it skips without saying so, or says so in vain.
    ///
    /// Stages that are refused are not compared: no store goes through them.
    ///
    /// - Parameters:
    ///   - way: The stages that stores would go through without it.
    ///   - steps: The stages between neighbours, which stores that followed every version have gone through.
    fileprivate mutating func compare(with way: [Stage], _ steps: [Stage]) {
        guard refusals.isEmpty, way.allSatisfy(\.refusals.isEmpty) else { return }
        let lines = mapping?[.differs] ?? []
        func covering(_ element: ProjectionDifference.Element) -> [Mapping.Line] {
            lines.filter { element.isCovered(by: $0.path, in: matching.newer) }
        }
        var (used, open): (Set<Mapping.Line>, [ElementPath]) = ([], [])
        for element in ProjectionDifference([self], way).elements {
            let covering = covering(element)
            used.formUnion(covering)
            if covering.isEmpty, !open.contains(element.path) { open.append(element.path) }
        }
        if way != steps, used.count < lines.count, steps.allSatisfy(\.refusals.isEmpty) {
            used.formUnion(ProjectionDifference([self], steps).elements.flatMap(covering))
        }
        let file = mappingFile ?? "the mapping"
        refusals = open.map { path in
            Refusal(
                .differsFromSteps(from: from, to: to, by: way.dropLast().compactMap(\.to.version)),
                at: path,
                settledBy: [.line(.differs(path), file: file)]
            )
        }
        refusals += lines.filter { !used.contains($0) }.map { .needless($0, in: mappingFile) }
    }
}
