public import ApusMigration
import ApusSchema
package import Foundation
import GRDB

/// The effects, duration and disk space of a migration before it is run.
public struct MigrationForecast: Hashable, Sendable {
    /// What happens to a table.
    public struct Table: Hashable, Sendable {
        /// The table's newer name; its older name if it is dropped.
        public let name: String
        /// The number of rows that it has now: 0 if it is new, `nil` if it is damaged and cannot be counted.
        public let rows: Int?
        /// How the newer table is created; `nil` if the table is dropped.
        public let way: TableStrategy.Way?
        /// A short reason.
        public let reason: String
    }

    /// The plan.
    public let plan: Plan

    /// The tables, pass by pass.
    public let tables: [Table]

    /// The accepted losses, with the number of rows and values.
    public let losses: RowEffects

    /// Values that are kept unchanged and will violate a new or stricter rule for saving. If a plan has several passes,
    /// only the migration can tell, and this is empty.
    public let brokenRules: [Verification.BadValues]

    /// What would be left for later after the migration, also by earlier ones.
    public let deferred: [DeferredWork]

    /// The approximate additional disk space, in bytes, that the migration needs.
    public let bytesNeeded: Int

    /// The free bytes on the store's volume, if known.
    public let bytesFree: Int?

    /// The approximate duration, in seconds, on a current machine.
    public let seconds: Double
}

/// What a migration needs, estimated without reading rows.
package struct MigrationEstimate: Sendable {
    /// The plan; empty if there is nothing to do.
    package let plan: Plan

    /// The duration in seconds.
    package let seconds: Double

    /// The bytes of disk space.
    package let bytesNeeded: Int
}

extension Migrator {
    /// Plans a store's migration, and estimates what it needs. Nothing is checked.
    ///
    /// - Parameter url: The store.
    /// - Returns: The estimate.
    /// - Throws: `StoreError` if the migration is refused, or the store cannot be read.
    package func estimate(_ url: URL) throws(StoreError) -> MigrationEstimate {
        let file = StoreFile(url)
        return try file.reading(timeout: timeout) { database in
            try database.read { db in
                let (plan, _, passes) = try planWithSpace(file, db)
                let works = passes.map { WorkForecast(pass: $0, db: db) }
                return MigrationEstimate(
                    plan: plan,
                    seconds: try works.reduce(0) { try $0 + WorkForecast.seconds($1.pass, $1.tables()) },
                    bytesNeeded: try WorkForecast.bytesNeeded(works)
                )
            }
        }
    }
}

/// Estimates the work of a pass from the rows and bytes of its tables.
struct WorkForecast {
    let pass: TablePass
    let db: Database

    func tables() throws -> [MigrationForecast.Table] {
        let live = try LiveCatalogue(db).names
        func rows(_ table: ApusSchema.Table?) throws -> Int? {
            guard let table, live.contains(table.name.folded) else { return 0 }
            return try db.unlessDamaged { try db.rowCount(SQLText.name(table.name)) }
        }
        /// What a new table is made from has rows, each of which makes one, none or several.
        func rowsRead(_ strategy: TableStrategy) throws -> String {
            let tables = Dictionary(strategy.sources.map { ($0.table.name, $0.table) }) { first, _ in first }
            let counts = try tables.values.map(rows)
            if counts.contains(nil) { return "" }
            let count = counts.reduce(0) { $0 + ($1 ?? 0) }
            return count == 1 ? ", which has 1 row" : ", which \(tables.count == 1 ? "has" : "have") \(count) rows"
        }
        let (strategies, dropped) = pass.strategies
        let read = Set(strategies.flatMap(\.sources).map(\.table.name))
        let searched = strategies.flatMap(\.columns).reduce(into: Set<String>()) {
            $0.formUnion(pass.graph.otherExtents($1))
        }
        return try strategies.map { strategy in
            MigrationForecast.Table(
                name: strategy.table.name,
                rows: try rows(strategy.older),
                way: strategy.way,
                reason: strategy.reason + (try strategy.way == .fill ? rowsRead(strategy) : "")
            )
        }
            + dropped.map { table in
                let isKept = read.contains(table.name) || table.extents.contains { searched.contains($0.text) }
                return MigrationForecast.Table(
                    name: table.name,
                    rows: try rows(table),
                    way: nil,
                    reason: isKept ? "what its rows say goes to other tables" : "its rows are lost, as accepted"
                )
            }
    }

    /// The bytes that passes need: those of the first one, or of a later one whose code needs more.
    static func bytesNeeded(_ works: [WorkForecast]) throws -> Int {
        let counted = works.enumerated().filter { $0.offset == 0 || $0.element.pass.swift != nil }
        return try counted.map { try $0.element.bytesNeeded() }.max() ?? 0
    }

    /// The bytes to write: first to the write-ahead log, then to the file, both of which may grow by that much; and the copies
    /// of older tables that code reads.
    func bytesNeeded() throws -> Int {
        let names: [String] = pass.strategies.tables.filter(\.writesRows).flatMap { strategy in
            let older = strategy.way == .append ? nil : strategy.older
            return older.map { [$0.name] } ?? strategy.sources.map(\.table.name)
        }
        let copied = pass.swift == nil ? [] : pass.source.tables.map(\.name)
        return try 2 * Set(names).reduce(0) { try $0 + bytes(of: $1) } + copied.reduce(0) { try $0 + bytes(of: $1) }
    }

    /// The minimum number of bytes to write: half the size of the tables that are copied with all rows and columns.
    /// Converted values may be smaller, but hardly less than half.
    func leastBytesNeeded() throws -> Int {
        let copied: [String] = pass.strategies.tables.compactMap { strategy in
            let isWhole =
                strategy.way == .rebuild && strategy.isWhole
                && strategy.goneColumns(pass.graph).isEmpty
            return isWhole ? strategy.older?.name : nil
        }
        return try Set(copied).reduce(0) { try $0 + bytes(of: $1) } / 2
    }

    /// The size of a table and its indexes in bytes; that of the whole file if SQLite has no `dbstat`.
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

    /// The approximate duration in seconds, checks included, as `Benchmarks` measured it for a million rows.
    static func seconds(_ pass: TablePass, _ tables: [MigrationForecast.Table]) -> Double {
        // Nothing is known of what code does. Changing each object took 7 seconds in a closure, and 12 in a policy.
        let code = pass.swift == nil ? 0 : tables.reduce(0) { $0 + 10 * Double($1.rows ?? 0) / 1_000_000 }
        return zip(pass.strategies.tables, tables).reduce(code) { sum, pair in
            let (strategy, table) = pair
            let millions = Double(table.rows ?? 0) / 1_000_000
            let (columns, indexes) = (Double(strategy.table.columns.count), Double(strategy.table.indexes.count))
            return sum
                + {
                    switch strategy.way {
                    case .nothing, .create: 0
                    case .catalogue: 0.1 * millions
                    case .update: 0.5 * millions
                    case .rewrite: 1.2 * millions
                    case .append: 0.6 * indexes * millions
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
        case .update, .rewrite, .rebuild, .append, .fill: true
        }
    }
}
