import Foundation
import GRDB

/// A record as GRDB's documentation advises where speed matters: columns by position.
struct PositionalOrder: FetchableRecord, PersistableRecord {
    static let databaseTableName = "Order"

    var id: Int64
    var number: Int64
    var customer: String
    var status: String
    var placedAt: Double
    var shippedAt: Double?
    var total: Double
    var items: Int32
    var note: String?
    var isPaid: Bool
    var reference: UUID

    init(_ index: Int) {
        id = Int64(index + 1)
        number = Int64(index) &* 7919
        customer = "Customer \(index % 1000)"
        status = ["placed", "packed", "shipped", "delivered"][index % 4]
        placedAt = Double(index) * 60
        shippedAt = index % 3 == 0 ? nil : Double(index) * 60 + 86_400
        total = Double(index % 10_000) / 100
        items = Int32(index % 12)
        note = index % 5 == 0 ? "Leave it at the neighbour's door, please (\(index))" : nil
        isPaid = index % 2 == 0
        reference = UUID(
            uuid: (
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, UInt8(truncatingIfNeeded: index >> 24),
                UInt8(truncatingIfNeeded: index >> 16), UInt8(truncatingIfNeeded: index >> 8),
                UInt8(truncatingIfNeeded: index)
            )
        )
    }

    init(row: Row) {
        id = row[0]
        number = row[1]
        customer = row[2]
        status = row[3]
        placedAt = row[4]
        shippedAt = row[5]
        total = row[6]
        items = row[7]
        note = row[8]
        isPaid = row[9]
        reference = row[10]
    }

    func encode(to container: inout PersistenceContainer) {
        container["_id"] = id
        container["number"] = number
        container["customer"] = customer
        container["status"] = status
        container["placedAt"] = placedAt
        container["shippedAt"] = shippedAt
        container["total"] = total
        container["items"] = items
        container["note"] = note
        container["isPaid"] = isPaid
        container["reference"] = reference
    }
}

/// A record as most people write it.
struct CodableOrder: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "Order"

    var _id: Int64
    var number: Int64
    var customer: String
    var status: String
    var placedAt: Double
    var shippedAt: Double?
    var total: Double
    var items: Int32
    var note: String?
    var isPaid: Bool
    var reference: UUID

    init(_ order: PositionalOrder) {
        _id = order.id
        number = order.number
        customer = order.customer
        status = order.status
        placedAt = order.placedAt
        shippedAt = order.shippedAt
        total = order.total
        items = order.items
        note = order.note
        isPaid = order.isPaid
        reference = order.reference
    }
}

/// A record with a number that no other one has.
struct ClientRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "Client"

    var number: Int64
    var name: String
}
