import GRDB

/// Objects of one entity that migrations removed, or values of theirs, which a store keeps in the table `apus_set_aside`.
public struct SetAside: Hashable, Sendable {
    /// The version that the migration's stage starts at; `nil` if it was not released.
    public let from: String?
    /// The version that the migration's stage ends at; `nil` if it was not released.
    public let to: String?
    /// The entity of the objects, in the newer of these versions.
    public let entity: String
    /// The property whose values alone are set aside; `nil` for whole objects.
    public let property: String?
    /// Why they were removed: `duplicate email`, `not convertible to int32`.
    public let reason: String
    /// The number of objects.
    public let count: Int

    /// What the reason of values that a type cannot hold begins with.
    static let conversion: String = "not convertible to "

    /// Whether a store has the table, as Apus makes it.
    private static func hasTable(_ db: Database, in database: String = "main") throws -> Bool {
        let sql = try String.fetchOne(
            db,
            sql: "SELECT sql FROM \(database).sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            arguments: [StoreFormat.asideTable]
        )
        return sql.map { SQLTokens.isSame($0, StoreFormat.asideStatement) } ?? false
    }

    /// Reads the properties of which values are set aside, such as `Person.email`.
    static func properties(_ db: Database, of model: String) throws -> [String] {
        guard try hasTable(db) else { return [] }
        return try String.fetchAll(
            db,
            sql: """
                SELECT DISTINCT entity || '.' || property FROM apus_set_aside
                WHERE model = ? AND property IS NOT NULL AND value IS NOT NULL ORDER BY 1
                """,
            arguments: [model]
        )
    }

    /// Reads what is set aside of a model's objects, oldest first; none if the store has no such table, or if it is not as
    /// Apus makes it.
    ///
    /// - Parameters:
    ///   - db: The connection.
    ///   - model: The model.
    ///   - database: The connection's name for the store.
    ///   - older: The connection's name for the store before a migration, of which only what it added is read.
    /// - Returns: What is set aside, oldest first.
    /// - Throws: `DatabaseError`.
    static func read(
        _ db: Database,
        of model: String,
        in database: String = "main",
        addedSince older: String? = nil
    ) throws -> [SetAside] {
        guard try hasTable(db, in: database) else { return [] }
        var known: Int64 = 0
        if let older, try hasTable(db, in: older) {
            known = try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(older).apus_set_aside") ?? 0
        }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT from_version, to_version, entity, property, reason, count(*) FROM \(database).apus_set_aside
                WHERE model = ? AND (property IS NULL OR reason LIKE ?) AND id > ?
                GROUP BY from_version, to_version, entity, property, reason ORDER BY min(id)
                """,
            arguments: [model, conversion + "%", known]
        ).map { row in
            SetAside(
                from: try row.decode(atIndex: 0),
                to: try row.decode(atIndex: 1),
                entity: try row.decode(atIndex: 2),
                property: try row.decode(atIndex: 3),
                reason: try row.decode(atIndex: 4),
                count: try row.decode(atIndex: 5)
            )
        }
    }
}
