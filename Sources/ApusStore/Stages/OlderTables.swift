import ApusSchema

/// Temporary copies of the tables of the older version, which code reads while those of the newer version exist.
struct OlderTables {
    private let source: Layout

    /// The copies.
    let layout: Layout

    /// The values of older objects that the mapping asserts something of.
    var assertedValues: AssertionChecks.Values = [:]

    init(_ source: Layout) {
        self.source = source
        layout = source.renamingTables { "apus_old_\($0)" }
    }

    /// The statements that make the copies, each with an index for every reference.
    var statements: [SQLStatement] {
        zip(source.tables, layout.tables).flatMap { table, copy -> [SQLStatement] in
            let columns = SQLText.names(table.columns.map(\.name))
            let name = SQLText.name(copy.name)
            return [
                copy.createStatement(isTemporary: true),
                SQLStatement(
                    "INSERT INTO temp.\(name) (\(columns)) SELECT \(columns) FROM main.\(SQLText.name(table.name))"
                ),
            ]
                + copy.columns.enumerated().filter { $1.references != nil }.map { index, column in
                    SQLStatement(
                        "CREATE INDEX temp.\(SQLText.name("\(copy.name)_\(index)")) ON \(name) (\(SQLText.name(column.name)))"
                    )
                }
        }
    }

    /// The statements that drop the copies.
    var dropStatements: [SQLStatement] {
        layout.tables.map { SQLStatement("DROP TABLE temp.\(SQLText.name($0.name))") }
    }
}
