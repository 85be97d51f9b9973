import ApusSchema
import ApusStore
import GRDB
import GRDBSQLite

/// Writes a context's changes within a transaction.
///
/// The order is free of traps: identities first, so that every key is known when a row is written; what goes, then what
/// changes, then what comes, so that a unique value that is given up is free when somebody else takes it. Changed objects
/// can exchange unique keys, but not unique attributes. Foreign keys are checked at the end.
final class SaveOperation {
    private let container: ModelContainer
    private let inserted: [ModelObject]
    private let changed: [ModelObject]
    private let deleted: [ModelObject]
    private let files: FileChanges
    private var places: ListPlaces?

    /// A save of all that a context has to save.
    init(_ context: ModelContext) {
        container = context.container
        inserted = context.inserted
        changed = context.changed.filter { $0.standing == .stored }
        deleted = context.deleted
        files = FileChanges(container.store.files)
    }

    /// Takes back what a transaction that did not succeed gave to the objects.
    func undo() {
        for object in inserted { object.row = nil }
        files.undo()
    }

    /// Removes what the transaction that succeeded left over.
    func settle() { files.settle() }

    /// Writes everything.
    func run(_ database: Database) throws {
        try giveIdentities(database)
        let touched: [EntityTable] = tablesOfWrittenObjects()
        if touched.contains(where: { !$0.listPositions.isEmpty }) {
            places = try ListPlaces(of: inserted + changed, container, database)
        }
        let hasPairs: Bool = touched.contains { !$0.pairs.isEmpty }
        for object in deleted { try delete(object, database) }
        if hasPairs { for object in changed { try removePairs(of: object, database) } }
        if changed.count > 1 {
            for object in changed { try parkUniqueKeys(of: object, database) }
        }
        for object in changed { try update(object, database) }
        try insertAll(database)
        if hasPairs { for object in inserted + changed { try addPairs(of: object, database) } }
        for move in places?.moves ?? [] { try carryOut(move, database) }
        try checkReferences(database)
    }

    /// The tables of the objects that are written. Going through many objects takes time, so it is done once.
    private func tablesOfWrittenObjects() -> [EntityTable] {
        var tables: [EntityTable?] = Array(repeating: nil, count: container.tables.count)
        for objects in [inserted, changed] {
            for object in objects {
                if let table = object.table { tables[table.id] = table }
            }
        }
        return tables.compactMap { $0 }
    }

    private func table(of object: ModelObject) throws -> EntityTable {
        guard let table = object.table else { throw ModelError.unknownClass("\(type(of: object))") }
        return table
    }

    private func giveIdentities(_ database: Database) throws {
        var last: [Int64?] = Array(repeating: nil, count: container.rootCount)
        for object in inserted {
            let table: EntityTable = try table(of: object)
            let newest: Int64 = try last[table.root] ?? lastIdentity(of: table, database)
            guard newest < Int64.max else { throw ModelError.identitiesExhausted(entity: table.entity.name) }
            object.row = newest + 1
            last[table.root] = newest + 1
        }
    }

    /// The largest identity that the table ever gave: those of deleted rows are never used again.
    private func lastIdentity(of table: EntityTable, _ database: Database) throws -> Int64 {
        var last: Int64 = 0
        let statement: PreparedStatement = try container.statements.statement(
            .sequence(table.id),
            database,
            sql: """
                SELECT max(
                    ifnull((SELECT seq FROM sqlite_sequence WHERE name = \(SQLText.quoted(table.rawName))), 0),
                    ifnull((SELECT max(\(table.identity)) FROM \(table.name)), 0))
                """
        )
        try statement.rows { last = RowReader.identity($0) }
        return last
    }

    private func delete(_ object: ModelObject, _ database: Database) throws {
        let table: EntityTable = try table(of: object)
        guard let row = object.row else { return }
        for pairs in table.pairColumns {
            let statement: PreparedStatement = try container.statements.statement(
                .removePairs(pairs),
                database,
                sql: "DELETE FROM \(pairs.table) WHERE \(pairs.column) = ?1"
            )
            statement.bind(row)
            try statement.run()
        }
        try dropFiles(of: object, table, table.externalPositions, database)
        let statement: PreparedStatement = try container.statements.statement(
            .delete(table.id),
            database,
            sql: "DELETE FROM \(table.name) WHERE \(table.identity) = ?1"
        )
        statement.bind(row)
        try statement.run()
    }

    /// Notes the files that a row names by properties that it will not have any more, or have another value of.
    private func dropFiles(
        of object: ModelObject,
        _ table: EntityTable,
        _ positions: [Int],
        _ database: Database
    ) throws {
        for position in positions {
            let column: String = table.column(at: position)
            let statement: PreparedStatement = try container.statements.statement(
                .file(table.id, position: position),
                database,
                sql: """
                    SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?1 AND typeof(\(column)) = 'text'
                    """
            )
            statement.bind(object.rowOrZero)
            try statement.rows { files.drop(RowReader.text($0, 0)) }
        }
    }

