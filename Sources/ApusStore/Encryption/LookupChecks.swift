import ApusSchema
import GRDB

/// Finds lookups that are not those of the encrypted values.
enum LookupChecks {
    /// The checks that need no key: whether there is a lookup where there is a value.
    static func checks(of table: Table) -> [RowCheck] {
        table.columns.compactMap { column in
            guard let values = LookedUpValues(of: column, in: table) else { return nil }
            let (lookup, value) = (SQLText.column(column.name, of: RowCheck.row), values.value(in: RowCheck.row))
            return RowCheck(
                table,
                column.name,
                "missing, or of no value",
                where: "(\(lookup) IS NULL) <> (\(value) IS NULL)"
            )
        }
    }

    /// Computes the lookups of all values that can be decrypted.
    ///
    /// - Parameters:
    ///   - layout: The tables.
    ///   - keys: The keys.
    ///   - db: The store, on a connection with the keys.
    /// - Returns: Those that are others, or all that cannot be computed.
    /// - Throws: `DatabaseError`.
    static func wrong(in layout: Layout, _ keys: StoreKeys?, _ db: Database) throws -> [Verification.BadValues] {
        let problems = keys.problemsWithLookups(of: layout, db)
        let wrong = try layout.lookups.flatMap { table, column, lookup -> [Verification.BadValues] in
            guard let values = LookedUpValues(of: column, in: table) else { return [] }
            let present = SQLText.column(column.name, of: RowCheck.row)
            if let problem = problems.first(where: { $0.key == lookup.seal.key }) {
                // Of the values: the index over the lookups has another order in each store.
                let isPresent = "\(values.value(in: RowCheck.row)) IS NOT NULL"
                let check = RowCheck(table, column.name, problem.reason, where: isPresent)
                return try RowCheck.run([check], db).map { found in
                    var found = found
                    found.isUnreadable = true
                    return found
                }
            }
            let (failure, computed) = (values.failure(in: RowCheck.row), values.lookup(in: RowCheck.row))
            // A value that cannot be decrypted is reported itself; and one of the two missing, without the key.
            let isOther =
                "CASE WHEN \(present) IS NULL OR \(failure) IS NOT NULL THEN 0 ELSE \(present) <> \(computed) END"
            return try RowCheck.run([RowCheck(table, column.name, "not of the value", where: isOther)], db)
        }
        if !wrong.isEmpty { return wrong }
        // Without values, only the secrets themselves show it.
        return problems.map { problem in
            Verification.BadValues(
                table: Lookups.secrets.table,
                column: Lookups.secrets.column,
                count: 1,
                problem: problem.reason,
                rows: [problem.key ?? ""],
                isUnreadable: true
            )
        }
    }
}
