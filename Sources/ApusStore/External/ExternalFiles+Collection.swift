import ApusMigration
import ApusSchema
import GRDB

extension ExternalFiles {
    /// Removes the files that no row of any of the store's models names.
    ///
    /// - Parameter db: A connection in a transaction that has the store's write lock.
    /// - Throws: `DatabaseError`.
    func collect(_ db: Database) throws {
        guard !names().isEmpty, let used = try Self.used(db) else { return }
        removeAll(except: used)
    }

    /// The names of files that rows have; `nil` if a model cannot be read, and so nothing may be removed.
    static func used(_ db: Database) throws -> Set<String>? {
        let models: [StoreDescription]
        do { models = try StoreDescription.readAll(db, path: "") } catch is StoreError { return nil }
        var used: Set<String> = []
        for model in models {
            for table in model.state.layout.tables {
                for column in table.columns where column.isExternal {
                    let name: String = SQLText.name(column.name)
                    used.formUnion(
                        try String.fetchAll(
                            db,
                            sql: "SELECT \(name) FROM \(SQLText.name(table.name)) WHERE typeof(\(name)) = 'text'"
                        )
                    )
                }
            }
        }
        return used
    }
}
