import ApusSchema
import GRDB
import GRDBSQLite

/// The order keys that a save gives to objects in the lists of ordered relationships.
struct ListOrderKeys {
    /// An object in a list: the list's owner, the position of the ordered relationship, the object.
    private struct Entry: Hashable {
        let owner: ObjectIdentifier
        let position: Int
        let object: ObjectIdentifier
    }

    /// An object that stays in a list, with a new order key.
    struct Move {
        let owner: ModelObject
        let position: Int
        let object: ModelObject
        let orderKey: Int64
    }

    /// The objects that move within their lists.
    private(set) var moves: [Move] = []
    private var orderKeys: [Entry: Int64] = [:]

    /// Computes the order keys of the lists that objects have changed.
    ///
    /// - Throws: ``ModelError`` if the store cannot be read.
    init(of owners: [ModelObject], _ save: SaveTransaction) throws {
        for owner in owners {
            guard let table = owner.table, !table.orderedPositions.isEmpty, let values = owner.values else { continue }
            for position in table.orderedPositions {
                let relationship = table.entity.relationship(at: position)
                guard relationship.storage != .memory,
                    case .many(let related) = values[apusEnd: position].state,
                    related.isReordered || !related.added.isEmpty,
                    let far = save.coordinator.table(of: relationship.destination)
                else { continue }
                var old: [Int64: Int64] = [:]
                if owner.lifecycle == .stored, let row = owner.row,
                    let query = Self.query(relationship, table.joinTables[position], far)
                {
                    let statement = try save.statement(
                        .orderKeys(table.id, position: position),
                        sql: query
                    )
                    statement.bind(row)
                    try statement.rows { old[RowReader.identity($0)] = sqlite3_column_int64($0, 1) }
                }
                if related.isLoaded {
                    assign(to: related.objects.filter { !$0.isDeleted }, of: owner, at: position, old: old)
                } else {
                    append(related.added, to: owner, at: position, after: old.values.max() ?? 0)
                }
            }
        }
    }

    /// The order key of an object in a changed list.
    func orderKey(of object: ModelObject, in owner: ModelObject, at position: Int) -> Int64? {
        orderKeys[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))]
    }

    private mutating func assign(
        to list: [ModelObject],
        of owner: ModelObject,
        at position: Int,
        old: [Int64: Int64]
    ) {
        let before = list.map { $0.row.flatMap { old[$0] } }
        for ((object, new), before) in zip(zip(list, OrderKeys.ascending(before)), before) {
            orderKeys[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))] = new
            if before != nil, before != new {
                moves.append(Move(owner: owner, position: position, object: object, orderKey: new))
            }
        }
    }

    private mutating func append(
        _ added: [ModelObject],
        to owner: ModelObject,
        at position: Int,
        after last: Int64
    ) {
        for (index, object) in added.enumerated() {
            let key = last &+ Int64(index + 1) &* Layout.placeGap
            orderKeys[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))] = key
        }
    }

    private static func query(
        _ relationship: RelationshipDescription,
        _ join: JoinTable?,
        _ far: EntityTable
    ) -> String? {
        if let join {
            return join.orderKey.map { "SELECT \(join.far), \($0) FROM \(join.name) WHERE \(join.near) = ?1" }
        }
        guard let inverse = relationship.inverse, let orderKey = far.orderKeyColumns[inverse] else { return nil }
        return "SELECT \(far.identity), \(orderKey) FROM \(far.name) WHERE \(far.column(at: inverse)) = ?1"
    }
}
