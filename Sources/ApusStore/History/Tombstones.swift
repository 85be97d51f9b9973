import ApusSchema
import Foundation
import GRDB

/// The encrypted values that deleted objects have left in the history.
enum Tombstones {
    static let table = "apus_history_tombstone"
    static let column = "value"

    /// How much is read at once.
    private enum Limit {
        static let values = 1000
        static let bytes = 4 << 20
    }

    /// An encrypted value.
    struct Sealed {
        let transaction: Int64
        let root: String
        let identity: Int64
        let path: String
        let bytes: Data
        let seal: ApusSchema.Column.Seal

        /// What a report calls the column.
        var name: RekeyReport.Batch.Column {
            RekeyReport.Batch.Column(table: Tombstones.table, column: Tombstones.column, key: seal.key)
        }

        /// Replaces the value.
        func replace(by sealed: Data, _ db: Database) throws {
            try db.cachedStatement(
                sql: """
                    UPDATE apus_history_tombstone SET value = ?
                    WHERE transaction_id = ? AND root = ? AND identity = ? AND path = ?
                    """
            )
            .execute(arguments: [sealed, transaction, root, identity, path])
        }
    }

    /// Reads the values, some at once, in the order of the table.
    ///
    /// - Parameters:
    ///   - layouts: The tables of the models.
    ///   - db: The store.
    ///   - body: Called with some values. It may replace them.
    /// - Throws: `DatabaseError`; `HistoryError` if the history is damaged.
    static func forEachPage(of layouts: [Layout], _ db: Database, _ body: ([Sealed]) throws -> Void) throws {
        let models = layouts.compactMap { $0.recording?.model }
        guard !models.isEmpty, try db.tableExists(table) else { return }
        var last: Sealed?
        while true {
            let page = try page(of: models, after: last, db)
            if page.isEmpty { return }
            try body(page)
            last = page.last
        }
    }

    private static func page(of models: [String], after last: Sealed?, _ db: Database) throws -> [Sealed] {
        let names = models.map(SQLText.quoted).joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT transaction_id, root, identity, path, value, seal_key, ifnull(seal_subject, '')
                FROM apus_history_tombstone
                WHERE (transaction_id, root, identity, path) > (?, ?, ?, ?)
                  AND seal_key IS NOT NULL AND typeof(value) = 'blob'
                  AND transaction_id IN (SELECT id FROM apus_history_transaction WHERE model IN (\(names)))
                ORDER BY transaction_id, root, identity, path
                """,
            arguments: [last?.transaction ?? .min, last?.root ?? "", last?.identity ?? .min, last?.path ?? ""]
        )
        var (page, bytes) = ([Sealed](), 0)
        while page.count < Limit.values, bytes < Limit.bytes, let row = try rows.next() {
            let value = Sealed(
                transaction: try row.value(0),
                root: try row.value(1),
                identity: try row.value(2),
                path: try row.value(3),
                bytes: try row.value(4),
                seal: ApusSchema.Column.Seal(key: try row.value(5), subject: try row.value(6))
            )
            page.append(value)
            bytes += value.bytes.count
        }
        return page
    }

    /// Decrypts all values.
    ///
    /// - Parameters:
    ///   - layouts: The tables of the models.
    ///   - keys: The keys.
    ///   - db: The store.
    /// - Returns: Those that cannot be decrypted, with the reasons, and how many each key has encrypted.
    /// - Throws: `DatabaseError`; `HistoryError` if the history is damaged.
    static func check(
        of layouts: [Layout],
        _ keys: StoreKeys,
        _ db: Database
    ) throws -> (unreadable: [Verification.BadValues], uses: [Verification.KeyUse]) {
        var (batch, uses) = (RekeyReport.Batch(), [KeyAndUse: Int]())
        try forEachPage(of: layouts, db) { page in
            for value in page {
                let context = value.seal.context(of: value.identity)
                do throws(SealingError) {
                    _ = try keys.sealer.open(value.bytes, key: value.seal.key, context: context)
                } catch { batch.add(error.reason, value.name, of: value.identity) }
                // What is no encrypted value was just reported.
                let used = try? keys.sealer.usedKey(of: value.bytes, key: value.seal.key, context: context)
                uses[KeyAndUse(key: value.seal.key, used: used), default: 0] += 1
            }
        }
        let counted = uses.map { use, count in
            Verification.KeyUse(table: table, column: column, key: use.key, used: use.used, count: count)
        }
        return (batch.sortedProblems, counted.sorted { ($0.key, $0.used.order) < ($1.key, $1.used.order) })
    }

    private struct KeyAndUse: Hashable {
        let key: String
        let used: UsedKey?
    }
}
