public import ApusMigration
public import Foundation

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

    /// Values that were carried over as they are, and break a rule for saving that was none before: the first of them are
    /// named by their identities in the store as it was.
    public var brokenRules: [Verification.BadValues] = []

    /// The copy of the store as it was, where one was wanted.
    public var backup: URL?

    /// The report on a store that holds the target already.
    static func unchanged(_ plan: Plan) -> MigrationReport {
        MigrationReport(plan: plan, tables: [], rowsWritten: 0, seconds: 0)
    }
}
