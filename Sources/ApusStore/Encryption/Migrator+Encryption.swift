import ApusMigration
import GRDB

extension Migrator {
    /// Gives a connection the keys. What SQLite keeps in temporary tables and files may be values of encrypted attributes, so they are
    /// in memory then.
    func prepare(_ database: DatabaseQueue, _ file: StoreFile) throws {
        try database.unsafeRead { db in
            let target = try? planner.state(of: target)
            let isSecret = target?.schema.encryptsValues == true || SealFunctions.encryptsValues(db)
            try SealFunctions.prepare(db, keys, externalFiles(file), isSecret: isSecret)
        }
    }

    /// Goes on with removing what is left of encrypted values.
    func purge(_ file: StoreFile) -> PurgeOutcome { Purge.run(file, timeout) }
}

extension Plan {
    /// Whether the migration begins with encrypted values, or ends with some.
    var encryptsValues: Bool { source.schema.encryptsValues || target.schema.encryptsValues }
}
