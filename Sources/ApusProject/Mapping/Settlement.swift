package import ApusMigration
package import ApusSchema

/// The mapping that a stage needs and nobody wrote: what its refusals propose themselves, for somebody to review.
package struct Settlement: Hashable, Sendable {
    /// The mapping; it says nothing where the stage needs none.
    package private(set) var mapping: Mapping

    /// The stage with the mapping. What is still refused no line of a mapping settles.
    package private(set) var stage: Stage

    /// The lines that give up what another tool would have given up without a word.
    package private(set) var losses: [Mapping.Acceptance] = []

    /// What is given up and looks as if it went on under another name: the other tool was not told, so it did not.
    package private(set) var likelyRenames: [String] = []

    /// What somebody has to write by hand, a line each.
    package let handwork: [String]

    /// What the other tool gave for new values, as texts.
    private let fills: [ElementPath: String]

    /// Whether there are lines that are guesses: the other tool would have stopped there, or somebody told it more.
    package var hasGuesses: Bool {
        mapping.accept.count > losses.count || !mapping.fill.isEmpty || !mapping.convert.isEmpty
            || !mapping.require.isEmpty
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
        for path in stage.losses where !losses.contains(where: { $0.path == path }) {
            losses.append(Mapping.Acceptance(path))
        }
        mapping.accept = losses
        // What is given up may settle something else, or make another line needless: a few rounds at most.
        for _ in 0..<Self.rounds {
            stage = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
            if stage.refusals.isEmpty || !settle(stage.refusals) { break }
        }
        losses.removeAll { !mapping.accept.contains($0) }
    }

    private static let rounds: Int = 12

    /// Writes or takes away lines; `false` where there is none to write.
    private mutating func settle(_ refusals: [Refusal]) -> Bool {
        let before: Mapping = mapping
        for line in refusals.compactMap(\.needlessLine) { mapping.remove(line) }
        for refusal in refusals where !refusal.isChoice { add(refusal) }
        // Of two that cannot both stay nobody wants to lose both.
        if mapping == before, let choice = refusals.first(where: \.isChoice) { add(choice) }
        return mapping != before
    }

    private mutating func add(_ refusal: Refusal) {
        switch refusal.mappingLines.first {
        case .fill(let path, let fill)?: mapping.add(.fill(path, fills[path].map { .literal($0) } ?? fill))
        case let line?: mapping.add(line)
        case nil: break
        }
    }
}
