import ApusSchema
import GRDB

extension SeedSource {
    /// Writes all rows into a store that has none, in the caller's transaction.
    ///
    /// - Throws: `StoreError`, `DatabaseError`; the caller rolls back.
    func load(into db: Database, _ schema: Schema, _ layout: Layout, path: String) throws {
        if isEmpty { return }
        let rows = try rows(of: schema, path: path)
        var loading = SeedLoading(db, rows, schema, layout, records: [])
        let model = layout.recording?.model
        try model.map { try Store.beginHistory(db, of: $0, author: Self.author, context: nil, path: path) }
        try loading.run()
        try model.map { try Store.endHistory(db, of: $0) }
        try finish(db, schema.model)
    }

    /// The author of what is loaded, in the history.
    fileprivate static let author = "apus.seed"

    /// Remembers the data that a store has.
    fileprivate func finish(_ db: Database, _ model: String) throws {
        try db.execute(
            sql: """
                INSERT INTO apus_seed (model, digest) VALUES (?, ?)
                ON CONFLICT (model) DO UPDATE SET digest = excluded.digest
                """,
            arguments: [model, storedDigest]
        )
    }
}

extension Store {
    /// Brings the store's seed data up to date, in one transaction. It only reads if the store has this data.
    ///
    /// - Throws: `StoreError`, `DatabaseError`; the store is unchanged then.
    func load(_ seed: SeedSource) throws {
        let isCurrent = { db in
            guard let digest = try SeedLoadRecord.digest(of: self.schema.model, db) else {
                // Without data, only the rows of earlier data can be removed.
                return try seed.isEmpty && SeedLoadRecord.all(of: self.schema.model, path: self.path, db).isEmpty
            }
            return digest == seed.storedDigest
        }
        if try database.read({ try isCurrent($0) }) { return }
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try checkGeneration(db)
                // Another process may have been faster, and have created the tables that this connection remembers as missing.
                db.clearSchemaCache()
                if try isCurrent(db) { return .rollback }
                let rows = try seed.rows(of: schema, path: path)
                // The rows of entities that another store has are not its own to remove.
                let records = try SeedLoadRecord.all(of: schema.model, path: path, db).filter { record in
                    seed.roots?.contains(schema.root(of: record.entity)) ?? true
                }
                var loading = SeedLoading(db, rows, schema, layout, records: records)
                try beginHistory(db, author: SeedSource.author, context: nil)
                try loading.run()
                try endHistory(db)
                try seed.finish(db, schema.model)
                return .commit
            }
        }
    }
}
