import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// The work that migrations left for later, in pieces.
///
/// A piece is a transaction: it clears a column in some rows, drops a column, or makes an index. How far a column is cleared is noted in the
/// same transaction, and what is done leaves the list, so that whatever interrupts the work, the next call goes on. Each piece reads the
/// list again under the write lock, because other processes may do the same work.
struct DeferredPieces {
    let path: String
    var now: @Sendable () -> Date = { Date() }
    /// Called in each transaction before anything else.
    var check: (Database) throws -> Void = { _ in }

    /// How many rows the first piece clears.
    static let firstRows = 500

    /// How many rows a piece clears at most.
    static let mostRows = 2000

    /// How many rows the next piece clears, so that it takes some hundredths of a second even if values are large.
    ///
    /// - Parameters:
    ///   - rows: How many the last one cleared.
    ///   - seconds: How long that took.
    /// - Returns: The number of rows.
    static func rows(after rows: Int, taking seconds: Double) -> Int {
        let most = 0.04
        if seconds > most { return max(1, Int(Double(rows) * most / seconds)) }
        return seconds < most / 2 ? min(2 * rows, mostRows) : rows
    }

    /// What a piece did.
    struct Piece: Equatable {
        let work: DeferredWork
        /// The number of rows in which the column was cleared.
        var rows = 0
        /// Whether the work is done.
        let isDone: Bool
        /// How long the write lock was held, in seconds.
        var seconds = 0.0
        /// What the store's log says of the work of this call.
        var log = DeferredLog()
    }

    /// Work that cannot be done because of something that was added by hand. Other work can.
    struct Blocked: Error {
        /// The row of the list.
        let item: Int64
        let error: StoreError
    }

    /// Does the next piece.
    ///
    /// - Parameters:
    ///   - db: A connection that writes, outside of a transaction.
    ///   - rows: How many rows a piece clears.
    ///   - blocked: The rows of the list that are left out.
    ///   - log: What the store's log says of the pieces before.
    /// - Returns: The piece; `nil` if nothing is left.
    /// - Throws: `Blocked`, `StoreError` or `DatabaseError`; the piece is rolled back then.
    func next(
        _ db: Database,
        rows: Int = firstRows,
        leavingOut blocked: Set<Int64> = [],
        after log: DeferredLog = DeferredLog()
    ) throws -> Piece? {
        guard try DeferredWork.hasName(db) else { return nil }
        var piece: Piece?
        var start = ContinuousClock.now
        // Nothing that the model has changes, so no trigger of a history or of a user may fire.
        try db.enableTriggers(false, path: path)
        defer { try? db.enableTriggers(true, path: path) }
        try db.inTransaction(.immediate) {
            start = .now
            try check(db)
            guard try DeferredWork.hasName(db) else { return .rollback }
            guard try DeferredWork.hasTable(db) else {
                throw StoreError(path, .changedTable(StoreFormat.deferredTable))
            }
            // Columns that the list does not name are added to it.
            if try DeferredItem.read(db).isEmpty { try end(db) }
            guard try DeferredWork.hasName(db) else { return .commit }
            let items = try DeferredItem.read(db).filter { !blocked.contains($0.id) }
            piece = try items.first.map { try perform($0, of: items, rows, log, db) }
            if try DeferredItem.read(db).isEmpty { try end(db) }
            return .commit
        }
        piece?.seconds = (ContinuousClock.now - start) / .seconds(1)
        return piece
    }

    private func perform(
        _ item: DeferredItem,
        of items: [DeferredItem],
        _ rows: Int,
        _ log: DeferredLog,
        _ db: Database
    ) throws -> Piece {
        let start = ContinuousClock.now
        switch item.work.kind {
        case .column:
            if let rows = try clear(item, of: items, rows, db) {
                return Piece(work: item.work, rows: rows, isDone: false, log: log)
            }
            try drop(item, db)
        case .index: try make(item, db)
        }
        try db.execute(sql: "DELETE FROM apus_deferred WHERE id = ?", arguments: [item.id])
        var log = log
        try log.add(item.work, seconds: (ContinuousClock.now - start) / .seconds(1), at: now(), db)
        return Piece(work: item.work, isDone: true, log: log)
    }

