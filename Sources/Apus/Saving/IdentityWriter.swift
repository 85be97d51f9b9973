import ApusStore
import GRDB

/// Assigns identities to new objects.
struct IdentityWriter {
    let save: SaveTransaction

    /// Assigns each object the next identity of its hierarchy, but for those that have one: their deletion was undone.
    ///
    /// - Parameter objects: The new objects.
    /// - Throws: ``ModelError`` if there is none left, or the store cannot be read.
    func assignIdentities(to objects: [ModelObject]) throws {
        var last: [Int64?] = Array(repeating: nil, count: save.coordinator.rootCount)
        for object in objects where object.row == nil {
            let table = try save.table(of: object)
            let newest = try last[table.root] ?? lastIdentity(of: table)
            guard newest < Int64.max else { throw ModelError.identitiesExhausted(entity: table.entity.name) }
            object.row = newest + 1
            last[table.root] = newest + 1
        }
    }

    /// The largest identity that the table has ever had: those of deleted rows are never used again.
    func lastIdentity(of table: EntityTable) throws -> Int64 {
        var last: Int64 = 0
        let statement = try save.statement(
            .sequence(table.id),
            sql: """
                SELECT max(
                    ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = \(SQLText.quoted(table.rawName))), 0),
                    ifnull((SELECT max(\(table.identity)) FROM \(table.name)), 0))
                """
        )
        try statement.rows { last = RowReader.identity($0) }
        return last
    }
}
