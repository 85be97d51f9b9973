import ApusMigration
import ApusSchema
import GRDB

extension ExternalFiles {
    /// Removes the files that no row of any model in the store refers to.
    ///
    /// - Parameter db: A connection in a transaction that has the store's write lock.
    /// - Throws: `DatabaseError`.
    func collect(_ db: Database) throws {
        guard !names().isEmpty, let used = try Self.used(db) else { return }
        removeAll(except: used)
    }

    /// The names of the files that rows refer to; `nil` if a model cannot be read, so that no file may be removed.
    static func used(_ db: Database) throws -> Set<String>? {
        let models: [StoreDescription]
        do { models = try StoreDescription.readAll(db, path: "") } catch is StoreError { return nil }
        var used: Set<String> = []
        for model in models {
            for table in model.state.layout.tables {
                for column in table.columns where column.isExternal {
                    let name = SQLText.name(column.name)
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
