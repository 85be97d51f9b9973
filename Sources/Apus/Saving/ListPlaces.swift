import ApusSchema
import GRDB
import GRDBSQLite

/// The places that objects are to have in the lists of ordered relationships once a save is done.
struct ListPlaces {
    /// An object in a list: the list's owner, the position of its relationship, the object.
    private struct Entry: Hashable {
        let owner: ObjectIdentifier
        let position: Int
        let object: ObjectIdentifier
    }

    /// An object that stays in a list, at another place.
    struct Move {
        let owner: ModelObject
        let position: Int
        let object: ModelObject
        let place: Int64
    }

    /// The objects that stay and move.
    private(set) var moves: [Move] = []
    private var places: [Entry: Int64] = [:]

    /// The places of the lists that objects have changed.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    init(of owners: [ModelObject], _ container: ModelContainer, _ database: Database) throws {
        for owner in owners {
            guard let table = owner.table, !table.listPositions.isEmpty, let values = owner.values else { continue }
            for position in table.listPositions {
                let relationship: RelationshipDescription = table.entity.relationship(at: position)
                guard relationship.storage != .memory,
                    case .many(let related) = values[apusEnd: position].state,
                    related.isReordered || !related.added.isEmpty,
                    let far = container.table(of: relationship.destination)
                else { continue }
                let old: [Int64: Int64] = try Self.places(
                    owner,
                    StatementCache.Key.places(table.id, position: position),
                    Self.query(relationship, table.pairs[position], far),
                    container,
                    database
                )
                if related.isLoaded {
                    place(related.objects.filter { !$0.isDeleted }, owner, position, old)
                } else {
                    append(related.added, owner, position, after: old.values.max() ?? 0)
                }
            }
        }
    }

    /// The place of an object in a list that was changed.
    func place(of object: ModelObject, in owner: ModelObject, at position: Int) -> Int64? {
        places[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))]
    }

    private mutating func place(_ list: [ModelObject], _ owner: ModelObject, _ position: Int, _ old: [Int64: Int64]) {
        let before: [Int64?] = list.map { $0.row.flatMap { old[$0] } }
        for ((object, new), before) in zip(zip(list, Places.rising(before)), before) {
            places[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))] = new
            if before != nil, before != new {
                moves.append(Move(owner: owner, position: position, object: object, place: new))
            }
        }
    }

    private mutating func append(_ added: [ModelObject], _ owner: ModelObject, _ position: Int, after last: Int64) {
        for (index, object) in added.enumerated() {
            let place: Int64 = last &+ Int64(index + 1) &* Layout.placeGap
            places[Entry(owner: ObjectIdentifier(owner), position: position, object: ObjectIdentifier(object))] = place
        }
    }

    private static func query(_ relationship: RelationshipDescription, _ pairs: PairTable?, _ far: EntityTable)
        -> String?
    {
        if let pairs {
            return pairs.place.map { "SELECT \(pairs.far), \($0) FROM \(pairs.name) WHERE \(pairs.near) = ?1" }
        }
        guard let inverse = relationship.inverse, let place = far.placeColumns[inverse] else { return nil }
        return "SELECT \(far.identity), \(place) FROM \(far.name) WHERE \(far.column(at: inverse)) = ?1"
    }

    /// The places that the store has, by the objects' rows.
    private static func places(
        _ owner: ModelObject,
        _ key: StatementCache.Key,
        _ query: String?,
        _ container: ModelContainer,
        _ database: Database
    ) throws -> [Int64: Int64] {
        guard owner.standing == .stored, let row = owner.row, let query else { return [:] }
        var found: [Int64: Int64] = [:]
        let statement: PreparedStatement = try container.statements.statement(key, database, sql: query)
        statement.bind(row)
        try statement.rows { found[RowReader.identity($0)] = sqlite3_column_int64($0, 1) }
        return found
    }
}
