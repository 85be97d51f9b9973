package import ApusMigration
package import ApusSchema

/// The mapping that a stage needs and nobody wrote: what its refusals propose themselves, for somebody to review.
package struct Settlement: Hashable, Sendable {
    /// The mapping; it says nothing where the stage needs none.
    package private(set) var mapping: Mapping

    /// The stage with the mapping. What is still refused no line of a mapping settles.
    package private(set) var stage: Stage

    /// The lines that give up what another tool would have given up without a word.
    package private(set) var losses: [Mapping.Line] = []

    /// What is given up and looks as if it went on under another name: the other tool was not told, so it did not.
    package private(set) var likelyRenames: [String] = []

    /// What somebody has to write by hand, a line each.
    package let handwork: [String]

    /// What the other tool gave for new values, as texts.
    private let fills: [ElementPath: String]

    /// Whether there are lines that are guesses: the other tool would have stopped there, or somebody told it more.
    package var hasGuesses: Bool { !guesses.isEmpty }

    /// The lines that are guesses.
    package var guesses: [Mapping.Line] {
        let losses: Set<Mapping.Line> = Set(losses)
        return mapping.lines.filter { !losses.contains($0) }
    }

    /// Settles the stage between two neighbouring versions.
    ///
    /// - Parameters:
    ///   - older: The older version.
    ///   - newer: The newer version.
    ///   - history: The history that they are of.
    ///   - handwork: What somebody has to write by hand, a line each.
    ///   - fills: What the other tool gave for new values, as texts.
    package init(
        from older: History.Entry,
        to newer: History.Entry,
        in history: History,
        handwork: [String] = [],
        fills: [ElementPath: String] = [:]
    ) {
        self.handwork = handwork
        self.fills = fills
        mapping = Mapping(from: older.version, to: newer.version)
        stage = Planner(history: history, mappings: []).stage(from: older, to: newer)
        likelyRenames = stage.refusals.filter(\.isLikelyRename).map(\.message)
        // One element may be lost in two ways: its references, and their order.
        for path in stage.losses { mapping.add(.accept(path)) }
        losses = mapping.lines
        // What is given up may settle something else, or make another line needless: a few rounds at most.
        for _ in 0..<Self.rounds {
            stage = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
            if stage.refusals.isEmpty || !settle(stage.refusals) { break }
        }
        let accepted: Set<Mapping.Line> = Set(mapping[.accept])
        losses.removeAll { !accepted.contains($0) }
    }

    private static let rounds: Int = 12

    /// Writes or takes away lines; `false` where there is none to write.
    private mutating func settle(_ refusals: [Refusal]) -> Bool {
        let before: Mapping = mapping
        mapping.remove(refusals.compactMap(\.needlessLine))
        for refusal in refusals where !refusal.isChoice { add(refusal) }
        // Of two that cannot both stay nobody wants to lose both.
        if mapping == before, let choice = refusals.first(where: \.isChoice) { add(choice) }
        return mapping != before
    }

    private mutating func add(_ refusal: Refusal) {
        guard let line = refusal.mappingLines.first else { return }
        let given: String? = line.fill == nil ? nil : fills[line.path]
        mapping.add(given.map { .fill(line.path, .literal($0)) } ?? line)
    }
}
