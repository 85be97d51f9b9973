/// Updates the order keys of objects that move within a list.
struct MoveWriter {
    let save: SaveTransaction

    /// Writes an object's new order key.
    func carryOut(_ move: ListOrderKeys.Move) throws {
        let table = try save.table(of: move.owner)
        let relationship = table.entity.relationship(at: move.position)
        guard let near = move.owner.row, let far = move.object.row else { return }
        let sql: String
        if let join = table.joinTables[move.position], let orderKey = join.orderKey {
            sql = "UPDATE \(join.name) SET \(orderKey) = ?3 WHERE \(join.near) = ?1 AND \(join.far) = ?2"
        } else if let inverse = relationship.inverse, let list = save.coordinator.table(of: relationship.destination),
            let orderKey = list.orderKeyColumns[inverse]
        {
            sql = """
                UPDATE \(list.name) SET \(orderKey) = ?3 WHERE \(list.identity) = ?2 AND \(list.column(at: inverse)) = ?1
                """
        } else {
            return
        }
        let statement = try save.statement(.move(table.id, position: move.position), sql: sql)
        statement.bind(near, far, move.orderKey)
        try statement.run()
    }
}
