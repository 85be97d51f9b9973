import ApusMigration

/// What was found in a store that was looked at closely.
public struct Verification: Hashable, Sendable {
    /// What the store says of itself.
    public let description: StoreDescription

    /// How its tables differ from what its schema says, with the SQL of both; what somebody added by hand included.
    public let differences: [StoreDifference]

    /// What SQLite's own check of the file found.
    public let damages: [String]

    /// Values that the model does not allow, and keys that lead nowhere.
    public let badValues: [BadValues]

    /// The files in the store's folder of files that no row names: what a crash or a deletion left. They do no harm.
    public let orphanedFiles: [String]

    /// Values of one column that should not be there.
    public struct BadValues: Hashable, Sendable {
        /// The table.
        public let table: String
        /// The column.
        public let column: String
        /// How many rows.
        public let count: Int
        /// What is wrong with them, to follow an `is` or `are`: `no int16`.
        public let problem: String
        /// The identities of some of the rows; of a pair both ends': `7-12`.
        public let rows: [String]
    }

    /// How its tables differ from what its schema says, without SQL.
    public var drifts: [Drift] { differences.map(\.drift) }

    /// Whether the store is what it should be; what was added by hand and files that nobody needs do not count.
    public var isSound: Bool {
        damages.isEmpty && badValues.isEmpty && differences.allSatisfy(\.drift.isExtra)
    }
}
