import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

/// A store's status, as it is printed.
struct StatusRecord: StoreRecord {
    struct Rows: Encodable {
        let entity: String
        @OrNull var count: Int?
    }

    /// The history that a store keeps.
    struct History: Encodable {
        let transactions: Int
        let changes: Int
        @OrNull var since: String?
    }

    /// A stage.
    struct Pending: Encodable {
        let from: String
        let to: String
        let verdict: String
        let isLightweight: Bool
        let isRefused: Bool
        /// The versions that a direct mapping skips; left out if it is none.
        let skips: [String]?

        init(_ stage: Stage) {
            (from, to) = ("\(stage.from)", "\(stage.to)")
            verdict = stage.verdict
            isLightweight = stage.refusals.isEmpty && !stage.isMapped
            isRefused = !stage.refusals.isEmpty
            skips = stage.skipped.isEmpty ? nil : stage.skipped.map(\.description)
        }
    }

    let store: String
    @OrNull var model: String?
    @OrNull var version: String?
    @OrNull var format: Int?
    @OrNull var bytes: Int?
    /// Whether SQLite has to roll back an interrupted transaction first.
    let needsRecovery: Bool
    @OrNull var rows: [Rows]?
    /// Objects that lack an object in a required relationship.
    @OrNull var incomplete: [BadValuesRecord]?
    @OrNull var setAside: [SetAsideRecord]?
    /// Left out if the model keeps none.
    var history: History?
    /// What migrations left for later; left out if there is none.
    var deferred: [DeferredRecord]?
    /// What the app's seed data will do to the store; left out if the model has none.
    var seedData: SeedDataRecord?
    @OrNull var pending: [Pending]?
    /// Why the pending stages are unknown.
    @OrNull var pendingProblem: String?
    /// The newest version, if the store is ahead of it because it holds an unreleased head.
    @OrNull var aheadOf: String?
    @OrNull var migrations: [MigrationLogRecord]?
    @OrNull var error: StoreProblem?

    /// The ways to continue with a store that is ahead.
    private var nextSteps: [String] = []

    private enum CodingKeys: String, CodingKey {
        case store, model, version, format, bytes, needsRecovery, rows, incomplete, setAside, history, deferred
        case seedData, pending, pendingProblem, aheadOf, migrations, error
    }

    init(_ store: String, _ status: StoreStatus, _ stages: PendingStages) {
        self.store = store
        let state = status.description.state
        let ahead = stages.ahead(state, of: store)
        aheadOf = ahead?.version.description
        nextSteps = ahead?.help ?? []
        let pending = ahead == nil ? stages.stages(before: state) : ([], nil)
        model = status.description.model
        version = PlanReport.name(status.description.state.version)
        format = status.format
        bytes = status.bytes
        needsRecovery = false
        rows = status.rows.map { Rows(entity: $0.entity, count: $0.count) }
        incomplete = status.incomplete.map { BadValuesRecord($0) }
        setAside = status.setAside.map { SetAsideRecord($0) }
        history = status.history.map {
            History(
                transactions: $0.transactions,
                changes: $0.changes,
                since: $0.since?.formatted(.iso8601)
            )
        }
        deferred = DeferredRecord.records(status.deferred)
        self.pending = pending.stages?.map { Pending($0) }
        seedData = stages.seedData(of: store, state)
        pendingProblem = pending.problem
        migrations = status.log.map { MigrationLogRecord($0) }
    }

    init(store: String, problem: StoreProblem) {
        self.store = store
        needsRecovery = problem.kind == "needsRecovery"
        error = problem
    }

    var code: ExitCode { .success }

    var text: String? {
        guard error == nil else { return nil }
        var lines: [String] = [
            "\(store): \(model ?? "") \(version ?? ""), format \(format ?? 0), \(bytes ?? 0) bytes"
        ]
        lines += (rows ?? []).map { row in
            row.count.map { "  \($0) \(row.entity)" } ?? "  ? \(row.entity): its table is missing; run 'apus verify'"
        }
        lines += (incomplete ?? []).map { "  note: '\($0.table).\($0.column)': \($0.text)" }
        lines += (setAside ?? []).map { "  note: \($0.text)" }
        if let history {
            let since = history.since.map { " since \($0)" } ?? ""
            lines.append("history: \(history.transactions) transactions, \(history.changes) changes\(since)")
        }
        lines += (deferred ?? []).lines + (seedData?.lines ?? [])
        switch pending {
        case _ where aheadOf != nil:
            lines.append("ahead of version \(aheadOf ?? "")")
            lines += nextSteps.map { "  \($0)" }
        case nil: lines.append("pending: unknown, \(pendingProblem ?? "")")
        case let stages? where stages.isEmpty: lines.append("nothing pending")
        case let stages?:
            lines.append("pending:")
            lines += stages.map { "  \($0.from) → \($0.to): \($0.verdict)" }
        }
        if let migrations, !migrations.isEmpty {
            lines.append("migrations:")
            lines += migrations.map { "  \($0.line)" }
        }
        return lines.map(\.shown).joined(separator: "\n")
    }
}
