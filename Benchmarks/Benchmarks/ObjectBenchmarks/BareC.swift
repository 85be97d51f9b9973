import Foundation
import GRDBSQLite

/// What an expert would write who knows the table and needs nothing else: SQLite's own calls.
enum BareC {
    final class Order {
        let id: Int64
        var number: Int64
        var customer: String
        var status: String
        var placedAt: Date
        var shippedAt: Date?
        var total: Double
        var items: Int32
        var note: String?
        var isPaid: Bool
        var reference: UUID

        init(_ row: OpaquePointer) {
            func text(_ column: Int32) -> String {
                let start = sqlite3_column_text(row, column)
                return String(
                    decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column))),
                    as: UTF8.self
                )
            }
            func isNull(_ column: Int32) -> Bool { sqlite3_column_type(row, column) == SQLITE_NULL }
            id = sqlite3_column_int64(row, 0)
            number = sqlite3_column_int64(row, 1)
            customer = text(2)
            status = text(3)
            placedAt = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 4))
            shippedAt = isNull(5) ? nil : Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 5))
            total = sqlite3_column_double(row, 6)
            items = Int32(truncatingIfNeeded: sqlite3_column_int64(row, 7))
            note = isNull(8) ? nil : text(8)
            isPaid = sqlite3_column_int64(row, 9) != 0
            reference = UUID(
                uuid: UnsafeRawBufferPointer(start: sqlite3_column_blob(row, 10), count: 16).loadUnaligned(
                    as: uuid_t.self
                )
            )
        }
    }

    static func open(_ path: String) -> OpaquePointer? {
        var connection: OpaquePointer?
        sqlite3_open(path, &connection)
        return connection
    }

    static func fetch(_ connection: OpaquePointer?) -> [Order] {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, Table.select, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        var orders: [Order] = []
        while sqlite3_step(statement) == SQLITE_ROW { statement.map { orders.append(Order($0)) } }
        return orders
    }

    static func insert(_ records: [PositionalOrder], _ connection: OpaquePointer?) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil)
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, Table.insert, -1, &statement, nil)
        for record in records {
            sqlite3_bind_int64(statement, 1, record.id)
            sqlite3_bind_int64(statement, 2, record.number)
            sqlite3_bind_text(statement, 3, record.customer, -1, transient)
            sqlite3_bind_text(statement, 4, record.status, -1, transient)
            sqlite3_bind_double(statement, 5, record.placedAt)
            if let date = record.shippedAt {
                sqlite3_bind_double(statement, 6, date)
            } else {
                sqlite3_bind_null(statement, 6)
            }
            sqlite3_bind_double(statement, 7, record.total)
            sqlite3_bind_int64(statement, 8, Int64(record.items))
            if let note = record.note {
                sqlite3_bind_text(statement, 9, note, -1, transient)
            } else {
                sqlite3_bind_null(statement, 9)
            }
            sqlite3_bind_int64(statement, 10, record.isPaid ? 1 : 0)
            withUnsafeBytes(of: record.reference.uuid) {
                _ = sqlite3_bind_blob(statement, 11, $0.baseAddress, 16, transient)
            }
            sqlite3_step(statement)
            sqlite3_reset(statement)
        }
        sqlite3_finalize(statement)
        sqlite3_exec(connection, "COMMIT", nil, nil, nil)
    }
}

enum Table {
    static let columns =
        #""_id", "number", "customer", "status", "placedAt", "shippedAt", "total", "items", "note", "isPaid", "reference""#
    static let any = #"SELECT \#(columns) FROM "Order""#
    static let select = any + #" ORDER BY "_id""#
    static let insert = #"INSERT INTO "Order" (\#(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"#
}
