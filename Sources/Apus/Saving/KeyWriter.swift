import ApusSchema

/// Gives the keys of to-one relationships to statements, each with the order key of the object in the far end's list.
struct KeyWriter {
    let save: SaveTransaction
    let places: ListPlaces?

    /// Gives an object's key, and its order key where the inverse is ordered.
    func bind(_ position: Int, of object: ModelObject, in table: EntityTable, to writer: inout RowWriter) throws {
        if case .row(let row) = object.knownValues[apusEnd: position].state {
            writer.bind(row)
            if table.placeColumns[position] != nil {
                writer.bind(try lastPlace(row, position, table) &+ Layout.placeGap)
            }
        } else {
            let other: ModelObject? = object.one(position)
            writer.bind(other?.row)
            guard table.placeColumns[position] != nil else { return }
            let list: Int? = table.entity.relationship(at: position).inverse
            if let other, let row = other.row, let list {
                let place: Int64? = places?.place(of: object, in: other, at: list)
                writer.bind(try place ?? lastPlace(row, position, table) &+ Layout.placeGap)
            } else {
                writer.bind(Int64?.none)
            }
        }
    }

    /// The last order key in the list of the object that a key points at.
    private func lastPlace(_ row: Int64, _ position: Int, _ table: EntityTable) throws -> Int64 {
        guard let place = table.placeColumns[position] else { return 0 }
        let statement: PreparedStatement = try save.statement(
            .lastPlace(table.id, position: position),
            sql: "SELECT ifnull(max(\(place)), 0) FROM \(table.name) WHERE \(table.column(at: position)) = ?1"
        )
        var last: Int64 = 0
        statement.bind(row)
        try statement.rows { last = RowReader.identity($0) }
        return last
    }
}
