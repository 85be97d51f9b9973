import ApusMigration
import ApusSchema
import Foundation

extension Migrator {
    /// The steps that write the store's new description and a log entry.
    func record(
        of plan: Plan,
        generation: Int,
        isShared: Bool,
        rows: Int,
        seconds: Double,
        encrypts: Bool,
        needsPurge: Bool
    ) -> [MigrationStep] {
        let summary = plan.stages.map { stage in
            "\(stage.from) to \(stage.to): \(stage.changes.count) change\(stage.changes.count == 1 ? "" : "s")"
        }
        let log = SQLStatement(
            """
            INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(plan.target.schema.model), StoredValue(plan.source.version?.description),
                StoredValue(plan.target.version?.description), .text(now().formatted(.iso8601)), .real(seconds),
                .integer(Int64(rows)), .text(summary.joined(separator: "; ")),
            ]
        )
        // The migration has also upgraded the store's format.
        let format = SQLStatement("PRAGMA user_version = \(StoreFormat.number)")
        let layouts = [plan.source.layout] + plan.passes.map(\.target.layout)
        let lookups: [MigrationStep] =
            layouts.allSatisfy(\.lookups.isEmpty)
            ? [] : plan.target.layout.lookupSecretRemoval(of: plan.target.schema.model).map { .lookupSecrets($0) }
        let moment = now().timeIntervalSinceReferenceDate
        return lookups
            + plan.historySteps(generation: generation, moment: moment, isShared: isShared, encrypts: encrypts)
            + [StoreDescription.statement(plan.target, generation: generation), format, log].map { .describeStore($0) }
            + (needsPurge ? [Purge.request] : [])
    }
}
