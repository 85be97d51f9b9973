public import ApusMigration
public import Foundation

/// The result of a migration.
public struct MigrationReport: Hashable, Sendable {
    /// The executed plan; empty if the store already had the target's schema.
    public let plan: Plan

    /// How each table was migrated.
    public let tables: [TableStrategy]

    /// The number of rows written.
    public let rowsWritten: Int

    /// The duration in seconds, including the checks before the commit.
    public let seconds: Double

    /// Values that were kept unchanged and violate a new or stricter rule for saving, with the identities of some rows
    /// before the migration.
    public var brokenRules: [Verification.BadValues] = []

    /// The backup of the store before the migration, if one was made.
    public var backup: URL?

    /// What this migration and those before it left for later.
    public var deferred: [DeferredWork] = []

    /// Whether something is left in the store's file of values that were encrypted.
    public var purge: PurgeOutcome = .notNeeded

    /// The report for a store that already has the target's schema.
    static func unchanged(_ plan: Plan) -> MigrationReport {
        MigrationReport(plan: plan, tables: [], rowsWritten: 0, seconds: 0)
    }
}
