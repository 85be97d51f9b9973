import ApusDiagnostics
import ApusMigration

/// The result of verifying a store.
public struct Verification: Hashable, Sendable {
    /// The store's description of itself.
    public let description: StoreDescription

    /// The differences between the store's tables and its schema, with the SQL of both, including what was added by
    /// hand.
    public let differences: [StoreDifference]

    /// The errors that SQLite's `integrity_check` found, and what is damaged in the history.
    public let damages: [String]

    /// Values that the model does not allow, and dangling references.
    public internal(set) var badValues: [BadValues]

    /// The objects that migrations removed and set aside, oldest first.
    public let setAside: [SetAside]

    /// External files that no row refers to, left behind by a crash or a deletion. They do no harm.
    public let orphanedFiles: [String]

    /// Tables whose indexes could not be compared with their rows, because they need a function or a collation of the
    /// app: the table, and SQLite's message.
    public let uncheckedTables: [String]

    /// What migrations left for later. The store is sound without it.
    public var deferred: [DeferredWork] = []

    /// How many values of each encrypted column each key has encrypted, if keys were given.
    public var keyUses: [KeyUse] = []

    /// Invalid values of a column.
    public struct BadValues: Hashable, Sendable {
        /// The table.
        public let table: String
        /// The column.
        public let column: String
        /// The number of rows.
        public let count: Int
        /// What is wrong with them, to follow "is" or "are": `not the computed value`.
        public let problem: String
        /// The identities of some of the rows; for a join table both identities: `7-12`.
        public let rows: [String]
        /// Whether the values are encrypted and cannot be decrypted.
        public var isUnreadable: Bool = false
        /// Whether the rows only lack an object that a required to-one relationship points to, as rows of an older version
        /// may: the next save of such an object has to set it. The store is sound nevertheless.
        public var isIncomplete: Bool = false
    }

    /// The differences between the store's tables and its schema, without SQL.
    public var drifts: [Drift] { differences.map(\.drift) }

    /// Whether the store conforms to its schema; additions by hand, orphaned files and objects
    /// without a required one do not count.
    public var isSound: Bool {
        damages.isEmpty && badValues.allSatisfy(\.isIncomplete) && differences.allSatisfy(\.drift.isExtra)
    }
}

extension Verification.BadValues {
    /// The values and what to do, as the error of a migration that would use them.
    func diagnostic(at location: SourceLocation) -> Diagnostic {
        let values = count == 1 ? "1 value of '\(table).\(column)' is" : "\(count) values of '\(table).\(column)' are"
        let rows = rows.joined(separator: ", ") + (count > rows.count ? " …" : "")
        return .error(
            "\(values) \(problem): _id \(rows)",
            at: location,
            help: [
                isUnreadable
                    ? "give the key that they were encrypted with, or restore them from a copy, then run: apus verify --keys"
                    : "the store's own version does not allow them; correct or remove them first, then run: apus verify"
            ]
        )
    }
}
