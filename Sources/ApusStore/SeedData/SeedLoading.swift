import ApusSchema
import Foundation
import GRDB

// GRDB has types with these names, too.
typealias SeedTable = ApusSchema.Table
typealias SeedColumn = ApusSchema.Column

/// Brings the seed data of a store up to date, in the caller's transaction.
///
/// A row that the store never got is inserted. One that it got is changed or deleted as the rules of its file say. One that the
/// user deleted does not come again.
struct SeedLoading {
    /// What a row is in the store.
    enum Status: Equatable {
        /// The row is inserted, with an identity.
        case new(Int64)
        /// The row is there.
        case present(Int64)
        /// The user has deleted the row, or it was never loaded because an object of the user's stands against it.
        case gone
        /// The row cannot be loaded now, because an object of other seed data stands against it. Later data tries it again.
        case waiting

        /// The identity of the object that other rows can refer to.
        var identity: Int64? {
            switch self {
            case .new(let identity), .present(let identity): identity
            case .gone, .waiting: nil
            }
        }
    }

    let db: Database
    let rows: [SeedRows.Row]
    let schema: Schema
    let layout: Layout
    let references: SeedReferences
    /// The rows with their references as the store has them, and with the loaded pairs that no list mentions any more.
    private(set) var canonical: [SeedRows.Row]
    /// The record of each row.
    let records: [SeedLoadRecord?]
    /// The records of rows that the data no longer has.
    let removed: [SeedLoadRecord]
    /// What each row is.
    private(set) var statuses: [Status]
    /// The rows that a constraint of the store keeps as they are, by their indices.
    var unedited: Set<Int> = []
    /// The references that new rows do without, because an object of the user's has the only one, by the rows' indices.
    var unreferred: [Int: Set<String>] = [:]
    /// The last order keys of lists that were given some.
    var lastOrderKeys: [OrderedList: Int64] = [:]

    /// A list of objects, which have order keys.
    struct OrderedList: Hashable {
        let table: String
        let column: String
        let owner: Int64
    }

    /// The least identity of the new rows of each table.
    private var firstNew: [String: Int64] = [:]
    /// The objects of each table that came from earlier data.
    private var recorded: [String: Set<Int64>] = [:]
    private var statements: [String: Statement] = [:]
    private var defaults: [String: [[String]: StoredValue]] = [:]

    /// What identifies a row, and its record.
    struct Name: Hashable {
        let entity: String
        let key: String
    }

    init(_ db: Database, _ rows: [SeedRows.Row], _ schema: Schema, _ layout: Layout, records: [SeedLoadRecord]) {
        (self.db, self.rows, self.schema, self.layout) = (db, rows, schema, layout)
        references = SeedReferences(rows, of: schema)
        var byName: [Name: SeedLoadRecord] = [:]
        for record in records { byName[Name(entity: record.entity, key: record.key)] = record }
        self.records = rows.map { byName.removeValue(forKey: Name(entity: $0.entity, key: $0.key)) }
        removed = byName.values.sorted { $0.id < $1.id }
        canonical = references.canonicalRows()
        statuses = Array(repeating: .gone, count: rows.count)
    }

    /// Writes all that is to be written, except the digest.
    ///
    /// Objects are deleted first, then edited, then inserted, so that a new row can have the unique values of an old one. If a
    /// new row turns out to be refused, or an object that was deleted to be needed, all is done again without.
    mutating func run() throws {
        for statement in StoreFormat.seedStatements { try db.execute(sql: statement) }
        try assignIdentities()
        excludeRowsWithoutRequired()
        var known = try loadedIdentities()
        var removal = try SeedRemoval(
            db,
            layout,
            schema,
            removed: removed,
            all: removed + records.compactMap { $0 },
            known
        )
        let given = canonical
        while true {
            canonical = Self.rows(given, withPairsOf: records, leaving: removal.leaving, rows, references, schema)
            (unedited, unreferred, lastOrderKeys) = ([], [:], [:])
            try db.execute(sql: "SAVEPOINT apus_seed")
            try removal.deleteObjects()
            try editValues(known)
            let refused = try insertRows()
            var isComplete = refused.isEmpty
            if isComplete {
                try insertPairs()
                try editPairs(known)
                isComplete = try !removal.keepsReferredObjects()
            }
            if !isComplete {
                try db.execute(sql: "ROLLBACK TO apus_seed")
                // A statement that has failed fails again when it is reset.
                statements = [:]
            }
            try db.execute(sql: "RELEASE apus_seed")
            if isComplete { break }
            for (index, status) in refused { statuses[index] = status }
            excludeRowsWithoutRequired()
            known = try loadedIdentities()
        }
        try record()
    }

    /// The objects of the rows that the store has, by the roots of their hierarchies and their keys. Those of rows that the data
    /// no longer has count, too: references to them were loaded.
    private func loadedIdentities() throws -> [String: [String: Int64]] {
        var identities: [String: [String: Int64]] = [:]
        for record in removed {
            guard let object = record.object, let table = layout.table(ofEntity: record.entity),
                let identity = table.identity, try exists(object, in: table, identity, record.entity)
            else { continue }
            identities[schema.root(of: record.entity), default: [:]][record.key] = object
        }
        for (index, row) in rows.enumerated() {
            identities[schema.root(of: row.entity), default: [:]][row.key] = statuses[index].identity
        }
        return identities
    }

