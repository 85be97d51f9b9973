/// Moves keys that no two rows may share out of the way, so that objects can exchange them.
struct UniqueKeyParking {
    let save: SaveTransaction

    /// Parks the changed unique keys of an object, whose row is written in the same transaction.
    func park(_ object: ModelObject) throws {
        let table: EntityTable = try save.table(of: object)
        guard let row = object.row else { return }
        for position in table.uniqueKeys where object.changes.contains(position) {
            // No row has a negative identity, so the key is unique; it does not outlive the transaction.
            let statement: PreparedStatement = try save.statement(
                .park(table.id, position: position),
                sql: """
                    UPDATE \(table.name) SET \(table.column(at: position)) = -\(table.identity)
                    WHERE \(table.identity) = ?1
                    """
            )
            statement.bind(row)
            try statement.run()
        }
    }
}
