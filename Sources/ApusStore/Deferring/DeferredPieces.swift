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

    /// How many rows a piece clears: a piece takes some hundredths of a second.
    static let rowsPerPiece = 2000

    /// What a piece did.
    struct Piece: Equatable {
        let work: DeferredWork
        /// The number of rows in which the column was cleared.
        var rows = 0
        /// Whether the work is done.
        let isDone: Bool
    }

    /// Does the next piece.
    ///
    /// - Parameter db: A connection that writes, outside of a transaction.
    /// - Returns: The piece; `nil` if nothing is left.
    /// - Throws: `StoreError` or `DatabaseError`; the piece is rolled back then.
    func next(_ db: Database) throws -> Piece? {
        let isPending = try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)",
            arguments: [StoreFormat.deferredTable]
        )
        guard isPending == true else { return nil }
        var piece: Piece?
        // Nothing that the model has changes, so no trigger of a history or of a user may fire.
        try db.enableTriggers(false, path: path)
        defer { try? db.enableTriggers(true, path: path) }
        try db.inTransaction(.immediate) {
            try check(db)
            guard try db.tableExists(StoreFormat.deferredTable) else { return .rollback }
            guard try DeferredWork.hasTable(db) else {
                throw StoreError(path, .failedCheck("the table '\(StoreFormat.deferredTable)' is not as Apus makes it"))
            }
            // Columns that the list does not name are added to it.
            if try DeferredItem.read(db).isEmpty { try end(db) }
            guard try db.tableExists(StoreFormat.deferredTable) else { return .commit }
            piece = try DeferredItem.read(db).first.map { try perform($0, db) }
            if try DeferredItem.read(db).isEmpty { try end(db) }
            return .commit
        }
        return piece
    }

    private func perform(_ item: DeferredItem, _ db: Database) throws -> Piece {
        let start = ContinuousClock.now
        switch item.work.kind {
        case .column:
            if let rows = try clear(item, db) { return Piece(work: item.work, rows: rows, isDone: false) }
            try drop(item, db)
        case .index: try make(item, db)
        }
        try db.execute(sql: "DELETE FROM apus_deferred WHERE id = ?", arguments: [item.id])
        try log(item.work, seconds: (ContinuousClock.now - start) / .seconds(1), db)
        return Piece(work: item.work, isDone: true)
    }

    /// The columns of a column's table, as SQLite reports them; none if the column is not there.
    private func columns(_ item: DeferredItem, _ db: Database) throws -> [LiveTable.Column] {
        guard LeftColumn.number(of: item.name) != nil else { return [] }
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT name, type, pk FROM pragma_table_xinfo(?)",
            arguments: [item.work.table]
        )
        let found: [LiveTable.Column] = try rows.map { row in
            LiveTable.Column(
                name: try row.decode(atIndex: 0),
                type: try row.decode(atIndex: 1),
                isRequired: false,
                isPrimaryKey: try row.decode(Int.self, atIndex: 2) > 0,
                isGenerated: false
            )
        }
        return found.contains { $0.name == item.name } ? found : []
    }

    /// Clears a column in the next rows, so that the last step, which rewrites all rows, has less to write. Numbers are as short as nulls,
    /// nearly, so their column is dropped without that.
    ///
    /// - Returns: The number of rows; `nil` if nothing is to be cleared any more.
    private func clear(_ item: DeferredItem, _ db: Database) throws -> Int? {
        let columns = try columns(item, db)
        guard let type = columns.first(where: { $0.name == item.name })?.type, !["INTEGER", "REAL"].contains(type),
            let key = columns.first(where: \.isPrimaryKey)?.name
        else { return nil }
        let (table, identity, name) = (SQLText.name(item.work.table), SQLText.name(key), SQLText.name(item.name))
        let start = item.cleared.map { "\(identity) > \($0)" } ?? "TRUE"
        let last = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(\(identity)) FROM
                  (SELECT \(identity) FROM \(table) WHERE \(start) ORDER BY \(identity) LIMIT \(Self.rowsPerPiece))
                """
        )
        guard let last else { return nil }
        // `OR ABORT` overrides conflict clauses that were added by hand.
        try db.execute(
            sql: """
                UPDATE OR ABORT \(table) SET \(name) = NULL
                WHERE \(start) AND \(identity) <= \(last) AND \(name) IS NOT NULL
                """
        )
        let rows = db.changesCount
        try db.execute(sql: "UPDATE apus_deferred SET cleared = ? WHERE id = ?", arguments: [last, item.id])
        return rows
    }

    private func drop(_ item: DeferredItem, _ db: Database) throws {
        guard try !columns(item, db).isEmpty else { return }
        do {
            try db.acceptingStringsInDoubleQuotes {
                try db.execute(
                    sql: "ALTER TABLE \(SQLText.name(item.work.table)) DROP COLUMN \(SQLText.name(item.name))"
                )
            }
        } catch let error as DatabaseError where error.message?.hasPrefix("error in ") == true {
            throw StoreError(path, reading: error, isBefore: false)
        }
    }

    /// Makes an index, unless there is an equal one by now.
    private func make(_ item: DeferredItem, _ db: Database) throws {
        let schema = try StoreDescription.read(db, model: item.work.model, path: path).state.schema
        guard let table = Layout(schema).table(item.work.table),
            let index = table.indexes.first(where: { table.indexName($0) == item.name && $0.canBeDeferred })
        else { return }
        let live = try LiveCatalogue(db)
        guard let found = live.table(table.name), found.index(like: index, of: table) == nil else { return }
        var name = item.name
        var number = 2
        while live.names.contains(name.folded) {
            name = "\(item.name)_\(number)"
            number += 1
        }
        try db.run(table.createStatement(of: index, named: name))
    }

    /// Drops the list, unless the store has columns that it does not name.
    private func end(_ db: Database) throws {
        let columns = try LiveCatalogue(db).leftColumns
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

    private func log(_ work: DeferredWork, seconds: Double, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
                SELECT model, version, version, ?, ?, 0, ? FROM apus_model WHERE model = ?
                """,
            arguments: [now().formatted(.iso8601), seconds, work.done, work.model]
        )
    }
}
