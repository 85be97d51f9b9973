import ApusSchema
import Foundation
import GRDB

/// The encrypted values that deleted objects have left in the history.
enum Tombstones {
    static let table = "apus_history_tombstone"

    /// An encrypted value.
    struct Sealed {
        let transaction: Int64
        let root: String
        let identity: Int64
        let path: String
        let bytes: Data
        let seal: ApusSchema.Column.Seal

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

    /// The values; those that are damaged are left out, as they cannot be decrypted.
    static func sealed(_ db: Database) throws -> [Sealed] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT transaction_id, root, identity, path, value, seal_key, seal_subject FROM apus_history_tombstone
                WHERE seal_key IS NOT NULL AND typeof(value) = 'blob'
                """
        )
        return try rows.map { row in
            Sealed(
                transaction: try row.value(0),
                root: try row.value(1),
                identity: try row.value(2),
                path: try row.value(3),
                bytes: try row.value(4),
                seal: ApusSchema.Column.Seal(key: try row.value(5), subject: try row.value(6))
            )
        }
    }
}
