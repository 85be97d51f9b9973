import ApusMigration
import ApusReports
import ApusSchema

/// What a project has, and what comes next: `apus status` without a store.
struct ProjectStatus: Encodable {
    /// As in the record of a store, none: what reads `store` finds no store, whatever was passed.
    @OrNull var store: String?
    /// The name of the model.
    let model: String
    /// The frozen versions, oldest first.
    let versions: [String]
    /// The versions that were retired.
    let retired: [String]
    /// The number of the head's entities.
    let entities: Int
    /// Whether the head differs from the newest version.
    let isHeadChanged: Bool
    /// The stages between neighbours, to the head if it has changed.
    let stages: [StatusRecord.Pending]

    /// - Throws: `PlanningError` if a version cannot be read.
    init(_ loaded: LoadedModel) throws {
        let history = loaded.history
        model = history.model
        versions = history.versions.map(\.description)
        retired = history.retired.map { "\($0.version)" }
        entities = (history.head ?? history.newest?.schema)?.entities.count ?? 0
        isHeadChanged = history.hasUnreleasedHead
        stages = try loaded.planner.ways().steps.map { StatusRecord.Pending($0) }
    }

    /// The status as text.
    var text: String {
        var lines = ["\(model): \(summary)"]
        lines.append("  \(size)")
        if !retired.isEmpty { lines.append("  retired: \(retired.joined(separator: ", "))") }
        for stage in stages { lines.append("  \(stage.from) → \(stage.to)  \(stage.verdict)") }
        lines.append("next: \(nextStep)")
        return lines.joined(separator: "\n")
    }

    /// The status for a page.
    fileprivate var parts: [Sheet.Part] {
        [
            .heading(2, [.code(model)]), .text([[.words(summary)], [.words(size)], [.words("next: \(nextStep)")]]),
            .table(.init(["retired"], retired.map { [$0] })),
            .table(
                .init(
                    ["stage", "verdict"].map { .words($0) },
                    stages.map { stage in
                        [
                            .init(.code("\(stage.from) → \(stage.to)")),
                            .init(.words(stage.verdict), stage.isRefused ? .bad : nil),
                        ]
                    }
                )
            ),
        ]
    }

    private var summary: String { "\(versions.last.map { "newest version \($0)" } ?? "no frozen version"), \(head)" }

    private var size: String { "\(entities) entit\(entities == 1 ? "y" : "ies")" }

    private var head: String { isHeadChanged ? "head changed" : "head unchanged" }

    private var nextStep: String {
        if stages.contains(where: \.isRefused) { return "'apus check' shows what has to be decided" }
        if versions.isEmpty { return "'apus freeze' releases the first version" }
        return isHeadChanged
            ? "'apus diff' shows what has changed, 'apus freeze' releases it"
            : "edit the model, or 'apus status STORE' to see what a store holds"
    }
}

extension [ProjectStatus] {
    /// The models, each with its stages.
    var sheet: Sheet { Sheet(flatMap(\.parts)) }
}