    /// Finds the rows that are there, and gives new ones the next identities of their table.
    private mutating func assignIdentities() throws {
        var next: [String: Int64] = [:]
        for (index, row) in rows.enumerated() {
            guard let table = layout.table(ofEntity: row.entity), let identity = table.identity else { continue }
            if let record = records[index] {
                guard let object = record.object, try exists(object, in: table, identity, row.entity) else { continue }
                statuses[index] = .present(object)
            } else {
                let last = try next[table.name] ?? lastIdentity(of: table, identity)
                if next[table.name] == nil { firstNew[table.name] = last &+ 1 }
                next[table.name] = last
                // SQLite has no greater identity.
                if last == .max {
                    statuses[index] = .waiting
                } else {
                    statuses[index] = .new(last + 1)
                    next[table.name] = last + 1
                }
            }
        }
    }

    private func exists(_ id: Int64, in table: SeedTable, _ identity: SeedColumn, _ entity: String) throws -> Bool {
        var sql = "SELECT 1 FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(identity.name)) = ?"
        var arguments: [StoredValue] = [.integer(id)]
        if let column = table.entity {
            sql += " AND \(SQLText.name(column.name)) = ?"
            arguments.append(.text(entity))
        }
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)) ?? false
    }

    /// The last identity that a table has used, even if its object is deleted.
    private func lastIdentity(of table: SeedTable, _ identity: SeedColumn) throws -> Int64 {
        let used = try Int64.fetchOne(
            db,
            sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
            arguments: [table.name]
        )
        let sql = "SELECT max(\(SQLText.name(identity.name))) FROM \(SQLText.name(table.name))"
        return max(used ?? 0, try Int64.fetchOne(db, sql: sql) ?? 0)
    }

    /// A new row that has to refer to one that the user deleted is deleted with it. One that has to refer to one that cannot be
    /// loaded now waits with it.
    private mutating func excludeRowsWithoutRequired() {
        var required: [String: [String]] = [:]
        var isChanged = true
        while isChanged {
            isChanged = false
            for (index, row) in rows.enumerated() {
                guard case .new = statuses[index] else { continue }
                let names = required[row.entity] ?? requiredKeys(of: row.entity)
                required[row.entity] = names
                let targets = names.compactMap { references.keys[index][$0].map { statuses[$0.target] } }
                for status in [Status.gone, .waiting] where targets.contains(status) {
                    (statuses[index], isChanged) = (status, true)
                    break
                }
            }
        }
    }

    private func requiredKeys(of name: String) -> [String] {
        guard let entity = schema.entity(name) else { return [] }
        return ([entity] + schema.ancestors(of: entity)).flatMap(\.relationships)
            .filter { !$0.isToMany && $0.needsObject }.map(\.name)
    }

    /// Inserts the new rows.
    ///
    /// - Returns: The rows with values that have to be unique, and that other objects have, and what these rows are then.
    private mutating func insertRows() throws -> [(index: Int, status: Status)] {
        var refused: [(index: Int, status: Status)] = []
        for index in rows.indices {
            guard case .new(let id) = statuses[index] else { continue }
            if try insert(index, id) { continue }
            // An object of the user's may have the place in an optional reference that only one can have.
            let names = optionalUniqueKeys(of: index)
            if !names.isEmpty {
                unreferred[index] = names
                if try insert(index, id) { continue }
                unreferred[index] = nil
            }
            refused.append((index, try isRefusedBySeedData(index) ? .waiting : .gone))
        }
        return refused
    }

    /// The optional references of a row to objects that only one object may refer to.
    private func optionalUniqueKeys(of index: Int) -> Set<String> {
        let entity = rows[index].entity
        guard let table = layout.table(ofEntity: entity) else { return [] }
        let unique = Set(table.indexes.filter { $0.isUnique && $0.elements.count == 1 }.flatMap(\.columns))
        let required = Set(requiredKeys(of: entity))
        return Set(
            references.keys[index].keys.filter { name in
                guard let column = table.column(of: .key(name), in: entity) else { return false }
                return unique.contains(column.name) && !required.contains(name)
            }
        )
    }

    /// Whether all objects that have the unique values of a row came from seed data.
    private mutating func isRefusedBySeedData(_ index: Int) throws -> Bool {
        let row = rows[index]
        guard let table = layout.table(ofEntity: row.entity), let identity = table.identity else { return false }
        let known = recordedObjects(in: table)
        let values = try fields(of: index, id: 0)
        var others: [Int64] = []
        for unique in table.indexes where unique.isUnique {
            let columns = unique.columns.compactMap { table.column($0) }
            // What cannot be asked for may be the user's.
            guard columns.count == unique.elements.count else { return false }
            let found = columns.map { column in values.first { $0.column.name == column.name }?.value ?? .null }
            if found.contains(.null) { continue }
            let conditions = columns.map { "\(SQLText.name($0.name)) = \($0.mark)" }.joined(separator: " AND ")
            let sql = """
                SELECT \(SQLText.name(identity.name)) FROM \(SQLText.name(table.name)) WHERE \(conditions)
                """
            let arguments = StatementArguments(zip(columns, found).map { $0.whole($1) })
            others += try Int64.fetchAll(db, sql: sql, arguments: arguments)
        }
        let first = firstNew[table.name] ?? .max
        return !others.isEmpty && others.allSatisfy { known.contains($0) || $0 >= first }
    }

    /// The objects of a table that came from seed data.
    private mutating func recordedObjects(in table: SeedTable) -> Set<Int64> {
        if recorded.isEmpty {
            for record in removed + records.compactMap({ $0 }) {
                guard let name = layout.table(ofEntity: record.entity)?.name, let id = record.object else { continue }
                recorded[name, default: []].insert(id)
            }
        }
        return recorded[table.name] ?? []
    }

    /// - Returns: Whether no other object has its unique values.
    private mutating func insert(_ index: Int, _ id: Int64) throws -> Bool {
        guard let table = layout.table(ofEntity: rows[index].entity) else { return true }
        let fields = try fields(of: index, id: id)
        do {
            try statement(into: table.name, fields.map(\.column))
                .execute(arguments: StatementArguments(fields.map { $0.column.whole($0.value) }))
            return true
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            // A statement that has failed fails again when it is reset.
            statements = [:]
            return false
        }
    }

    /// The columns of a new row, with their values.
    private mutating func fields(of index: Int, id: Int64) throws -> [(column: SeedColumn, value: StoredValue)] {
        let row = rows[index]
        guard let table = layout.table(ofEntity: row.entity) else { return [] }
        var fields: [Field: StoredValue] = [.identity: .integer(id), .entity: .text(row.entity)]
        let given = Set(row.values.keys.map { $0[0] })
        for (path, value) in defaults(of: row.entity) where !given.contains(path[0]) {
            fields[.attribute(path)] = value
        }
        for (path, value) in row.values { fields[.attribute(path)] = value }
        for (name, key) in references.keys[index] {
            guard let target = statuses[key.target].identity, unreferred[index]?.contains(name) != true else {
                continue
            }
            fields[.key(name)] = .integer(target)
            fields[.orderKey(name)] = .integer(try orderKey(key, name, in: table, of: row.entity))
        }
        return fields.compactMap { field, value in
            guard let column = table.column(of: field, in: row.entity) ?? (field == .entity ? table.entity : nil),
                !column.isDerived
            else { return nil }
            return (column, value.encoded(for: column))
        }
    }

    private mutating func statement(into table: String, _ columns: [SeedColumn]) throws -> Statement {
        let names = columns.map(\.name)
        let id = table + "\u{0}" + names.joined(separator: "\u{0}")
        if let statement = statements[id] { return statement }
        let marks = columns.map(\.mark).joined(separator: ", ")
        let sql = "INSERT INTO \(SQLText.name(table)) (\(SQLText.names(names))) VALUES (\(marks))"
        let statement = try db.makeStatement(sql: sql)
        statements[id] = statement
        return statement
    }

    private mutating func defaults(of name: String) -> [[String]: StoredValue] {
        if let known = defaults[name] { return known }
        var found: [[String]: StoredValue] = [:]
        if let entity = schema.entity(name) {
            for attribute in ([entity] + schema.ancestors(of: entity)).flatMap(\.attributes) where attribute.isKept {
                for leaf in schema.leaves(of: attribute) where leaf.path.count == 1 || !attribute.isOptional {
                    found[leaf.path] = schema.storedDefault(of: leaf.attribute)
                }
            }
        }
        defaults[name] = found
        return found
    }

    /// The order key of a row in the list of its owner: behind those that an owner already has.
    mutating func orderKey(
        _ key: SeedReferences.Key,
        _ name: String,
        in table: SeedTable,
        of entity: String
    ) throws -> Int64 {
        let given = key.orderKey ?? 0
        guard case .present(let owner) = statuses[key.target], let column = table.column(of: .key(name), in: entity),
            let order = table.column(of: .orderKey(name), in: entity)
        else { return given }
        return try nextOrderKey(order, where: column, is: owner, in: table)
    }
}

extension StoredValue {
    /// The value as a column has it: a text that could be taken for the name of a file is stored as its bytes.
    func encoded(for column: SeedColumn) -> StoredValue {
        if column.isExternal, case .text(let text) = self { .blob(Data(text.utf8)) } else { self }
    }
}

extension SeedColumn {
    /// Whether its texts are passed as bytes, of which GRDB passes all: of a text, it passes only what is before the first NUL.
    private var takesBytes: Bool { type.storage == .text && !isExternal }

    /// A parameter for a value of the column, as SQL.
    var mark: String { takesBytes ? parameter("?") : "?" }

    /// What is passed for a value.
    func whole(_ value: StoredValue) -> StoredValue { takesBytes ? value.bound : value }
}
