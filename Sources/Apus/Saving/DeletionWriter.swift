/// Deletes the rows of deleted objects, with their join table rows and external files.
struct DeletionWriter {
    let save: SaveTransaction

    /// Deletes an object's row.
    func delete(_ object: ModelObject) throws {
        let table = try save.table(of: object)
        guard let row = object.row else { return }
        for join in table.referringColumns {
            let statement = try save.statement(
                .removeJoinRows(join),
                sql: "DELETE FROM \(join.table) WHERE \(join.column) = ?1"
            )
            statement.bind(row)
            try statement.run()
        }
        try save.dropFiles(of: object, in: table, at: table.externalPositions)
        let statement = try save.statement(
            .delete(table.id),
            sql: "DELETE FROM \(table.name) WHERE \(table.identity) = ?1"
        )
        statement.bind(row)
        try statement.run()
    }
}
