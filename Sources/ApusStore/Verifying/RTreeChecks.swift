import ApusSchema

/// Checks R-trees against their tables; SQLite's `integrity_check` does not compare them.
enum RTreeChecks {
    /// The checks of a table's R-trees.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - exists: Whether an R-tree with a name exists.
    /// - Returns: Two checks per R-tree.
    static func checks(of table: Table, where exists: (String) -> Bool) -> [RowCheck] {
        guard let identity = table.identity else { return [] }
        let here = SQLText.column(identity.name, of: RowCheck.row)
        return table.rtrees.filter { exists($0.name) }.flatMap { index in
            let present: [String] = index.columns.map { "\(SQLText.column($0, of: RowCheck.row)) IS NOT NULL" }
            let belongs: String =
                (present + [table.condition(index.entities, index.predicate, of: RowCheck.row)].compactMap { $0 })
                .joined(separator: " AND ")
            // An R-tree stores 32-bit floats, made of doubles and rounded outwards, except those below their smallest
            // normal value; values out of their range become infinite.
            let around: [String] = index.columns.enumerated().map { number, column in
                let value = SQLText.column(column, of: RowCheck.row)
                let (least, most) = ("box.minimum_\(number + 1) - 1.2e-38", "box.maximum_\(number + 1) + 1.2e-38")
                return "(CAST(\(value) AS REAL) BETWEEN \(least) AND \(most) OR abs(\(value)) > 3e38)"
            }
            let box = "SELECT 1 FROM \(SQLText.name(index.name)) AS box WHERE box.id = \(here)"
            let boxAround = ([box] + around).joined(separator: " AND ")
            let columns = index.columns.joined(separator: ", ")
            return [
                RowCheck(
                    table,
                    identity.name,
                    "not in the R-tree '\(index.name)' at the value of '\(columns)'",
                    where: "(\(belongs)) AND NOT EXISTS (\(boxAround))"
                ),
                RowCheck(
                    table,
                    identity.name,
                    "in the R-tree '\(index.name)', but should not be",
                    where: "(\(belongs)) IS NOT 1 AND EXISTS (\(box))"
                ),
            ]
        }
    }
}
