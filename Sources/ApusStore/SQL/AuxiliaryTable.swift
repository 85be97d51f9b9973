import ApusSchema

/// A table in which statements of a pass look up values that no index of the store finds: the numbers of objects, or
/// the objects that have a computed key.
struct AuxiliaryTable {
    /// The table's name, unique in the connection.
    let name: String
    private let columns: [String]
    private let declarations: String
    private let query: SQLStatement

    /// The numbers of some objects, in the order of all their identities, or of those with the same values.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - identities: Queries of the objects' identities, each with a column `id`.
    ///   - groups: How many values the queries have besides: `g0`, `g1` …
    init(_ name: String, numbering identities: [SQLStatement], groups: Int) {
        self.name = name
        columns = ["id", "number"]
        declarations = "(id INTEGER PRIMARY KEY, number INTEGER NOT NULL)"
        let parts = groups == 0 ? "" : "PARTITION BY \((0..<groups).map { "g\($0)" }.joined(separator: ", ")) "
        query = SQLStatement(
            "SELECT id, row_number() OVER (\(parts)ORDER BY id) AS number FROM "
                + "(\(identities.map(\.sql).joined(separator: " UNION ALL ")))",
            identities.flatMap(\.arguments)
        )
    }

    /// The elements of lists, numbered in the order of the objects that have them and in that of each list.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - elements: Queries of the elements, each with the columns `source`, `place` and `element`.
    init(_ name: String, elements: [SQLStatement]) {
        self.name = name
        columns = [Column.identityName, "source", "element"]
        declarations = "(\(Column.identityName) INTEGER PRIMARY KEY, source INTEGER NOT NULL, element)"
        let place = "row_number() OVER (ORDER BY source, place, element)"
        query = SQLStatement(
            "SELECT \(place), source, element FROM (\(elements.map(\.sql).joined(separator: " UNION ALL ")))",
            elements.flatMap(\.arguments)
        )
    }

    /// What is found by keys, or one value.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - keys: The number of keys; 0 if there is one value.
    ///   - query: The keys, the value, and how many values there were.
    init(_ name: String, keys: Int, _ query: SQLStatement) {
        self.name = name
        let keys = (0..<keys).map { "k\($0)" }
        columns = keys + ["value", "number"]
        let names = columns.joined(separator: ", ")
        declarations =
            keys.isEmpty ? "(\(names))" : "(\(names), PRIMARY KEY (\(keys.joined(separator: ", ")))) WITHOUT ROWID"
        self.query = query
    }

    /// A column of the row with some keys, as SQL; null if there is none.
    ///
    /// The columns have no affinity. A plus removes that of the keys, because SQLite would not use the index otherwise
    /// (<https://www.sqlite.org/datatype3.html>, 4.2).
    func value(_ column: String, of keys: [SQLStatement]) -> SQLStatement {
        let conditions = zip(columns, keys).map { "auxiliary.\($0) = +\($1.sql)" }
        return SQLStatement(
            "(SELECT auxiliary.\(column) FROM \(SQLText.name(name)) AS auxiliary"
                + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))") + ")",
            keys.flatMap(\.arguments)
        )
    }

    /// The statements that create it as a temporary table. A common table expression would not do: SQLite copies it wherever it
    /// is named, so that tables over tables grow exponentially.
    var statements: [SQLStatement] {
        [
            SQLStatement("CREATE TEMP TABLE \(SQLText.name(name)) \(declarations)"),
            SQLStatement(
                "INSERT INTO temp.\(SQLText.name(name)) (\(columns.joined(separator: ", "))) \(query.sql)",
                query.arguments
            ),
        ]
    }

    /// The statement that drops the temporary table.
    var dropStatement: SQLStatement { SQLStatement("DROP TABLE temp.\(SQLText.name(name))") }
}
