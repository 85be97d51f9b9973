import ApusMigration
import GRDB

extension Migrator {
    /// Gives a connection the keys. What SQLite keeps in temporary tables and files may be values of encrypted attributes, so they are
    /// in memory then.
    func prepare(_ database: DatabaseQueue) throws {
        try database.unsafeRead { db in
            SealFunctions.add(to: db, keys)
            let target = try? planner.state(of: target)
            let isSecret = target?.schema.encryptsValues == true || Self.encryptsValues(db)
            if isSecret { try db.execute(sql: "PRAGMA temp_store = MEMORY") }
        }
    }

    /// Whether a store encrypts values; false if it is none.
    private static func encryptsValues(_ db: Database) -> Bool {
        // The schema is in canonical JSON.
        let sql = "SELECT EXISTS (SELECT 1 FROM apus_model WHERE instr(schema, '\"encrypted\":') > 0)"
        return (try? Bool.fetchOne(db, sql: sql)) == true
    }

    /// Goes on with removing what is left of encrypted values.
    func purge(_ file: StoreFile) -> PurgeOutcome {
        guard file.isWritable else { return .incomplete(reason: "the store is not writable") }
        do {
            let database = try file.openForWriting(enforcesForeignKeys: false, timeout: timeout)
            defer { try? database.close() }
            return database.writeWithoutTransaction { Purge.run($0, ExternalFiles(ofStoreAt: file.location)) }
        } catch {
            return .incomplete(reason: (error as? StoreError)?.description ?? "\(error)")
        }
    }
}

extension Plan {
    /// Whether the migration begins with encrypted values, or ends with some.
    var encryptsValues: Bool { source.schema.encryptsValues || target.schema.encryptsValues }
}
