import ApusSchema

/// The numbers of the rows of some tables, in the order of all their identities, as a lookup table.
struct RowNumbers {
    /// The table's name, unique in the connection.
    let name: String
    private let tables: [(table: Table, entities: [String])]

    init(_ name: String, of tables: [(table: Table, entities: [String])]) {
        self.name = name
        self.tables = tables
    }

    /// The number of the row with an identity, as SQL.
    func number(of identity: String) -> String {
        "(SELECT numbers.number FROM \(SQLText.name(name)) AS numbers WHERE numbers.id = \(identity))"
    }

    private var query: String {
        let rows: [String] = tables.map { table, entities in
            let row = SourceRow(table, nil)
            let condition: String? = SourceRow.condition(entities, in: table, named: row.name)
            return "SELECT \(row.identity) AS id FROM \(SQLText.name(table.name)) AS \(row.name)"
                + (condition.map { " WHERE \($0)" } ?? "")
        }
        return "SELECT id, row_number() OVER (ORDER BY id) AS number FROM (\(rows.joined(separator: " UNION ALL ")))"
    }

    /// The lookup table as a common table expression, for a single query.
    var commonTable: String { "\(SQLText.name(name)) (id, number) AS MATERIALIZED (\(query))" }

    /// The statements that create it as a temporary table, for several statements.
    var statements: [SQLStatement] {
        [
            SQLStatement("CREATE TEMP TABLE \(SQLText.name(name)) (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)"),
            SQLStatement("INSERT INTO temp.\(SQLText.name(name)) (id, number) \(query)"),
        ]
    }

    /// The statement that drops the temporary table.
    var dropStatement: SQLStatement { SQLStatement("DROP TABLE temp.\(SQLText.name(name))") }
}
