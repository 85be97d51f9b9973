import ApusSchema
import Foundation
package import GRDB

extension Layout {
    /// The statements that begin the history of a store; none if it keeps none.
    ///
    /// - Parameter generation: The store's generation.
    /// - Returns: The statements.
    func historyBeginning(generation: Int) -> [SQLStatement] {
        guard let recording else { return [] }
        return StoreFormat.historyTables.map { SQLStatement($0.sql) } + [
            SQLStatement(
                """
                INSERT INTO apus_history (model, store, epoch, cut, cut_stamp)
                VALUES (\(SQLText.quoted(recording.model)), lower(hex(randomblob(16))), ?, 0, 0)
                """,
                [.integer(Int64(generation))]
            )
        ]
    }
}

extension Store {
    /// Whether the store keeps a history.
    package var keepsHistory: Bool { layout.recording != nil }

    /// Begins a transaction of the history: what is written until ``endHistory(_:)`` belongs to it.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction that writes.
    ///   - author: Who writes.
    ///   - context: The name of the context.
    /// - Throws: `StoreError` if the history is damaged; `DatabaseError`.
    package func beginHistory(_ db: Database, author: String?, context: String?) throws {
        guard let model = layout.recording?.model else { return }
        try Self.beginHistory(db, of: model, author: author, context: context, path: path)
    }

    static func beginHistory(
        _ db: Database,
        of model: String,
        author: String?,
        context: String?,
        path: String
    ) throws {
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO apus_history_transaction (model, epoch, time, author, context, process)
                SELECT model, epoch, ?, ?, ?, ? FROM apus_history WHERE model = ?
                """
        )
        let now = Date().timeIntervalSinceReferenceDate
        try insertion.execute(arguments: [now, author, context, ProcessInfo.processInfo.processName, model])
        guard db.changesCount == 1 else { throw HistoryError.damaged("there is no row of '\(model)'").storeError(path) }
        try db.cachedStatement(sql: "UPDATE apus_history SET open = ? WHERE model = ?")
            .execute(arguments: [db.lastInsertedRowID, model])
    }

    /// Ends the transaction of the history, and forgets it if nothing was written.
    package func endHistory(_ db: Database) throws {
        try layout.recording.map { try Self.endHistory(db, of: $0.model) }
    }

    static func endHistory(_ db: Database, of model: String) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM apus_history_transaction WHERE id = (SELECT open FROM apus_history WHERE model = ?)
                AND NOT EXISTS (SELECT 1 FROM apus_history_change WHERE transaction_id = apus_history_transaction.id)
                """
        )
        .execute(arguments: [model])
        try db.cachedStatement(sql: "UPDATE apus_history SET open = NULL WHERE model = ?").execute(arguments: [model])
    }
}

extension Store {
    /// Deletes the transactions before a position, which stays valid.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction that writes.
    ///   - position: The position.
    /// - Returns: How many were deleted.
    /// - Throws: ``HistoryError``, `DatabaseError`.
    package func deleteHistory(_ db: Database, before position: HistoryPosition) throws -> Int {
        guard let model = layout.recording?.model else { return 0 }
        let reader = try HistoryReader(db, schema)
        guard try reader.has(position) else { throw HistoryError.expired }
        if position.transaction <= reader.cut.transaction { return 0 }
        let count = try reader.count()
        for table in ["apus_history_change", "apus_history_tombstone"] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE transaction_id IN
                    (SELECT id FROM apus_history_transaction WHERE model = ? AND id <= ?)
                    """,
                arguments: [model, position.transaction]
            )
        }
        try db.execute(
            sql: "DELETE FROM apus_history_transaction WHERE model = ? AND id <= ?",
            arguments: [model, position.transaction]
        )
        try db.execute(
            sql: "UPDATE apus_history SET cut = ?, cut_stamp = ? WHERE model = ?",
            arguments: [position.transaction, position.stamp, model]
        )
        try db.execute(
            sql: """
                DELETE FROM apus_history_name WHERE model = ?1 AND epoch NOT IN
                (SELECT epoch FROM apus_history_transaction WHERE model = ?1)
                """,
            arguments: [model]
        )
        return try count - reader.count()
    }

    /// The position of the last transaction before a moment, such that all earlier ones are before it, too.
    package func historyPosition(_ db: Database, before time: Double) throws -> HistoryPosition? {
        guard let model = layout.recording?.model else { return nil }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT id, stamp FROM apus_history_transaction WHERE model = ?1 AND id < ifnull(
                (SELECT min(id) FROM apus_history_transaction WHERE model = ?1 AND time >= ?2), 9223372036854775807)
                ORDER BY id DESC LIMIT 1
                """,
            arguments: [model, time]
        )
        return try row.map { HistoryPosition(transaction: try $0.value(0), stamp: try $0.value(1)) }
    }
}
