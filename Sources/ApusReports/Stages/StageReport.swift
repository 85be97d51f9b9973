package import ApusMigration
package import ApusSchema

/// What a stage's renders say, as values.
package struct StageReport: Sendable {
    /// The model's name.
    package let model: String
    /// Where the stage starts, as commands name it.
    package let from: String
    /// Where the stage ends, as commands name it.
    package let to: String
    /// The differences.
    package let changes: [Change]
    /// Why the stage cannot be carried out.
    package let refusals: [Refusal]
    /// The elements of the older schema whose rows or values are lost.
    package let losses: [ElementPath]
    /// The file that the stage's mapping is or would be.
    package let mappingFile: String?

    /// Creates a report.
    package init(
        model: String,
        from: String,
        to: String,
        changes: [Change],
        refusals: [Refusal] = [],
        losses: [ElementPath] = [],
        mappingFile: String? = nil
    ) {
        self.model = model
        self.from = from
        self.to = to
        self.changes = changes
        self.refusals = refusals
        self.losses = losses
        self.mappingFile = mappingFile
    }

    /// Creates the report of a stage.
    package init(_ stage: Stage) {
        self.init(
            model: stage.new.model,
            from: stage.from.description,
            to: stage.to.description,
            changes: stage.changes,
            refusals: stage.refusals,
            losses: stage.losses,
            mappingFile: stage.mappingFile
        )
    }

    /// What becomes of the stage.
    package var verdict: StageVerdict { StageVerdict(changes, refusals: refusals) }

    /// Whether nothing differs and nothing is wrong.
    var isEmpty: Bool { changes.isEmpty && refusals.isEmpty }

    /// The verdict with the number of changes: `7 changes, lightweight`.
    var summary: String {
        isEmpty ? "no change of the store" : "\(changes.count.of("change")), \(verdict)"
    }
}
