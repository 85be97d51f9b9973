import ApusSchema

/// Tells which rows an index of boxes does not have as it should; SQLite's own check does not look there.
enum BoxIndexChecks {
    /// The checks of a table's indexes of boxes.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - isThere: Whether there is an index of that name.
    /// - Returns: Two checks for each index.
    static func checks(of table: Table, where isThere: (String) -> Bool) -> [RowCheck] {
        guard let identity = table.identity else { return [] }
        let here: String = SQLText.column(identity.name, of: RowCheck.row)
        return table.boxIndexes.filter { isThere($0.name) }.flatMap { index in
            let present: [String] = index.columns.map { "\(SQLText.column($0, of: RowCheck.row)) IS NOT NULL" }
            let belongs: String =
                (present + [table.condition(index.kinds, index.predicate, of: RowCheck.row)].compactMap { $0 })
                .joined(separator: " AND ")
            // Its numbers have 32 bits, rounded outwards; what is beyond them is infinite there.
            let around: [String] = index.columns.enumerated().map { number, column in
                let value: String = SQLText.column(column, of: RowCheck.row)
                return
                    "(\(value) BETWEEN box.minimum_\(number + 1) AND box.maximum_\(number + 1) OR abs(\(value)) > 3e38)"
            }
            let box: String = "SELECT 1 FROM \(SQLText.name(index.name)) AS box WHERE box.id = \(here)"
            let boxAround: String = ([box] + around).joined(separator: " AND ")
            let column: String = index.columns.joined(separator: ", ")
            return [
                RowCheck(
                    table,
                    identity.name,
                    "not where '\(column)' says in the index '\(index.name)'",
                    where: "(\(belongs)) AND NOT EXISTS (\(boxAround))"
                ),
                RowCheck(
                    table,
                    identity.name,
                    "in the index '\(index.name)' without belonging there",
                    where: "(\(belongs)) IS NOT TRUE AND EXISTS (\(box))"
                ),
            ]
        }
    }
}
