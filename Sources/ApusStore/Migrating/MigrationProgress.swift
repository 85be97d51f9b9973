/// How far a migration is.
public struct MigrationProgress: Hashable, Sendable {
    /// What is being done.
    public let title: String

    /// The steps that are done.
    public let stepsDone: Int

    /// All steps.
    public let steps: Int

    /// The rows that were copied so far, in all tables.
    public let rowsDone: Int

    /// The rows that are to be copied, in all tables.
    public let rows: Int
}
