/// The result of changing the keys of a store's encrypted values.
public struct RekeyReport: Hashable, Sendable {
    /// The values of a column.
    public struct Values: Hashable, Sendable {
        /// The table.
        public let table: String
        /// The column.
        public let column: String
        /// The name of the key.
        public let key: String
        /// How many of them were encrypted again.
        public var count: Int
    }

    /// The columns of which values were encrypted again, with their numbers. The secrets of lookups are in the column `secret` of
    /// `apus_lookup_key`; with them, all lookups of their keys were computed again.
    public internal(set) var values: [Values] = []

    /// Values that were encrypted with an older key, or with another one, and cannot be decrypted, and values whose external files
    /// cannot be read. They are as they were.
    public internal(set) var unreadable: [Verification.BadValues] = []

    /// The other models in the store with encrypted values, which were not looked at.
    package internal(set) var otherModels: [String] = []

    /// Whether all values were looked at. Otherwise, it was cancelled, and goes on when it is done again.
    public internal(set) var isComplete = false

    /// Whether something may be left in the store's file of the values as they were.
    public package(set) var purge: PurgeOutcome = .notNeeded

    /// The duration in seconds.
    public package(set) var seconds: Double = 0

    /// Creates the report of no work.
    package init() {}

    /// The report about a store in which no value is encrypted.
    package static var nothing: RekeyReport {
        var report = RekeyReport()
        report.isComplete = true
        return report
    }

    /// How many values were encrypted again.
    public var count: Int { values.reduce(0) { $0 + $1.count } }

    /// Adds what was done in another store of the same container.
    package mutating func add(_ other: RekeyReport) {
        values += other.values
        unreadable += other.unreadable
        otherModels += other.otherModels
        isComplete = isComplete && other.isComplete
        seconds += other.seconds
        switch (purge, other.purge) {
        case (.incomplete, _), (.done, .notNeeded): break
        default: purge = other.purge
        }
    }
}

extension RekeyReport {
    /// What was done in one transaction, which counts only if it is committed.
    struct Batch {
        private var counts: [Column: Int] = [:]
        private var problems: [Problem: (count: Int, rows: [String])] = [:]

        struct Column: Hashable {
            let table: String
            let column: String
            let key: String
        }

        private struct Problem: Hashable {
            let column: Column
            let reason: String
        }

        /// Whether a value was encrypted again.
        var isEmpty: Bool { counts.isEmpty }

        mutating func count(_ column: Column) { counts[column, default: 0] += 1 }

        /// Counts the secret of lookups, which is a value of Apus' own table.
        mutating func countSecret(_ key: String) {
            count(Column(table: Lookups.secrets.table, column: Lookups.secrets.column, key: key))
        }

        mutating func add(_ reason: String, _ column: Column, of identity: Int64) {
            let problem = Problem(column: column, reason: reason)
            problems[problem, default: (0, [])].count += 1
            if problems[problem]?.rows.count ?? 0 < RowCheck.exampleLimit {
                problems[problem]?.rows.append("\(identity)")
            }
        }

        fileprivate var sortedCounts: [Values] {
            counts.map { Values(table: $0.table, column: $0.column, key: $0.key, count: $1) }
                .sorted { ($0.table, $0.column, $0.key) < ($1.table, $1.column, $1.key) }
        }

        var sortedProblems: [Verification.BadValues] {
            problems.map { problem, found in
                Verification.BadValues(
                    table: problem.column.table,
                    column: problem.column.column,
                    count: found.count,
                    problem: problem.reason,
                    rows: found.rows,
                    isUnreadable: true
                )
            }
            .sorted { ($0.table, $0.column, $0.problem) < ($1.table, $1.column, $1.problem) }
        }
    }

    /// Adds what a transaction has done.
    mutating func add(_ batch: Batch) {
        for found in batch.sortedCounts {
            let index = values.firstIndex {
                $0.table == found.table && $0.column == found.column && $0.key == found.key
            }
            if let index { values[index].count += found.count } else { values.append(found) }
        }
        for found in batch.sortedProblems {
            let index = index(of: found)
            if let index { unreadable[index] = unreadable[index].adding(found) } else { unreadable.append(found) }
        }
    }

    /// Adds what a check of all values has found, those included that are in the report already.
    mutating func add(_ all: [Verification.BadValues]) {
        for found in all {
            let index = index(of: found)
            if let index { unreadable[index] = found } else { unreadable.append(found) }
        }
    }

    private func index(of found: Verification.BadValues) -> Int? {
        unreadable.firstIndex {
            $0.table == found.table && $0.column == found.column && $0.problem == found.problem
        }
    }
}

extension Verification.BadValues {
    /// Both values of a column with the same problem.
    fileprivate func adding(_ other: Verification.BadValues) -> Verification.BadValues {
        Verification.BadValues(
            table: table,
            column: column,
            count: count + other.count,
            problem: problem,
            rows: Array((rows + other.rows).prefix(RowCheck.exampleLimit)),
            isUnreadable: true
        )
    }
}
