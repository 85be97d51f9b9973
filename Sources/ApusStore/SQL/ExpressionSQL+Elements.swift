import ApusMigration
import ApusSchema

extension ElementRows {
    /// The table of the elements, which a statement makes for itself.
    var table: Table {
        let columns = [
            Column(name: Column.identityName, owner: name, field: .identity, type: .int64, isNullable: false),
            Column(name: "source", owner: name, field: Self.source, type: .int64, isNullable: false),
            Column(name: "element", owner: name, field: Self.element, type: type, isNullable: true),
        ]
        return Table(name: name, origin: .hierarchy(name), concreteEntities: [name], columns: columns)
    }
}

extension ExpressionSQL {
    /// The name of an older table in a statement, as SQL. A table of the elements of lists is made first.
    mutating func name(of table: Table) -> String {
        if let (_, rows) = pass.elements[table.name], !tables.contains(where: { $0.name == rows.name }) {
            let queries = rows.sources.compactMap { query(of: $0) }
            add(AuxiliaryTable(rows.name, elements: queries.isEmpty ? [Self.noElements] : queries))
        }
        return SQLText.name(table.name)
    }

    private static let noElements = SQLStatement("SELECT 0 AS source, 0 AS place, NULL AS element WHERE 0")

    private mutating func query(of source: ElementRows.Source) -> SQLStatement? {
        let rows = source.rows
        guard let row = pass.row(of: rows.extent) else { return nil }
        let owner = sql(rows.identity, over: row)
        var (from, values): (SQLStatement, [SQLStatement])
        switch source {
        case .texts(_, let list):
            let list = sql(list, over: row)
            from = SQLStatement("\(name(of: row.table)) AS source, json_each(\(list.sql)) AS list", list.arguments)
            values = [owner, SQLStatement("list.key"), Self.element]
        case .objects(_, let element, let order):
            from = SQLStatement("\(name(of: row.table)) AS source")
            values = [owner, sql(order, over: row), sql(element, over: row)]
        }
        let filter = filter(row, rows.conditions)
        let columns = zip(["source", "place", "element"], values).map { "\($1.sql) AS \($0)" }
        return SQLStatement(
            "SELECT \(columns.joined(separator: ", ")) FROM \(from.sql)\(filter.sql)",
            values.flatMap(\.arguments) + from.arguments + filter.arguments
        )
    }

    /// An element of an ``ElementText``.
    private static let element: SQLStatement = {
        let mark = "char(\(ElementText.mark.value))"
        let whole = "replace(replace(list.value, \(mark) || '0', char(0)), \(mark) || '1', \(mark))"
        return SQLStatement("CASE WHEN instr(list.value, \(mark)) THEN \(whole) ELSE list.value END")
    }()
}
