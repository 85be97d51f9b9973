/// Replaces unique foreign keys by temporary values, so that objects can exchange them.
struct UniqueKeyParking {
    let save: SaveTransaction

    /// Parks the changed unique foreign keys of an object. Its row is written later in the transaction.
    func park(_ object: ModelObject) throws {
        let table = try save.table(of: object)
        guard let row = object.row else { return }
        for position in table.uniqueKeys where object.changes.contains(position) {
            // No row has a negative identity, so the value is unique; it does not outlive the transaction.
            let statement = try save.statement(
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
