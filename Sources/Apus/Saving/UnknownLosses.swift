/// The objects that lose a deleted one in a relationship with a join table although the context that deletes it did not know that
/// they had it, because others have related them since, or because it has no inverse.
///
/// For this context nothing changes: it did not show the deleted object any more. Others have to be notified.
struct UnknownLosses {
    private struct Row: Hashable {
        let table: EntityTable.ID
        let row: Int64
    }

    private var rows: [Row: PropertyMask] = [:]
    private(set) var updated: [(id: PersistentIdentifier, properties: PropertyMask)] = []
    /// Whether they are too many to be listed: a million rows may have a tag. Others read everything again then.
    private(set) var areUnlisted = false

    /// How many rows are listed.
    static let most = 5000

    var isEmpty: Bool { updated.isEmpty && !areUnlisted }

    /// Notes a row that has lost an object, unless the context knows it.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - table: The table of the entity that declares the relationship.
    ///   - position: The relationship.
    ///   - context: The context.
    mutating func note(_ row: Int64, in table: EntityTable, at position: Int, known context: ModelContext) {
        if areUnlisted { return }
        if let object = context.registered[table.root][row], object.isDeleted || object.isChanged(position) { return }
        rows[Row(table: table.id, row: row), default: PropertyMask()].insert(position)
        if rows.count > Self.most { (rows, areUnlisted) = ([:], true) }
    }

    /// Finds the entities of the rows.
    mutating func findEntities(_ save: SaveTransaction) throws {
        for (key, properties) in rows.sorted(by: { ($0.key.table, $0.key.row) < ($1.key.table, $1.key.row) }) {
            let table = save.coordinator.tables[key.table]
            var name: String? = table.entity.name
            if table.discriminator != nil {
                name = nil
                let sql =
                    "SELECT \(table.entityValue(of: "t")) FROM \(table.name) AS t WHERE t.\(table.identity) = ?1"
                let statement = try save.access.statement(.query(sql), sql: sql)
                statement.bind(key.row)
                // Without one, the object is deleted as well.
                try statement.rows { name = RowReader.text($0, 0) }
            }
            if let name { updated.append((PersistentIdentifier(entityName: name, row: key.row), properties)) }
        }
        rows = [:]
    }

    mutating func add(_ other: UnknownLosses) {
        updated += other.updated
        areUnlisted = areUnlisted || other.areUnlisted
    }

    /// What others are notified of, as a save of its own, as far as it is listed.
    var asSave: SavedChanges {
        SavedChanges(inserted: [], updated: updated.map(\.id), deleted: [], properties: updated.map(\.properties))
    }
}
