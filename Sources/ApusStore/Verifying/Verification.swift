import ApusMigration

/// What was found in a store that was looked at closely.
public struct Verification: Hashable, Sendable {
    /// What the store says of itself.
    public let description: StoreDescription

    /// How its tables differ from what its schema says; what somebody added by hand included.
    public let drifts: [Drift]

    /// What SQLite's own check of the file found.
    public let damages: [String]

    /// Values that the model does not allow, and keys that lead nowhere.
    public let badValues: [BadValues]

    /// Values of one column that should not be there.
    public struct BadValues: Hashable, Sendable {
        /// The table.
        public let table: String
        /// The column.
        public let column: String
        /// How many rows, or how many different keys.
        public let count: Int
        /// What is wrong with them.
        public let problem: String
    }

    /// Whether the store is what it should be; things added by hand do not count against it.
    public var isSound: Bool {
        damages.isEmpty && badValues.isEmpty && drifts.allSatisfy(\.isExtra)
    }
}
