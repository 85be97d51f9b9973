import ApusMigration
import ApusSchema
import GRDB

/// What a store remembers of a row that it got from seed data.
struct SeedLoadRecord {
    /// The row of the table of records.
    let id: Int64
    /// The entity.
    let entity: String
    /// The key.
    let key: String
    /// The identity of the object; `nil` if it was not loaded.
    let object: Int64?
    /// The row's canonical JSON, as it was last loaded.
    let content: String
    /// What happens when the data no longer has the row.
    let removed: SeedRows.RemovalRule

    /// Reads the records of a model.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - path: The path of the store, for the error.
    ///   - db: The store's connection.
    /// - Returns: The records.
    /// - Throws: `DatabaseError`; `StoreError` if a value has a type that the table of Apus does not allow: another table may have its
    ///   name. The store is not damaged then, and a copy of it would not help.
    static func all(of model: String, path: String, _ db: Database) throws -> [SeedLoadRecord] {
        guard try db.tableExists(StoreFormat.seedRowTable) else { return [] }
        let sql = "SELECT id, entity, key, object, content, removed FROM apus_seed_row WHERE model = ? ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [model]).map { row in
            guard let record = SeedLoadRecord(row) else {
                throw StoreError(path, .changedTable(StoreFormat.seedRowTable))
            }
            return record
        }
    }

    /// Reads a record without a conversion, which could trap, or give another value; `nil` if one does not have the column's type.
    private init?(_ row: Row) {
        func number(_ index: Int) -> Int64? {
            if case .int64(let number) = (row[index] as DatabaseValue).storage { number } else { nil }
        }
        func text(_ index: Int) -> String? {
            if case .string(let text) = (row[index] as DatabaseValue).storage { text } else { nil }
        }
        let object = number(3)
        guard let id = number(0), let entity = text(1), let key = text(2), let content = text(4), let rule = text(5),
            object != nil || (row[3] as DatabaseValue).isNull
        else { return nil }
        self.init(
            id: id,
            entity: entity,
            key: key,
            object: object,
            content: content,
            removed: SeedRows.RemovalRule(rawValue: rule) ?? .keep
        )
    }

    private init(
        id: Int64,
        entity: String,
        key: String,
        object: Int64?,
        content: String,
        removed: SeedRows.RemovalRule
    ) {
        (self.id, self.entity, self.key) = (id, entity, key)
        (self.object, self.content, self.removed) = (object, content, removed)
    }

    /// The digest of the data that a store has; `nil` if it has none.
    static func digest(of model: String, _ db: Database) throws -> String? {
        guard try db.tableExists(StoreFormat.seedTable) else { return nil }
        return try String.fetchOne(db, sql: "SELECT digest FROM apus_seed WHERE model = ?", arguments: [model])
    }

    /// Forgets all rows of a model.
    static func removeAll(of model: String, _ db: Database) throws {
        for table in [StoreFormat.seedTable, StoreFormat.seedRowTable] where try db.tableExists(table) {
            try db.execute(sql: "DELETE FROM \(table) WHERE model = ?", arguments: [model])
        }
    }

    /// Gives the records the names that a migration has given to entities and properties. The records of removed entities are
    /// removed, and those of entities whose objects may have other identities now: they would name the objects of others.
    ///
    /// If a record changes, the store no longer has the data that it says, so the next launch loads the rows again that it lacks.
    static func rename(by plan: Plan, path: String, _ db: Database) throws {
        let model = plan.target.schema.model
        let records = try all(of: model, path: path, db)
        if records.isEmpty { return }
        var isChanged = false
        let update = try db.makeStatement(sql: "UPDATE apus_seed_row SET entity = ?, content = ? WHERE id = ?")
        for (record, newer) in renamed(records, by: plan) {
            guard let newer else {
                try db.execute(sql: "DELETE FROM apus_seed_row WHERE id = ?", arguments: [record.id])
                isChanged = true
                continue
            }
            if newer.entity == record.entity, newer.content == record.content { continue }
            try update.execute(arguments: [newer.entity, newer.content, record.id])
            isChanged = true
        }
        if isChanged, try db.tableExists(StoreFormat.seedTable) {
            try db.execute(sql: "DELETE FROM apus_seed WHERE model = ?", arguments: [model])
        }
    }

    /// The records as they are after a migration; `nil` for those that are removed.
    static func renamed(
        _ records: [SeedLoadRecord],
        by plan: Plan
    ) -> [(older: SeedLoadRecord, newer: SeedLoadRecord?)] {
        let matching = plan.matching
        let renumbered = plan.renumberedEntities
        var entities: [String: String?] = [:]
        return records.map { record in
            let known = entities[record.entity]
            let isSame = !renumbered.contains(record.entity)
            let entity = known ?? (isSame ? matching.newer(ElementPath(record.entity))?.entity : nil)
            entities[record.entity] = .some(entity)
            let newer = entity.map { entity in
                SeedLoadRecord(
                    id: record.id,
                    entity: entity,
                    key: record.key,
                    object: record.object,
                    content: (try? renamed(record, by: matching)) ?? record.content,
                    removed: record.removed
                )
            }
            return (record, newer)
        }
    }

    private static func renamed(_ record: SeedLoadRecord, by matching: Matching) throws -> String {
        var texts = try SeedRows.Texts(json: record.content)
        func name(_ old: String) -> String? { matching.newer(ElementPath(record.entity, old))?.property }
        texts.values = Dictionary(texts.values.compactMap { old, text in name(old).map { ($0, text) } }) { $1 }
        texts.references = Dictionary(texts.references.compactMap { old, keys in name(old).map { ($0, keys) } }) { $1 }
        return texts.json(entity: matching.newer(ElementPath(record.entity))?.entity ?? record.entity, key: record.key)
    }
}
