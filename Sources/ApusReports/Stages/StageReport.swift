import ApusDiagnostics
package import ApusMigration
package import ApusSchema

/// The contents of a stage's reports, as values.
package struct StageReport: Sendable {
    /// The model's name.
    package let model: String
    /// The starting point, as commands write it.
    package let from: String
    /// The end point, as commands write it.
    package let to: String
    /// The differences.
    package let changes: [Change]
    /// The reasons why the stage cannot be carried out.
    package let refusals: [Refusal]
    /// The elements of the older schema whose rows or values are lost.
    package let losses: [ElementPath]
    /// The file of the stage's mapping, whether it exists or not.
    package let mappingFile: String?
    /// The versions that a direct mapping skips.
    package let skipped: [String]
    /// The code in Swift that the stage runs, or those that it is composed of.
    package let swift: [SwiftStage]
    /// Whether a decision may raise others.
    private let mayRaiseMore: Bool

    /// Creates a report.
    package init(
        model: String,
        from: String,
        to: String,
        changes: [Change],
        refusals: [Refusal] = [],
        losses: [ElementPath] = [],
        mappingFile: String? = nil,
        skipped: [String] = [],
        swift: [SwiftStage] = [],
        mayRaiseMore: Bool? = nil
    ) {
        self.model = model
        self.from = from
        self.to = to
        self.changes = changes
        self.refusals = refusals
        self.losses = losses
        self.mappingFile = mappingFile
        self.skipped = skipped
        self.swift = swift
        self.mayRaiseMore = mayRaiseMore ?? refusals.mayRaiseMore
    }

    /// Creates the report of a stage, with its refusals as they are or as they are shown.
    init(_ stage: Stage, _ refusals: [Refusal]) {
        self.init(
            model: stage.new.model,
            from: stage.from.description,
            to: stage.to.description,
            changes: stage.changes,
            refusals: refusals,
            losses: stage.losses,
            mappingFile: stage.mappingFile,
            skipped: stage.skipped.map(\.description),
            swift: stage.allCode,
            mayRaiseMore: stage.mayRaiseMore
        )
    }

    /// The verdict.
    package var verdict: StageVerdict {
        StageVerdict(
            changes,
            refusals: refusals,
            mayRaiseMore: mayRaiseMore,
            losses: losses,
            running: swift,
            insteadOf: detour
        )
    }

    /// The stages that a direct mapping is used instead of: `1 → 2 → 3`; `nil` if it is none.
    package var detour: String? { skipped.isEmpty ? nil : ([from] + skipped + [to]).joined(separator: " → ") }

    /// Whether there are neither changes nor refusals, nor code.
    var isEmpty: Bool { changes.isEmpty && refusals.isEmpty && swift.isEmpty }

    /// The verdict with the number of changes: `7 changes, lightweight`.
    var summary: String {
        isEmpty ? "no change of the store" : "\(changes.count.of("change")), \(verdict)"
    }
}
