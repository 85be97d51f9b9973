/// Deletes the rows of deleted objects, with their join table rows and external files.
struct DeletionWriter {
    let save: SaveTransaction

    /// Deletes an object's row.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - lost: Called with each row that loses the object in a relationship with a join table: others may have related
    ///     it to the object, which the context does not know.
    /// - Throws: ``ModelError``; the errors of SQLite.
    func delete(_ object: ModelObject, lost: (EntityTable, Int64, _ position: Int) -> Void) throws {
        let table = try save.table(of: object)
        guard let row = object.row else { return }
        for join in table.referringColumns {
            let end = save.coordinator.end(losing: join)
            let near = end.flatMap { $0.table.joinTables[$0.position]?.near }
            let statement = try save.statement(
                .removeJoinRows(join),
                sql: "DELETE FROM \(join.table) WHERE \(join.column) = ?1\(near.map { " RETURNING \($0)" } ?? "")"
            )
            statement.bind(row)
            try statement.rows { found in
                if let end { lost(end.table, RowReader.identity(found), end.position) }
            }
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
