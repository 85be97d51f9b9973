package import ApusMigration
package import ApusSchema

/// A mapping that settles a stage, made from the lines that its refusals suggest, for the user to review.
package struct Settlement: Hashable, Sendable {
    /// The mapping. It is empty if the stage needs none.
    package private(set) var mapping: Mapping

    /// The stage with the mapping. No line of a mapping settles its remaining refusals.
    package private(set) var stage: Stage

    /// The lines that accept losses which another tool would have made silently.
    package private(set) var losses: [Mapping.Line] = []

    /// The losses that look like renames of which the other tool did not know.
    package private(set) var likelyRenames: [String] = []

    /// The steps that the user has to write by hand, a line each.
    package let handwork: [String]

    /// The other tool's values for new attributes, as text.
    private let fills: [ElementPath: String]

    /// Whether some lines are guesses, because the other tool would have failed or needed more information.
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
    ///   - history: The history of both versions.
    ///   - handwork: The steps that the user has to write by hand, a line each.
    ///   - fills: The other tool's values for new attributes, as text.
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
        // An element may be lost in two ways: its references, and their order.
        for path in stage.losses { mapping.add(.accept(path)) }
        losses = mapping.lines
        // A line may settle another refusal, or make another line unnecessary, so this takes a few rounds.
        for _ in 0..<Self.rounds {
            stage = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
            if stage.refusals.isEmpty || !settle(stage.refusals) { break }
        }
        let accepted: Set<Mapping.Line> = Set(mapping[.accept])
        losses.removeAll { !accepted.contains($0) }
    }

    private static let rounds: Int = 12

    /// Adds or removes lines. Returns `false` if there are none to add or remove.
    private mutating func settle(_ refusals: [Refusal]) -> Bool {
        let before: Mapping = mapping
        mapping.remove(refusals.compactMap(\.needlessLine))
        for refusal in refusals where !refusal.isChoice { add(refusal) }
        // Of two choices that exclude each other, only one is lost.
        if mapping == before, let choice = refusals.first(where: \.isChoice) { add(choice) }
        return mapping != before
    }

    private mutating func add(_ refusal: Refusal) {
        guard let line = refusal.mappingLines.first else { return }
        let given: String? = line.fill == nil ? nil : fills[line.path]
        mapping.add(given.map { .fill(line.path, .literal($0)) } ?? line)
    }
}
