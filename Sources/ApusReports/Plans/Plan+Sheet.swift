package import ApusMigration
import ApusSchema

extension Plan {
    /// Returns the plan for a pull request or a page: the stages, the losses, what happens to each table, and the values on demand.
    ///
    /// - Parameters:
    ///   - subject: The subject of the plan: a store's path, or the model.
    ///   - work: The work in a store.
    /// - Returns: The sheet.
    package func sheet(of subject: String, _ work: StoreWork = .unknown) -> Sheet {
        let title = Sheet.Part.heading(
            2,
            [
                .code(subject), .words(": "), .code(target.schema.model), .words(" "), .code(source.point.description),
                .words(" → "), .code(target.point.description),
            ]
        )
        let seedData = Sheet.Part.table(
            .init(
                ["seed data, loaded when the app opens the store", "rows"],
                work.seedData.map { [$0.entity, $0.text] }
            )
        )
        if isEmpty { return Sheet([title, .line(.words("Nothing to do.")), seedData]) }
        let record = record
        let tables = tables(record, work).map { Sheet.Part.table($0) }
        let values = record.passes.flatMap(\.extents).flatMap { extent in
            extent.values.map { "\(extent.extent).\($0.name): \($0.from)" }
        }
        let checks: [Sheet.Part] = record.passes.enumerated().map { number, pass in
            let points = passes.count == 1 ? "" : " (\(pass.from) → \(pass.to))"
            return .folded(
                Self.checkTitle(ofPass: number) + points,
                pass.checkLines.map { "\($0.subject), \($0.text)" }
            )
        }
        let size = Sheet.Part.line(.words("\(count)\(work.needs.map { "; \($0)" } ?? "")."))
        return Sheet(
            [title, size] + tables.dropLast() + [seedData] + tables.suffix(1) + [.folded("values", values)] + checks
        )
    }

    private func tables(_ record: Record, _ work: StoreWork) -> [Sheet.Table] {
        [
            .init(["stage", "verdict"], stages.map { ["\($0.from) → \($0.to)", $0.verdict] }),
            .init(
                ["not carried out, because an unreleased head made the store", "at"],
                ignoredLines.map { ["\($0.key.rawValue): \($0.subject)", $0.location.map { "\($0)" } ?? ""] }
            ),
            .init(["begins a new pass", "because"], record.passes.compactMap(\.start).map { [$0.stage, $0.reason] }),
            .init(["needs functions in Swift", "version"], functions.map { [$0.signature, "\($0.version)"] }),
            .init(
                ["runs Swift over whole objects", "code", "version", "tables that it may copy"],
                (record.swift ?? []).map { [$0.stage, $0.name, "\($0.version)", "\($0.tables)"] }
            ),
            .init(
                ["lost", "how much", "stage", "accepted at"],
                work.counts(of: record.losses).map { loss, count in
                    [loss.path, count ?? "", loss.stage, loss.acceptedAt ?? ""]
                }
            ),
            .init(
                ["left out or merged", "how much"],
                work.leftOut(besides: record.losses).map { [$0.path, $0.text] }
            ),
            .init(
                ["set aside, in the table apus_set_aside", "which", "stage"],
                setAside.map { [$0.path, $0.reason, $0.stage] }
            ),
            .init([Self.emptyTitle, "stage"], uncountedEmpty(work).map { [$0.path, $0.stage] }),
            .init(["kept", "invalid under a new rule"], work.brokenRules.map { [$0.path, $0.text] }),
            .init(["left for later", "what is done then"], work.deferred.map { [$0.name, $0.text] }),
            .init(["table", "rows", "how", "why"], work.tables.map { [$0.table, $0.count, $0.how, $0.why] }),
        ]
    }
}