    /// Moves keys that no two rows may share out of the way, so that objects can exchange them.
    private func parkUniqueKeys(of object: ModelObject, _ database: Database) throws {
        let table: EntityTable = try table(of: object)
        guard let row = object.row else { return }
        for position in table.uniqueKeys where object.changes.contains(position) {
            // No row has a negative identity, so the key is unique; it does not outlive the transaction.
            let statement: PreparedStatement = try container.statements.statement(
                .park(table.id, position: position),
                database,
                sql: """
                    UPDATE \(table.name) SET \(table.column(at: position)) = -\(table.identity)
                    WHERE \(table.identity) = ?1
                    """
            )
            statement.bind(row)
            try statement.run()
        }
    }

    private func insertAll(_ database: Database) throws {
        var statements: [PreparedStatement?] = Array(repeating: nil, count: container.tables.count)
        // Values can be large; SQLite keeps its copies until they are given up.
        defer { for statement in statements { statement.map { _ = sqlite3_clear_bindings($0.pointer) } } }
        for object in inserted {
            let table: EntityTable = try table(of: object)
            let statement: PreparedStatement =
                try statements[table.id]
                ?? container.statements.statement(.insert(table.id), database, sql: table.insertion)
            statements[table.id] = statement
            var writer = RowWriter(statement.pointer, files: files)
            writer.bind(object.rowOrZero)
            if let kind = table.kind { writer.bind(kind) }
            try bindAttributes(table.writtenAttributes, of: object, to: &writer)
            for position in table.entity.keyPositions { try bindKey(object, position, table, database, to: &writer) }
            try run(statement, writer, object)
        }
    }

    private func update(_ object: ModelObject, _ database: Database) throws {
        let table: EntityTable = try table(of: object)
        let attributes: [Int] = table.writtenAttributes.filter { object.changes.contains($0) }
        let keys: [Int] = table.entity.keyPositions.filter { object.changes.contains($0) }
        if attributes.isEmpty, keys.isEmpty { return }
        try dropFiles(of: object, table, table.externalPositions.filter { object.changes.contains($0) }, database)
        let statement: PreparedStatement = try container.statements.statement(
            .update(table.id, object.changes),
            database,
            sql: """
                UPDATE \(table.name)
                SET \((attributes + keys).flatMap { table.writtenColumns(at: $0) }.map { "\($0) = ?" }.joined(separator: ", "))
                WHERE \(table.identity) = ?
                """
        )
        // Values can be large; SQLite keeps its copies until they are given up.
        defer { sqlite3_clear_bindings(statement.pointer) }
        var writer = RowWriter(statement.pointer, files: files)
        try bindAttributes(attributes, of: object, to: &writer)
        for position in keys { try bindKey(object, position, table, database, to: &writer) }
        writer.bind(object.rowOrZero)
        try run(statement, writer, object)
        if sqlite3_changes(sqlite3_db_handle(statement.pointer)) == 0 {
            throw ModelError.objectGone(object.persistentModelID)
        }
    }

    private func bindAttributes(_ positions: [Int], of object: ModelObject, to writer: inout RowWriter) throws {
        let values: ModelBacking = object.knownValues
        for position in positions {
            values.apusBind(position, to: &writer)
            if let failure = writer.failure as? FileChanges.Failure { throw failure.error }
            if let failure = writer.failure {
                let violation = ModelError.Violation(
                    object: identifier(of: object),
                    property: object.entity.properties[position].name,
                    reason: .notEncodable("\(failure)")
                )
                throw ModelError.validation([violation])
            }
        }
    }

    private func bindKey(
        _ object: ModelObject,
        _ position: Int,
        _ table: EntityTable,
        _ database: Database,
        to writer: inout RowWriter
    ) throws {
        if case .row(let row) = object.knownValues[apusEnd: position].state {
            writer.bind(row)
            if table.placeColumns[position] != nil {
                writer.bind(try lastPlace(row, position, table, database) &+ Layout.placeGap)
            }
        } else {
            let other: ModelObject? = object.one(position)
            writer.bind(other?.row)
            guard table.placeColumns[position] != nil else { return }
            let list: Int? = table.entity.relationship(at: position).inverse
            if let other, let row = other.row, let list {
                let place: Int64? = places?.place(of: object, in: other, at: list)
                writer.bind(try place ?? lastPlace(row, position, table, database) &+ Layout.placeGap)
            } else {
                writer.bind(Int64?.none)
            }
        }
    }

    /// The last place in the list of the object that a key leads to.
    private func lastPlace(_ row: Int64, _ position: Int, _ table: EntityTable, _ database: Database) throws -> Int64 {
        guard let place = table.placeColumns[position] else { return 0 }
        let statement: PreparedStatement = try container.statements.statement(
            .lastPlace(table.id, position: position),
            database,
            sql: "SELECT ifnull(max(\(place)), 0) FROM \(table.name) WHERE \(table.column(at: position)) = ?1"
        )
        var last: Int64 = 0
        statement.bind(row)
        try statement.rows { last = RowReader.identity($0) }
        return last
    }

