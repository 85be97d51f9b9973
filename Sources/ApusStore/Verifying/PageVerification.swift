import Foundation
import GRDB

/// SQLite's check of all pages, and of all indexes against their tables.
struct PageVerification {
    /// The checks, by the names of their pragmas.
    enum Kind: String {
        /// All pages and values, and whether indexes fit their tables.
        case integrity = "integrity_check"
        /// All pages and values.
        case quick = "quick_check"
    }

    /// The errors, including the one that ends the check.
    private(set) var damages: [String] = []

    /// The tables that could not be checked, each with SQLite's message.
    private(set) var uncheckedTables: [String] = []

    private let kind: Kind

    /// Checks a whole database. If an index needs a function or a collation that only the app has, SQLite checks nothing
    /// at all, so the tables are checked one by one then, but not the list of free pages.
    ///
    /// - Parameters:
    ///   - db: The connection; damage may end its transaction.
    ///   - kind: The check.
    /// - Throws: `DatabaseError`.
    init(_ db: Database, _ kind: Kind) throws {
        self.kind = kind
        do {
            try check(nil, db)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            let tables = try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name"
            )
            try check(tables, db)
        }
    }

    /// Checks some tables, without the list of free pages.
    ///
    /// - Parameters:
    ///   - db: The connection; damage may end its transaction.
    ///   - kind: The check.
    ///   - tables: The names of tables that exist.
    /// - Throws: `DatabaseError`.
    init(_ db: Database, _ kind: Kind, tables: [String]) throws {
        self.kind = kind
        try check(tables, db)
    }

    /// The first damage.
    ///
    /// - Parameter ofPage: Whether damaged values do not count.
    /// - Returns: The first line of SQLite's message about a damage; `nil` if there is none.
    /// - Throws: `DatabaseError` if the disk did not give a page, which SQLite reports like damage.
    func firstDamage(ofPage: Bool = false) throws -> String? {
        for code in damages.compactMap({
            $0.components(separatedBy: "unable to get the page. error code=").dropFirst().first
        }) {
            let result = ResultCode(rawValue: Int32(code.prefix { $0.isNumber }) ?? 0)
            if result.primaryResultCode == .SQLITE_IOERR { throw DatabaseError(resultCode: result) }
        }
        // SQLite reports all pages at once, below a title, and each value alone.
        let title = "*** in database"
        guard let first = ofPage ? damages.first(where: { $0.hasPrefix(title) }) : damages.first else { return nil }
        return first.split(separator: "\n").first { !$0.hasPrefix(title) }.map(String.init) ?? first
    }

    private mutating func check(_ tables: [String], _ db: Database) throws {
        for table in tables {
            do {
                try check(table, db)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                uncheckedTables.append("'\(table)': \(error.message ?? "")")
            }
        }
    }

    private mutating func check(_ table: String?, _ db: Database) throws {
        // A row that breaks a check, which was added by hand, is no damage of the file, and SQLite finds it on connections that
        // write only.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        do {
            let lines = try String.fetchCursor(db, sql: "PRAGMA \(kind.rawValue)(\(table.map(SQLText.name) ?? "20"))")
            while let line = try lines.next() { if line != "ok" { damages.append(line) } }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            damages.append(error.message ?? "the file is damaged")
        }
    }
}
