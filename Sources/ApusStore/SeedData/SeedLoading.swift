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

        /// The identity of the object that other rows can refer to.
        var identity: Int64? {
            switch self {
            case .new(let identity), .present(let identity): identity
            case .gone: nil
            }
        }
    }

    let db: Database
    let rows: [SeedRows.Row]
    let schema: Schema
    let layout: Layout
    let references: SeedReferences
    /// The rows with their references as the store has them.
    let canonical: [SeedRows.Row]
    /// The record of each row.
    private(set) var records: [SeedRecord?]
    /// The records of rows that the data no longer has.
    let removed: [SeedRecord]
    /// What each row is.
    private(set) var statuses: [Status]

    private var statements: [String: Statement] = [:]
    private var defaults: [String: [[String]: StoredValue]] = [:]

    private struct Name: Hashable {
        let entity: String
        let key: String
    }

    init(_ db: Database, _ rows: [SeedRows.Row], _ schema: Schema, _ layout: Layout, records: [SeedRecord]) {
        (self.db, self.rows, self.schema, self.layout) = (db, rows, schema, layout)
        references = SeedReferences(rows, of: schema)
        canonical = references.canonicalRows()
        var byName: [Name: SeedRecord] = [:]
        for record in records { byName[Name(entity: record.entity, key: record.key)] = record }
        self.records = rows.map { byName.removeValue(forKey: Name(entity: $0.entity, key: $0.key)) }
        removed = byName.values.sorted { $0.id < $1.id }
        statuses = Array(repeating: .gone, count: rows.count)
    }

    /// Writes all that is to be written, except the digest.
    mutating func run() throws {
        for statement in StoreFormat.seedStatements { try db.execute(sql: statement) }
        try assignIdentities()
        excludeRowsWithoutRequired()
        // Rows against which an object of the user's stands are found by inserting all of them.
        while true {
            let refused = try insertRows()
            if refused.isEmpty { break }
            for index in refused { statuses[index] = .gone }
            excludeRowsWithoutRequired()
        }
        try insertPairs()
        try edit()
        try SeedRemoval(db, layout, schema, removed).run()
        try record()
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
                let id = try next[table.name] ?? lastIdentity(of: table, identity) + 1
                statuses[index] = .new(id)
                next[table.name] = id + 1
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

    /// A new row that has to refer to one that the user deleted is deleted with it.
    private mutating func excludeRowsWithoutRequired() {
        var required: [String: [String]] = [:]
        var isChanged = true
        while isChanged {
            isChanged = false
            for (index, row) in rows.enumerated() {
                guard case .new = statuses[index] else { continue }
                let names = required[row.entity] ?? requiredKeys(of: row.entity)
                required[row.entity] = names
                let lacksOne = names.contains { name in
                    references.keys[index][name].map { statuses[$0.target] == .gone } ?? false
                }
                if lacksOne { (statuses[index], isChanged) = (.gone, true) }
            }
        }
    }

    private func requiredKeys(of name: String) -> [String] {
        guard let entity = schema.entity(name) else { return [] }
        return ([entity] + schema.ancestors(of: entity)).flatMap(\.relationships)
            .filter { !$0.isToMany && $0.needsObject }.map(\.name)
    }

    /// Inserts the new rows, or none.
    ///
    /// - Returns: The rows with values that have to be unique, and that an object of the user's has.
    private mutating func insertRows() throws -> [Int] {
        var refused: [Int] = []
        try db.execute(sql: "SAVEPOINT apus_seed")
        for index in rows.indices {
            guard case .new(let id) = statuses[index] else { continue }
            do {
                try insert(index, id)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                refused.append(index)
                // A statement that has failed fails again when it is reset.
                statements = [:]
            }
        }
        if !refused.isEmpty { try db.execute(sql: "ROLLBACK TO apus_seed") }
        try db.execute(sql: "RELEASE apus_seed")
        return refused
    }

    private mutating func insert(_ index: Int, _ id: Int64) throws {
        let row = rows[index]
        guard let table = layout.table(ofEntity: row.entity) else { return }
        var fields: [Field: StoredValue] = [.identity: .integer(id), .entity: .text(row.entity)]
        let given = Set(row.values.keys.map { $0[0] })
        for (path, value) in defaults(of: row.entity) where !given.contains(path[0]) {
            fields[.attribute(path)] = value
        }
        for (path, value) in row.values { fields[.attribute(path)] = value }
        for (name, key) in references.keys[index] {
            guard let target = statuses[key.target].identity else { continue }
            fields[.key(name)] = .integer(target)
            fields[.orderKey(name)] = .integer(try orderKey(key, name, in: table, of: row.entity))
        }
        var names: [String] = []
        var values: [StoredValue] = []
        for (field, value) in fields {
            guard let column = table.column(of: field, in: row.entity) ?? (field == .entity ? table.entity : nil),
                !column.isDerived
            else { continue }
            names.append(column.name)
            values.append(value.encoded(for: column))
        }
        try statement(into: table.name, names).execute(arguments: StatementArguments(values))
    }

    private mutating func statement(into table: String, _ names: [String]) throws -> Statement {
        let id = table + "\u{0}" + names.joined(separator: "\u{0}")
        if let statement = statements[id] { return statement }
        let marks = names.map { _ in "?" }.joined(separator: ", ")
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
    func orderKey(_ key: SeedReferences.Key, _ name: String, in table: SeedTable, of entity: String) throws -> Int64 {
        let given = key.orderKey ?? 0
        guard case .present(let owner) = statuses[key.target], let column = table.column(of: .key(name), in: entity),
            let order = table.column(of: .orderKey(name), in: entity)
        else { return given }
        return try lastOrderKey(order, where: column, is: owner, in: table) + Layout.placeGap
    }

    /// The greatest order key of a list; so much less than 0 if it is empty that the next one is 0.
    func lastOrderKey(_ order: SeedColumn, where key: SeedColumn, is owner: Int64, in table: SeedTable) throws -> Int64
    {
        let sql = """
            SELECT max(\(SQLText.name(order.name))) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(key.name)) = ?
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [owner]) ?? -Layout.placeGap
    }

    /// Remembers what the store has now.
    private func record() throws {
        let insert = try db.makeStatement(
            sql: "INSERT INTO apus_seed_row (model, entity, key, object, content, removed) VALUES (?, ?, ?, ?, ?, ?)"
        )
        let update = try db.makeStatement(sql: "UPDATE apus_seed_row SET content = ?, removed = ? WHERE id = ?")
        for (index, row) in canonical.enumerated() {
            let content = row.texts.json(entity: row.entity, key: row.key)
            guard let record = records[index] else {
                let id = statuses[index].identity
                try insert.execute(arguments: [schema.model, row.entity, row.key, id, content, row.removed.rawValue])
                continue
            }
            // A row that edits do not reach keeps the values that it was loaded with, so that another rule can compare.
            let kept = row.edited == .keep ? record.content : content
            if kept == record.content, row.removed == record.removed { continue }
            try update.execute(arguments: [kept, row.removed.rawValue, record.id])
        }
    }
}

extension StoredValue {
    /// The value as a column has it: a text that could be taken for the name of a file is stored as its bytes.
    func encoded(for column: SeedColumn) -> StoredValue {
        if column.isExternal, case .text(let text) = self { .blob(Data(text.utf8)) } else { self }
    }
}
