import ApusSchema
import GRDB

/// Finds keys that lead to no row.
enum Orphans {
    /// How many different values of a key column lead to no row.
    ///
    /// An anti-join over the key's index gives what `PRAGMA foreign_key_check` gives, at a tenth of its price.
    static func count(of column: Column, in table: Table, _ db: Database) throws -> Int {
        guard let far = column.references, let identity = column.farIdentity else { return 0 }
        // All names are qualified: the far table may have a column of any name.
        return try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (SELECT DISTINCT \(SQLText.name(column.name)) AS value \
                FROM \(SQLText.name(table.name))) AS keys WHERE keys.value IS NOT NULL AND NOT EXISTS \
                (SELECT 1 FROM \(SQLText.name(far)) AS far WHERE \(SQLText.column(identity, of: "far")) = keys.value)
                """
        ) ?? 0
    }

    /// The rows whose key leads to no row, to follow what is selected of them.
    static func rows(of column: Column, in table: Table) -> String {
        guard let far = column.references, let identity = column.farIdentity else { return "WHERE 0" }
        let key: String = SQLText.column(column.name, of: "this")
        return "FROM \(SQLText.name(table.name)) AS this WHERE \(key) IS NOT NULL AND NOT EXISTS "
            + "(SELECT 1 FROM \(SQLText.name(far)) AS far WHERE \(SQLText.column(identity, of: "far")) = \(key))"
    }
}
