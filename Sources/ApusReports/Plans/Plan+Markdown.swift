import ApusMigration
import ApusSchema

extension Plan {
    /// Returns the plan for a pull request, in GitHub's Markdown: the stages, the losses, what happens to each table,
    /// and the collapsed values.
    ///
    /// - Parameters:
    ///   - subject: The subject of the plan: a store's path, or the model.
    ///   - work: The work in a store.
    /// - Returns: The text.
    package func markdown(of subject: String, _ work: StoreWork = .unknown) -> String {
        let points = "\(Markdown.code(source.point.description)) → \(Markdown.code(target.point.description))"
        let title = "## \(Markdown.code(subject)): \(Markdown.code(target.schema.model)) \(points)"
        let seedData = Self.table(
            ["seed data, loaded when the app opens the store", "rows"],
            work.seedData.map { [$0.entity, $0.text] }
        )
        if isEmpty {
            return "\(title)\n\nNothing to do.\n" + (seedData.isEmpty ? "" : "\n\(seedData.joined(separator: "\n"))\n")
        }
        let record = record
        let sections: [[String]] = [
            [title], ["\(count)\(work.needs.map { "; \($0)" } ?? "")."],
            Self.table(["stage", "verdict"], stages.map { ["\($0.from) → \($0.to)", $0.verdict] }),
            Self.table(
                ["not carried out, because an unreleased head made the store", "at"],
                ignoredLines.map { ["\($0.key.rawValue): \($0.subject)", $0.location.map { "\($0)" } ?? ""] }
            ),
            Self.table(
                ["begins a new pass", "because"],
                record.passes.compactMap(\.start).map { [$0.stage, $0.reason] }
            ),
            Self.table(["needs functions in Swift", "version"], functions.map { [$0.signature, "\($0.version)"] }),
            Self.table(
                ["runs Swift over whole objects", "code", "version", "tables that it may copy"],
                (record.swift ?? []).map { [$0.stage, $0.name, "\($0.version)", "\($0.tables)"] }
            ),
            Self.table(
                ["lost", "how much", "stage", "accepted at"],
                work.counts(of: record.losses).map { loss, count in
                    [loss.path, count ?? "", loss.stage, loss.acceptedAt ?? ""]
                }
            ),
            Self.table(
                ["left out or merged", "how much"],
                work.leftOut(besides: record.losses).map { [$0.path, $0.text] }
            ),
            Self.table(
                ["set aside, in the table apus_set_aside", "which", "stage"],
                setAside.map { [$0.path, $0.reason, $0.stage] }
            ),
            Self.table([Self.emptyTitle, "stage"], uncountedEmpty(work).map { [$0.path, $0.stage] }),
            Self.table(["kept", "invalid under a new rule"], work.brokenRules.map { [$0.path, $0.text] }),
            Self.table(["left for later", "what is done then"], work.deferred.map { [$0.name, $0.text] }), seedData,
            Self.table(
                ["table", "rows", "how", "why"],
                work.tables.map { [$0.table, $0.count, $0.how, $0.why] }
            ),
            Self.folded(
                "values",
                record.passes.flatMap(\.extents).flatMap { extent in
                    extent.values.map { "\(extent.extent).\($0.name): \($0.from)" }
                }
            ),
        ]
        let checks: [[String]] = record.passes.enumerated().map { number, pass in
            let points = passes.count == 1 ? "" : " (\(pass.from) → \(pass.to))"
            return Self.folded(
                Self.checkTitle(ofPass: number) + points,
                pass.checkLines.map { "\($0.subject), \($0.text)" }
            )
        }
        return (sections + checks).filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
            + "\n"
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return [Markdown.row(head), Markdown.row(head.map { _ in "---" })]
            + rows.map { Markdown.row($0.map(Markdown.code)) }
    }

    private static func folded(_ title: String, _ lines: [String]) -> [String] {
        guard !lines.isEmpty else { return [] }
        return ["<details>", "<summary>\(title)</summary>", ""] + Markdown.block(lines, language: "text")
            + ["", "</details>"]
    }
}