    /// The types of the columns of an item's table, and the name of its key; `nil` if the column is not there.
    private func table(of item: DeferredItem, _ db: Database) throws -> (types: [String: String], key: String?)? {
        guard LeftColumn.number(of: item.name) != nil else { return nil }
        var types: [String: String] = [:]
        var key: String?
        let sql = "SELECT name, type, pk FROM pragma_table_xinfo(?)"
        for row in try Row.fetchAll(db, sql: sql, arguments: [item.work.table]) {
            let name: String = try row.decode(atIndex: 0)
            types[name] = try row.decode(atIndex: 1)
            if try row.decode(Int.self, atIndex: 2) > 0 { key = name }
        }
        return types[item.name] == nil ? nil : (types, key)
    }

    /// Clears a column in the next rows, so that the last step, which rewrites all rows, has less to write, together with the other columns
    /// of the table that are cleared as far. Numbers are as short as nulls, nearly, so their column is dropped without that.
    ///
    /// - Returns: The number of rows; `nil` if nothing is to be cleared any more.
    private func clear(_ item: DeferredItem, of items: [DeferredItem], _ rows: Int, _ db: Database) throws -> Int? {
        guard let (types, found) = try table(of: item, db), let column = found else { return nil }
        let together = items.filter { other in
            other.work.kind == .column && other.work.table == item.work.table && other.cleared == item.cleared
                && LeftColumn.number(of: other.name) != nil
                && types[other.name].map { !["INTEGER", "REAL"].contains($0) } ?? false
        }
        guard together.contains(where: { $0.id == item.id }) else { return nil }
        let (table, key) = (SQLText.name(item.work.table), SQLText.name(column))
        let start = item.cleared.map { "\(key) > \($0)" } ?? "TRUE"
        let last = try Int64.fetchOne(
            db,
            sql: "SELECT max(\(key)) FROM (SELECT \(key) FROM \(table) WHERE \(start) ORDER BY \(key) LIMIT \(rows))"
        )
        guard let last else { return nil }
        let names = together.map { SQLText.name($0.name) }
        // `OR ABORT` overrides conflict clauses that were added by hand.
        try db.execute(
            sql: """
                UPDATE OR ABORT \(table) SET \(names.map { "\($0) = NULL" }.joined(separator: ", "))
                WHERE \(start) AND \(key) <= \(last) AND (\(names.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")))
                """
        )
        let cleared = db.changesCount
        let ids = together.map { "\($0.id)" }.joined(separator: ", ")
        try db.execute(sql: "UPDATE apus_deferred SET cleared = ? WHERE id IN (\(ids))", arguments: [last])
        return cleared
    }

    private func drop(_ item: DeferredItem, _ db: Database) throws {
        guard try table(of: item, db) != nil else { return }
        do {
            try db.acceptingStringsInDoubleQuotes {
                try db.execute(
                    sql: "ALTER TABLE \(SQLText.name(item.work.table)) DROP COLUMN \(SQLText.name(item.name))"
                )
            }
        } catch let error as DatabaseError where error.message?.hasPrefix("error in ") == true {
            throw Blocked(item: item.id, error: StoreError(path, reading: error, isBefore: false))
        }
    }

    /// Makes an index, unless there is an equal one by now.
    private func make(_ item: DeferredItem, _ db: Database) throws {
        let schema = try StoreDescription.read(db, model: item.work.model, path: path).state.schema
        guard let table = Layout(schema).table(item.work.table),
            let index = table.indexes.first(where: { table.indexName($0) == item.name && table.canDefer($0) })
        else { return }
        let live = try LiveCatalogue(db)
        guard let found = live.table(table.name), found.index(like: index, of: table) == nil else { return }
        try db.run(table.createStatement(of: index, named: live.names.freeName(item.name)))
    }

    /// Drops the list, unless the store has columns that it does not name.
    private func end(_ db: Database) throws {
        let columns = try LiveCatalogue(db).leftColumns(in: db, path: path)
        if columns.isEmpty {
            let sql = "DROP TABLE apus_deferred; PRAGMA user_version = \(StoreFormat.number)"
            return try db.execute(sql: sql)
        }
        for (table, column) in columns {
            let model = try StoreDescription.readAll(db, path: path).first { $0.state.layout.table(table) != nil }?
                .model
            try db.execute(
                sql: "INSERT INTO apus_deferred (model, kind, table_name, name) VALUES (?, 'column', ?, ?)",
                arguments: [model ?? "", table, column.name]
            )
        }
    }
}
