import ApusSchema

/// Binds the foreign keys of to-one relationships, each with its order key if the inverse is ordered.
struct KeyWriter {
    let save: SaveTransaction
    let orderKeys: ListOrderKeys?

    /// Binds an object's foreign key, and its order key if the inverse is ordered.
    func bind(_ position: Int, of object: ModelObject, in table: EntityTable, to writer: inout RowWriter) throws {
        if case .row(let row) = object.knownValues[apusEnd: position].state {
            writer.bind(row)
            if table.orderKeyColumns[position] != nil {
                writer.bind(try lastOrderKey(row, position, table) &+ Layout.placeGap)
            }
        } else {
            let other = object.one(position)
            writer.bind(other?.row)
            guard table.orderKeyColumns[position] != nil else { return }
            let list = table.entity.relationship(at: position).inverse
            if let other, let row = other.row, let list {
                let orderKey = orderKeys?.orderKey(of: object, in: other, at: list)
                writer.bind(try orderKey ?? lastOrderKey(row, position, table) &+ Layout.placeGap)
            } else {
                writer.bind(Int64?.none)
            }
        }
    }

    /// The last order key in the list of the object that a foreign key refers to.
    private func lastOrderKey(_ row: Int64, _ position: Int, _ table: EntityTable) throws -> Int64 {
        guard let column = table.orderKeyColumns[position] else { return 0 }
        let statement = try save.statement(
            .lastOrderKey(table.id, position: position),
            sql: "SELECT ifnull(max(\(column)), 0) FROM \(table.name) WHERE \(table.column(at: position)) = ?1"
        )
        var last: Int64 = 0
        statement.bind(row)
        try statement.rows { last = RowReader.identity($0) }
        return last
    }
}
