/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
    /// The title of the current step.
    public let title: String

    /// The number of completed steps.
    public let stepsDone: Int

    /// The total number of steps.
    public let steps: Int

    /// The number of rows copied so far, in all tables.
    public let rowsDone: Int

    /// The number of rows to copy, in all tables.
    public let rows: Int
}

extension MigrationProgress {
    /// The progress of copying a store, from a fraction between 0 and 1.
    static func copying(_ fraction: Double) -> MigrationProgress {
        MigrationProgress(
            title: "copy the store, \(Int(100 * fraction)) %",
            stepsDone: 0,
            steps: 1,
            rowsDone: 0,
            rows: 0
        )
    }
}
