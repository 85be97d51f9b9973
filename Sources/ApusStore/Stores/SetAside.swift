import GRDB

/// Objects of one entity that migrations removed, and whose values a store keeps in the table `apus_set_aside`.
public struct SetAside: Hashable, Sendable {
    /// The version that the migration's stage leads from; `nil` if it was not released.
    public let from: String?
    /// The version that the migration's stage leads to; `nil` if it was not released.
    public let to: String?
    /// The entity of the objects, in the newer of these versions.
    public let entity: String
    /// Why they were removed: `duplicate email`.
    public let reason: String
    /// The number of objects.
    public let count: Int

    /// Reads what is set aside of a model's objects, oldest first; none if the store has no such table, or if it is not as
    /// Apus makes it.
    static func read(_ db: Database, of model: String) throws -> [SetAside] {
        let sql = try String.fetchOne(
            db,
            sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            arguments: [StoreFormat.asideTable]
        )
        guard let sql, SQLTokens.isSame(sql, StoreFormat.asideStatement) else { return [] }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT from_version, to_version, entity, reason, count(*) FROM apus_set_aside
                WHERE model = ? AND property IS NULL GROUP BY from_version, to_version, entity, reason ORDER BY min(id)
                """,
            arguments: [model]
        ).map { row in
            SetAside(
                from: try row.decode(atIndex: 0),
                to: try row.decode(atIndex: 1),
                entity: try row.decode(atIndex: 2),
                reason: try row.decode(atIndex: 3),
                count: try row.decode(atIndex: 4)
            )
        }
    }
}
