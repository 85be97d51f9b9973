public import ApusMigration

/// What a migration did.
public struct MigrationReport: Hashable, Sendable {
    /// The plan that was carried out; empty where the store held the target already.
    public let plan: Plan

    /// The way each table was made.
    public let tables: [TableStrategy]

    /// The rows that were written anew.
    public let rowsWritten: Int

    /// How long it took, in seconds, the checks before the commit included.
    public let seconds: Double
}
