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

extension MigrationProgress {
    /// How far the copying of a store is, from 0 to 1.
    static func copying(_ part: Double) -> MigrationProgress {
        MigrationProgress(title: "copy the store, \(Int(100 * part)) %", stepsDone: 0, steps: 1, rowsDone: 0, rows: 0)
    }
}