    /// Gives an object that stays in a list its other place.
    private func carryOut(_ move: ListPlaces.Move, _ database: Database) throws {
        let table: EntityTable = try table(of: move.owner)
        let relationship: RelationshipDescription = table.entity.relationship(at: move.position)
        guard let near = move.owner.row, let far = move.object.row else { return }
        let key: StatementCache.Key
        let sql: String
        if let pairs = table.pairs[move.position], let place = pairs.place {
            key = .move(table.id, position: move.position)
            sql = "UPDATE \(pairs.name) SET \(place) = ?3 WHERE \(pairs.near) = ?1 AND \(pairs.far) = ?2"
        } else if let inverse = relationship.inverse, let list = container.table(of: relationship.destination),
            let place = list.placeColumns[inverse]
        {
            key = .move(table.id, position: move.position)
            sql = """
                UPDATE \(list.name) SET \(place) = ?3 WHERE \(list.identity) = ?2 AND \(list.column(at: inverse)) = ?1
                """
        } else {
            return
        }
        let statement: PreparedStatement = try container.statements.statement(key, database, sql: sql)
        statement.bind(near, far, move.place)
        try statement.run()
    }

    private func run(_ statement: PreparedStatement, _ writer: RowWriter, _ object: ModelObject) throws {
        guard writer.code == SQLITE_OK else { throw statement.failure() }
        do {
            try statement.run()
        } catch ModelError.database(ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue, let message, _) {
            throw ModelError.notUnique(object: identifier(of: object), columns: Self.columns(in: message))
        }
    }

    /// What an object is called that is not saved now: a new one has no identity after all.
    private func identifier(of object: ModelObject) -> PersistentIdentifier {
        guard object.standing == .inserted else { return object.persistentModelID }
        let row: Int64? = object.row
        defer { object.row = row }
        object.row = nil
        return object.persistentModelID
    }

    /// The columns that SQLite names: `UNIQUE constraint failed: Trip.name, Trip.startDate`.
    private static func columns(in message: String) -> [String] {
        guard let colon = message.firstRange(of: ": ") else { return [message] }
        return message[colon.upperBound...].split(separator: ", ").map { name in
            name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? String(name)
        }
    }

    private func removePairs(of object: ModelObject, _ database: Database) throws {
        try forEachPairTable(of: object) { table, position, pairs, related in
            for other in related.removed {
                guard let near = object.row, let far = other.row else { continue }
                let statement: PreparedStatement = try container.statements.statement(
                    .removePair(table.id, position: position),
                    database,
                    sql: "DELETE FROM \(pairs.name) WHERE \(pairs.near) = ?1 AND \(pairs.far) = ?2"
                )
                statement.bind(near, far)
                try statement.run()
            }
        }
    }

    private func addPairs(of object: ModelObject, _ database: Database) throws {
        try forEachPairTable(of: object) { table, position, pairs, related in
            for other in related.added {
                guard let near = object.row, let far = other.row else { continue }
                let statement: PreparedStatement = try container.statements.statement(
                    .addPair(table.id, position: position),
                    database,
                    sql: pairs.insertion
                )
                var writer = RowWriter(statement.pointer)
                writer.bind(near)
                writer.bind(far)
                if pairs.place != nil { writer.bind(places?.place(of: other, in: object, at: position) ?? 0) }
                if pairs.inversePlace != nil, let inverse = table.entity.relationship(at: position).inverse {
                    writer.bind(places?.place(of: object, in: other, at: inverse) ?? 0)
                }
                try statement.run()
            }
        }
    }

    /// Goes through an object's changed relationships that keep their references in pairs. Both sides of a pair know
    /// of a change, and either may be the only one that is saved as changed, so both write it.
    private func forEachPairTable(
        of object: ModelObject,
        _ body: (EntityTable, Int, PairTable, RelatedObjects) throws -> Void
    ) throws {
        let table: EntityTable = try table(of: object)
        if table.pairs.isEmpty { return }
        for position in table.entity.relationshipPositions {
            guard let pairs = table.pairs[position],
                case .many(let related) = object.knownValues[apusEnd: position].state
            else { continue }
            try body(table, position, pairs, related)
        }
    }

    /// Names the rows that would refer to nobody. SQLite counts them on the way, so that it costs nothing to know that
    /// there are none.
    private func checkReferences(_ database: Database) throws {
        var count: Int32 = 0
        var highest: Int32 = 0
        let answer: Int32 = sqlite3_db_status(
            database.sqliteConnection,
            SQLITE_DBSTATUS_DEFERRED_FKS,
            &count,
            &highest,
            0
        )
        guard answer == SQLITE_OK, count != 0 else { return }
        let violations: [Row] = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        let references: [ModelError.DanglingReference] = violations.prefix(10).map { row in
            ModelError.DanglingReference(table: row[0], row: row[1] ?? 0, destination: row[2])
        }
        if !references.isEmpty { throw ModelError.danglingReferences(references) }
    }
}
