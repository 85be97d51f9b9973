/// Removes the rows of deleted objects, with the pairs and the files that only they have.
struct DeletionWriter {
    let save: SaveTransaction

    /// Removes an object's row.
    func delete(_ object: ModelObject) throws {
        let table: EntityTable = try save.table(of: object)
        guard let row = object.row else { return }
        for pairs in table.pairColumns {
            let statement: PreparedStatement = try save.statement(
                .removePairs(pairs),
                sql: "DELETE FROM \(pairs.table) WHERE \(pairs.column) = ?1"
            )
            statement.bind(row)
            try statement.run()
        }
        try save.dropFiles(of: object, in: table, at: table.externalPositions)
        let statement: PreparedStatement = try save.statement(
            .delete(table.id),
            sql: "DELETE FROM \(table.name) WHERE \(table.identity) = ?1"
        )
        statement.bind(row)
        try statement.run()
    }
}
