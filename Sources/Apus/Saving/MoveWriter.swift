/// Gives objects that stay in a list their new order keys.
struct MoveWriter {
    let save: SaveTransaction

    /// Writes one object's order key.
    func carryOut(_ move: ListPlaces.Move) throws {
        let table: EntityTable = try save.table(of: move.owner)
        let relationship: RelationshipDescription = table.entity.relationship(at: move.position)
        guard let near = move.owner.row, let far = move.object.row else { return }
        let sql: String
        if let pairs = table.pairs[move.position], let place = pairs.place {
            sql = "UPDATE \(pairs.name) SET \(place) = ?3 WHERE \(pairs.near) = ?1 AND \(pairs.far) = ?2"
        } else if let inverse = relationship.inverse, let list = save.container.table(of: relationship.destination),
            let place = list.placeColumns[inverse]
        {
            sql = """
                UPDATE \(list.name) SET \(place) = ?3 WHERE \(list.identity) = ?2 AND \(list.column(at: inverse)) = ?1
                """
        } else {
            return
        }
        let statement: PreparedStatement = try save.statement(.move(table.id, position: move.position), sql: sql)
        statement.bind(near, far, move.place)
        try statement.run()
    }
}
