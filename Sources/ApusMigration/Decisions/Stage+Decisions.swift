import ApusSchema

extension Stage {
    /// The refusals, each with all settlements that can be inferred: also lines that belong together, such as those that make
    /// objects of lost values.
    ///
    /// Each settlement with several lines was tried on the stage. It takes the planner a moment to find them, so
    /// ``refusals`` has the simple ones only.
    package var decisions: [Refusal] { SettlementSearch(self)?.decisions() ?? possibleRefusals }
}

/// Finds what settles the refusals of a stage, by trying it.
struct SettlementSearch {
    private let stage: Stage
    private let file: String
    private let older: IndexedSchema
    private let newer: IndexedSchema
    private let mapping: Mapping

    /// The older elements that are lost unless another settlement is chosen.
    private let losses: Set<ElementPath>

    /// The matching of a stage to an older version, which follows from the way there.
    private let backward: Matching?

    /// The number of rounds in which lines are completed: what one line leaves open, the next one settles.
    private static let rounds = 3

    /// The number of suggestions that are tried. Each takes as long as planning the stage.
    private static let limit = 24

    /// Creates the search; `nil` if there is nothing to find.
    init?(_ stage: Stage) {
        guard let file = stage.mappingFile, !stage.refusals.isEmpty else { return nil }
        (self.stage, self.file) = (stage, file)
        older = IndexedSchema(stage.old)
        newer = IndexedSchema(stage.new, like: older)
        losses = Set(stage.refusals.compactMap(\.loss))
        mapping = stage.mapping ?? Mapping(from: stage.from.version ?? Schema.Version(0), to: stage.to.version)
        let isBackward = stage.to.version.map { to in stage.from.version.map { to < $0 } ?? false } ?? false
        backward = isBackward ? Matching.match(newer, older, through: stage.direct?.names).matching.inverted : nil
    }

    /// Returns the refusals with all settlements.
    func decisions() -> [Refusal] {
        let shown = stage.possibleRefusals
        var settlements = shown.map { $0.settlements.filter { $0.renameLine == nil } }
        shareChoices(&settlements)
        complete(&settlements)
        // The likely ones first: only some are tried.
        let renames = shown.indices.sorted { shown[$0].isLikelyRename && !shown[$1].isLikelyRename }.flatMap { index in
            shown[index].settlements.compactMap(\.renameLine).prefix(2).map {
                Suggestion(lines: [$0], refusals: [index])
            }
        }
        add(renames, to: &settlements)
        if backward == nil { add(SuggestionMaker(stage, from: older, to: newer).suggestions(), to: &settlements) }
        return zip(stage.refusals, settlements).map { refusal, settlements in
            Refusal(refusal.reason, at: refusal.path, settledBy: settlements, location: refusal.location)
        }
    }

    /// Returns the refusals with all lines that each of their settlements takes.
    func completed() -> [Refusal] {
        let refusals = stage.possibleRefusals
        var settlements = refusals.map(\.settlements)
        complete(&settlements)
        return zip(refusals, settlements).map { refusal, settlements in
            Refusal(refusal.reason, at: refusal.path, settledBy: settlements, location: refusal.location)
        }
    }

    /// Gives two refusals about the ends of one relationship the settlements of both: only one end has to be given up.
    private func shareChoices(_ settlements: inout [[Refusal.Settlement]]) {
        let choices: [Int] = stage.refusals.indices.filter { stage.refusals[$0].isChoice }
        let pairs: [Set<ElementPath>: [Int]] = Dictionary(grouping: choices) { index in
            let path: ElementPath = stage.refusals[index].path
            let inverse: ElementPath? = newer.relationship(path).flatMap { relationship in
                relationship.inverse.map { ElementPath(relationship.destination, $0) }
            }
            return Set([path] + (inverse.map { [$0] } ?? []))
        }
        for indices in pairs.values where indices.count > 1 {
            var seen: Set<Refusal.Settlement> = []
            let all: [Refusal.Settlement] = indices.flatMap { settlements[$0] }.filter { seen.insert($0).inserted }
            for index in indices { settlements[index] = all }
        }
    }

    // MARK: Completing

