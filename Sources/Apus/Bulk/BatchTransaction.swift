import ApusSchema
import ApusStore
import GRDB
import GRDBSQLite

/// A batch while its transaction is open, and what it has written so far.
final class BatchTransaction {
    let context: ModelContext
    let access: StoreAccess
    let files: FileChanges

    /// The number of objects that were chosen, or of rows that were given.
    var count = 0
    var inserted: [PersistentIdentifier] = []
    private(set) var updated: [(object: PersistentIdentifier, properties: PropertyMask)] = []
    /// The indices of the changed objects, each of which is noted once.
    private var updatedIndices: [PersistentIdentifier: Int] = [:]
    var deleted: [PersistentIdentifier] = []

    /// How many violations an error lists.
    static let limit = 100

    init(_ context: ModelContext, _ access: StoreAccess, _ files: FileChanges) {
        (self.context, self.access, self.files) = (context, access, files)
    }

    var coordinator: StoreCoordinator { context.coordinator }
    var database: Database { access.database }

    /// Runs a statement, and passes each row to a closure.
    func run(
        _ sql: String,
        _ parameters: [StoredValue] = [],
        rows: (OpaquePointer) throws -> Void = { _ in }
    ) throws {
        do {
            let statement = try prepared(sql)
            statement.bind(parameters)
            // It explains its own errors; those of the closure are not errors of this SQL.
            try statement.rows(rows)
        } catch ModelError.database(let code, let message, let sql) {
            throw coordinator.sums.error(for: message) ?? .database(code: code, message: message, sql: sql)
        }
    }

    private func prepared(_ sql: String) throws -> PreparedStatement {
        do {
            return try access.statement(.query(sql), sql: sql)
        } catch let error as DatabaseError {
            throw error.explained(sql)
        }
    }

    /// The integers of a statement's first column.
    func integers(_ sql: String, _ parameters: [StoredValue] = []) throws -> [Int64] {
        var found: [Int64] = []
        try run(sql, parameters) { found.append(RowReader.identity($0)) }
        return found
    }

    /// The identifier of a row whose entity is the second column of a statement, or the only one that the table has.
    func identifier(_ row: OpaquePointer, in table: EntityTable) -> PersistentIdentifier {
        let entity = table.discriminator == nil ? table.entity.name : RowReader.text(row, 1)
        return PersistentIdentifier(entityName: entity, row: RowReader.identity(row))
    }

    /// Notes that the properties of an object have changed.
    func noteUpdate(of object: PersistentIdentifier, at positions: some Sequence<Int>) {
        let index = updatedIndices[object] ?? updated.count
        if index == updated.count {
            updatedIndices[object] = index
            updated.append((object, PropertyMask()))
        }
        for position in positions { updated[index].properties.insert(position) }
    }

    /// The violations of objects that have too few or too many objects in a relationship, or none in one that needs it.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - table: The table that declares the relationship.
    ///   - position: The relationship.
    /// - Returns: The violations, at most as many as an error lists.
    /// - Throws: `DatabaseError`, as `DatabaseError.explained(_:)` says, if the store cannot be read; ``ModelError``.
    func violations(
        of objects: [PersistentIdentifier],
        in table: EntityTable,
        at position: Int
    ) throws -> [ModelError.Violation] {
        let relationship = table.entity.relationship(at: position)
        let counts = table.countConstraints[position]
        if relationship.isToMany ? counts == nil : relationship.isOptional { return [] }
        guard let pairs = RelationshipPairs(table, position, coordinator) else { return [] }
        let sql = "SELECT count(*) FROM \(pairs.source) AS p WHERE p.\(pairs.near) = ?1 AND p.\(pairs.far) IS NOT NULL"
        var violations: [ModelError.Violation] = []
        for object in objects {
            guard violations.count < Self.limit, case .row(let row) = object.key else { break }
            let count = Int(try integers(sql, [.integer(row)]).first ?? 0)
            let reason: ModelError.Violation.Reason
            if relationship.isToMany {
                guard let breach = counts?.breach(of: count) else { continue }
                reason = .breach(breach)
            } else {
                if count > 0 { continue }
                reason = .missingValue
            }
            violations.append(ModelError.Violation(object: object, property: relationship.name, reason: reason))
        }
        return violations
    }
}

/// Where the pairs of a relationship's objects are: in a join table, or in the table with the foreign key.
struct RelationshipPairs {
    /// The table, as SQL writes it.
    let source: String
    /// The column of the objects that have the relationship.
    let near: String
    /// The column of their related objects.
    let far: String
    /// The table of the related objects.
    let farTable: EntityTable

    /// Finds the pairs; `nil` if the relationship is not stored.
    init?(_ table: EntityTable, _ position: Int, _ coordinator: StoreCoordinator) {
        let relationship = table.entity.relationship(at: position)
        guard let farTable = coordinator.table(of: relationship.destination) else { return nil }
        self.farTable = farTable
        switch (relationship.storage, relationship.inverse) {
        case (.ownKey, _):
            (source, near, far) = (table.name, table.identity, table.column(at: position))
        case (.inverseKey, let inverse?):
            (source, near, far) = (farTable.name, farTable.column(at: inverse), farTable.identity)
        case (.ownJoinTable, _), (.inverseJoinTable, _):
            guard let join = table.joinTables[position] else { return nil }
            (source, near, far) = (join.name, join.near, join.far)
        case (.memory, _), (.inverseKey, nil): return nil
        }
    }
}

extension EntityTable {
    /// The entity of a row, as SQL.
    func entityValue(of alias: String) -> String {
        discriminator == nil ? SQLText.quoted(entity.name) : "\(alias).\(Self.entityColumn)"
    }

    /// The positions of the relationships that the entity itself declares.
    var declaredRelationships: [Int] {
        entity.relationshipPositions.filter { $0 >= entity.parent?.properties.count ?? 0 }
    }
}

extension RowReader {
    /// The integer in a column of a statement's current row.
    static func integer(_ statement: OpaquePointer, _ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }
}
