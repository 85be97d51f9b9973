import ApusSchema
import GRDB

/// The objects whose number of related objects the rows of a file may have changed, of relationships with a limit: new objects, and
/// those that a row refers to now or referred to before.
///
/// They are in a temporary table, so that the memory does not grow with their number, and only they are counted in the end.
struct CountedObjects {
    /// A relationship with a limit, whose references are not in the objects' own rows.
    private struct Counted {
        let entity: Entity
        let relationship: Relationship
        /// The table of the objects.
        let table: ApusSchema.Table
        /// The column with the identities of the objects, once for each related object, and its table.
        let keys: (table: ApusSchema.Table, column: Column)
        /// `nil` for a to-one relationship, which needs an object.
        let constraint: CountConstraint?

        /// What is wrong with a number of objects, to follow "is".
        func breach(of count: Int) -> String? {
            if let constraint { return constraint.breach(of: count) }
            return count == 0 ? "required, but has no object" : nil
        }
    }

    private struct Key: Hashable {
        let table: String
        let column: String
    }

    /// A location in the file.
    struct Location {
        let line: Int
        let column: Int
    }

    private let schema: Schema
    private let relationships: [Counted]
    /// The indices of the relationships that a column decides.
    private let byColumn: [Key: [Int]]
    /// The indices of the relationships that a new object must not have empty, by its entity.
    private var ofNew: [String: [Int]] = [:]
    private var isCreated = false

    init(_ schema: Schema, _ layout: Layout) {
        let checks = CountChecks(schema: schema, layout: layout) { _ in true }
        var found: [Counted] = []
        for table in layout.tables {
            guard table.identity != nil, case .hierarchy(let root) = table.origin else { continue }
            for entity in ([root] + table.parents.keys.sorted()).compactMap(schema.entity) {
                for relationship in entity.relationships {
                    let constraint = CountConstraint(relationship)
                    guard constraint != nil || !relationship.isToMany && relationship.needsObject,
                        let keys = checks.keys(of: relationship, in: entity)
                    else { continue }
                    let one = Counted(
                        entity: entity,
                        relationship: relationship,
                        table: table,
                        keys: keys,
                        constraint: constraint
                    )
                    found.append(one)
                }
            }
        }
        (self.schema, relationships) = (schema, found)
        byColumn = Dictionary(grouping: found.indices) { index in
            Key(table: found[index].keys.table.name, column: found[index].keys.column.name)
        }
    }

    /// Whether the values of a column are the objects of a relationship with a limit.
    func counts(_ column: Column, of table: ApusSchema.Table) -> Bool {
        !relationships.isEmpty && byColumn[Key(table: table.name, column: column.name)] != nil
    }

    /// Notes that a row with an object in a column was written or removed.
    mutating func note(
        _ object: Int64,
        in column: Column,
        of table: ApusSchema.Table,
        _ location: Location,
        _ db: Database
    ) throws {
        guard !relationships.isEmpty else { return }
        for index in byColumn[Key(table: table.name, column: column.name)] ?? [] {
            try note(object, index, location, db)
        }
    }

    /// Notes a new object, whose relationships are empty at first.
    mutating func note(new object: Int64, of entity: Entity, _ location: Location, _ db: Database) throws {
        if relationships.isEmpty { return }
        let known = ofNew[entity.name]
        let indices =
            known
            ?? relationships.indices.filter { index in
                relationships[index].breach(of: 0) != nil
                    && schema.isKind(entity.name, of: relationships[index].entity.name)
            }
        if known == nil { ofNew[entity.name] = indices }
        for index in indices { try note(object, index, location, db) }
    }

    private mutating func note(_ object: Int64, _ index: Int, _ location: Location, _ db: Database) throws {
        if !isCreated {
            try db.execute(
                sql: """
                    DROP TABLE IF EXISTS temp.apus_counted;
                    CREATE TEMP TABLE apus_counted (
                        relationship INTEGER, object INTEGER, line INTEGER, col INTEGER, PRIMARY KEY (relationship, object)
                    ) WITHOUT ROWID
                    """
            )
            isCreated = true
        }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO temp.apus_counted VALUES (?, ?, ?, ?)")
            .execute(arguments: [index, object, location.line, location.column])
    }

    /// Counts the related objects of all objects that were noted, and forgets these.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - progress: Called after each thousand objects.
    ///   - report: Called with each object that has too few or too many: what is wrong with it, and where the last row is that
    ///     concerns it.
    /// - Throws: `DatabaseError`; the error of `progress`.
    mutating func check(
        _ db: Database,
        progress: () throws -> Void,
        _ report: (String, Location) -> Void
    ) throws {
        guard isCreated else { return }
        var count = 0
        for (index, one) in relationships.enumerated() {
            guard let identity = one.table.identity else { continue }
            let sql = """
                SELECT t.object, t.line, t.col, (
                    SELECT count(*) FROM \(SQLText.name(one.keys.table.name)) AS k
                    WHERE k.\(SQLText.name(one.keys.column.name)) = t.object
                )
                FROM temp.apus_counted AS t
                CROSS JOIN \(SQLText.name(one.table.name)) AS o ON o.\(SQLText.name(identity.name)) = t.object
                WHERE t.relationship = ? ORDER BY t.object
                """
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [index])
            while let row = try rows.next() {
                count += 1
                if count % 1000 == 0 { try progress() }
                guard let breach = one.breach(of: row[3]) else { continue }
                let name = "'\(one.entity.name).\(one.relationship.name)' of object \(row[0] as Int64)"
                report("\(name) is \(breach)", Location(line: row[1], column: row[2]))
            }
        }
        try db.execute(sql: "DROP TABLE temp.apus_counted")
        isCreated = false
    }
}