    /// Adds to each line those that it makes necessary: an attribute that gives up its values needs others if it is
    /// required.
    ///
    /// The first lines of all refusals are tried together, then all second ones, and so on.
    private func complete(_ settlements: inout [[Refusal.Settlement]]) {
        let choices: [[Int]] = settlements.map { all in
            all.indices.filter { !all[$0].lines.isEmpty && all[$0].renameLine == nil }
        }
        let indices = Dictionary(grouping: stage.refusals.indices) { stage.refusals[$0].path }
        for rank in 0..<(choices.map(\.count).max() ?? 0) {
            // What has fewer settlements keeps its last one, so that it raises no question again.
            var lines: [Int: [Mapping.Line]] = [:]
            for (index, choices) in choices.enumerated() where !choices.isEmpty {
                lines[index] = settlements[index][choices[min(rank, choices.count - 1)]].lines
            }
            for _ in 0..<Self.rounds {
                let tried = lines.sorted { $0.key < $1.key }
                let all = tried.flatMap(\.value)
                let known = Set(all)
                let causes = Dictionary(
                    grouping: tried.flatMap { index, lines in lines.map { ($0.path, index) } },
                    by: \.0
                )
                .mapValues { Set($0.map(\.1)) }
                var isComplete = true
                for refusal in judged(with: all).refusals {
                    guard let line = refusal.mappingLines.first, !known.contains(line), !asksAgain(refusal) else {
                        continue
                    }
                    // Raised by a line about the element, the same one of an ancestor, or what the refusal was about before.
                    let paths = [line.path, refusal.path] + inherited(refusal.path)
                    for index in paths.lazy.compactMap({ causes[$0] }).first ?? Set(indices[refusal.path] ?? []) {
                        lines[index]?.append(line)
                        isComplete = false
                    }
                }
                if isComplete { break }
            }
            for (index, lines) in lines where lines.count > 1 && rank < choices[index].count {
                settlements[index][choices[index][rank]] = .lines(lines, file: file)
            }
        }
    }

    /// Returns the paths of a property in the ancestors of its entity, nearest first.
    private func inherited(_ path: ElementPath) -> [ElementPath] {
        guard let name = path.property, newer.entity(path.entity) != nil else { return [] }
        return newer.lineage(of: path.entity).map { ElementPath($0.name, name) }
    }

    /// Returns whether a refusal is about a loss that another one is about without the tried lines: a question about
    /// fewer possible renames is another question, but the same decision.
    private func asksAgain(_ refusal: Refusal) -> Bool { refusal.loss.map(losses.contains) ?? false }

    /// Returns the stage with more lines in its mapping.
    private func judged(with lines: [Mapping.Line]) -> Stage {
        var mapping: Mapping = mapping
        for line in lines { mapping.add(line) }
        return Stage(
            from: older,
            to: newer,
            from: stage.from,
            to: stage.to,
            mapping: mapping,
            matching: backward,
            direct: stage.direct
        )
    }

    // MARK: Suggesting

    /// Adds the suggestions that settle what they are for, ahead of the loss of what they keep.
    private func add(_ suggestions: [Suggestion], to settlements: inout [[Refusal.Settlement]]) {
        for suggestion in suggestions.prefix(Self.limit) {
            guard let suggestion = completed(suggestion) else { continue }
            for index in suggestion.refusals {
                guard !settlements[index].contains(where: { $0.lines == suggestion.lines }) else { continue }
                let loss: Int? = settlements[index].firstIndex { $0.lines.first?.key == .accept }
                settlements[index].insert(.lines(suggestion.lines, file: file), at: loss ?? settlements[index].count)
            }
        }
    }

    /// Returns a suggestion with the lines that it makes necessary, for all refusals that they settle; `nil` if they do not
    /// settle what they are for, or raise a question.
    private func completed(_ suggestion: Suggestion) -> Suggestion? {
        let goals = Set(suggestion.refusals.map { stage.refusals[$0].finding })
        let known = Set(stage.refusals.map(\.finding)).subtracting(goals)
        var lines: [Mapping.Line] = suggestion.lines
        for _ in 0..<Self.rounds {
            let left: [Refusal] = judged(with: lines).refusals
            let open: [Refusal] = left.filter { refusal in
                !known.contains(refusal.finding) && (goals.contains(refusal.finding) || !asksAgain(refusal))
            }
            if open.isEmpty {
                let findings = Set(left.map(\.finding))
                let losses = Set(left.compactMap(\.loss))
                let settled: [Int] = stage.refusals.indices.filter { index in
                    let refusal: Refusal = stage.refusals[index]
                    return !findings.contains(refusal.finding) && refusal.loss.map(losses.contains) != true
                }
                return Suggestion(lines: lines, refusals: settled, sources: suggestion.sources)
            }
            for refusal in open {
                guard !refusal.isLikelyRename, let line = refusal.mappingLines.first, !lines.contains(line),
                    line.key != .accept || suggestion.sources.contains(line.path.entity)
                else { return nil }
                lines.append(line)
            }
        }
        return nil
    }
}
