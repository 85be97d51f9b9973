public import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// What a migration of a store would do, and what it would need.
public struct MigrationForecast: Hashable, Sendable {
    /// What becomes of one table.
    public struct Table: Hashable, Sendable {
        /// The table's newer name; its older one where it is dropped.
        public let name: String
        /// The rows that it has now; 0 where it is new.
        public let rows: Int
        /// How it is made; `nil` where it is dropped.
        public let way: TableStrategy.Way?
        /// Why so, in a few words.
        public let reason: String
    }

    /// The plan.
    public let plan: Plan

    /// The tables, pass by pass.
    public let tables: [Table]

    /// What is lost, as accepted, with how much of it there is.
    public let losses: RowEffects

    /// Values that will be carried over as they are, and break a rule for saving that was none before. Of a plan with
    /// several passes only the migration can tell.
    public let brokenRules: [Verification.BadValues]

    /// About how many bytes of disk the migration takes besides the store while it works.
    public let bytesNeeded: Int

    /// The bytes that are free where the store lies, where that is known.
    public let bytesFree: Int?

    /// About how long it takes, in seconds, on a machine of today.
    public let seconds: Double
}

/// Foresees a pass's work from the rows and bytes of the tables that it begins with.
struct WorkForecast {
    let pass: TablePass
    let db: Database

    func tables() throws -> [MigrationForecast.Table] {
        let live: Set<String> = try LiveCatalogue(db).names
        func rows(_ table: ApusSchema.Table?) throws -> Int {
            guard let table, live.contains(table.name.folded) else { return 0 }
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(table.name))") ?? 0
        }
        let (strategies, dropped): ([TableStrategy], [ApusSchema.Table]) = pass.strategies
        return try strategies.map { strategy in
            MigrationForecast.Table(
                name: strategy.table.name,
                rows: try rows(strategy.older),
                way: strategy.way,
                reason: strategy.reason
            )
        }
            + dropped.map { table in
                MigrationForecast.Table(
                    name: table.name,
                    rows: try rows(table),
                    way: nil,
                    reason: "its rows are lost, as accepted"
                )
            }
    }

    /// The bytes that are written anew: to the log first, then to the file, both of which may grow by that.
    func bytesNeeded() throws -> Int {
        let names: [String] = pass.strategies.tables.filter(\.writesRows).flatMap { strategy in
            strategy.older.map { [$0.name] } ?? strategy.sources.map(\.table.name)
        }
        return try 2 * Set(names).reduce(0) { try $0 + bytes(of: $1) }
    }

    /// The bytes that are written at the least: what tables take that are copied whole, with all their columns. The values
    /// may take less in their new form, but hardly half of it.
    func leastBytesNeeded() throws -> Int {
        let copied: [String] = pass.strategies.tables.compactMap { strategy in
            let isWhole: Bool =
                strategy.way == .rebuild && strategy.isWhole
                && strategy.goneColumns(pass.graph).isEmpty
            return isWhole ? strategy.older?.name : nil
        }
        return try Set(copied).reduce(0) { try $0 + bytes(of: $1) } / 2
    }

    /// The pages of a table and its indexes, in bytes; where SQLite cannot tell, those of the whole file.
    private func bytes(of table: String) throws -> Int {
        do {
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name IN \
                    (SELECT name FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE)
                    """,
                arguments: [table]
            ) ?? 0
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            let pages: Int = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return try pages * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// About how long it takes, in seconds: what `Benchmarks` found for a million rows, the checks included.
    static func seconds(_ pass: TablePass, _ tables: [MigrationForecast.Table]) -> Double {
        zip(pass.strategies.tables, tables).reduce(0) { sum, pair in
            let (strategy, table) = pair
            let millions: Double = Double(table.rows) / 1_000_000
            let (columns, indexes) = (Double(strategy.table.columns.count), Double(strategy.table.indexes.count))
            return sum
                + {
                    switch strategy.way {
                    case .nothing, .create: 0
                    case .catalogue: 0.1 * millions
                    case .update: 0.5 * millions
                    case .rewrite: 1.2 * millions
                    case .rebuild, .fill: (1 + 0.1 * columns + 0.6 * indexes) * millions
                    }
                }()
        }
    }
}

extension TableStrategy {
    /// Whether rows are written.
    fileprivate var writesRows: Bool {
        switch way {
        case .nothing, .catalogue, .create: false
        case .update, .rewrite, .rebuild, .fill: true
        }
    }
}
