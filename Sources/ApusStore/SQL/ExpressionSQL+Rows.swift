import ApusMigration
import ApusSchema

extension ExpressionSQL {
    /// The values of a column of the newer table, for all kinds of rows that one reading of an older table gives.
    ///
    /// - Parameters:
    ///   - index: The column's index in the newer table.
    ///   - source: Where the rows come from.
    ///   - newer: The newer table.
    /// - Returns: One expression, which looks at the row's kind only where the kinds differ.
    mutating func value(at index: Int, of source: TableProjection.Source, in newer: Table) -> SQLStatement {
        let column: Column = newer.columns[index]
        return byKind(source) { expressions, part, row in
            expressions.value(part.values[index], for: column, of: newer, over: row)
        }
    }

    /// Rows that a newer table will have, as a query over the older tables: nothing has to be written for it. Its columns
    /// are those of ``ApusSchema/Table/namedByPlace``.
    ///
    /// - Parameters:
    ///   - strategy: How the table is made; no pairs.
    ///   - indices: The columns that the rows have, besides the older identity in the newer identity's index.
    ///   - entities: The newer entities of the rows; `nil` for all.
    /// - Returns: The query, complete; `nil` where there are no such rows.
    mutating func rows(of strategy: TableStrategy, columns indices: [Int], entities: [String]?) -> SQLStatement? {
        guard let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity }) else { return nil }
        var selects: [SQLStatement] = []
        for source in strategy.sources {
            let parts: [TableProjection.Part] = source.parts.filter { part in
                entities.map { entities in part.newer.map(entities.contains) ?? true } ?? true
            }
            guard !parts.isEmpty else { continue }
            let some = TableProjection.Source(table: source.table, parts: parts)
            let values: [(index: Int, value: SQLStatement)] =
                [(identity, SQLStatement(SourceRow(source.table, nil).identity))]
                + indices.map { ($0, value(at: $0, of: some, in: strategy.table)) }
            let condition: SQLStatement? = condition(of: some)
            selects.append(
                SQLStatement(
                    "SELECT \(values.map { "\($0.value.sql) AS \(Table.columnName(at: $0.index))" }.joined(separator: ", ")) "
                        + "FROM \(SQLText.name(source.table.name)) AS source"
                        + (condition.map { " WHERE \($0.sql)" } ?? ""),
                    values.flatMap(\.value.arguments) + (condition?.arguments ?? [])
                )
            )
        }
        guard !selects.isEmpty else { return nil }
        let tables: String = numbers.map(\.commonTable).joined(separator: ", ")
        return SQLStatement(
            (tables.isEmpty ? "" : "WITH \(tables) ") + selects.map(\.sql).joined(separator: " UNION ALL "),
            selects.flatMap(\.arguments)
        )
    }

    /// The rows that are taken, as a condition; `nil` where it is all of them.
    mutating func condition(of source: TableProjection.Source) -> SQLStatement? {
        var conditions: [SQLStatement] = []
        let older: [String] = source.parts.compactMap(\.older)
        // A row of a kind that the model does not know is not copied as something else, so that it is missed.
        if let entities = SourceRow.strictCondition(older, in: source.table, named: "source") {
            conditions.append(SQLStatement(entities))
        }
        if source.parts.contains(where: { !$0.conditions.isEmpty }) {
            conditions.append(
                byKind(source) { expressions, part, row in
                    let values: [SQLStatement] = part.conditions.map { expressions.sql($0, over: row) }
                    guard !values.isEmpty else { return SQLStatement("1") }
                    return SQLStatement(
                        "(" + values.map { "\($0.sql) IS NOT NULL" }.joined(separator: " AND ") + ")",
                        values.flatMap(\.arguments)
                    )
                }
            )
        }
        guard !conditions.isEmpty else { return nil }
        return SQLStatement(
            conditions.map(\.sql).joined(separator: " AND "),
            conditions.flatMap(\.arguments)
        )
    }

    /// A value as a column takes it. What lies in a file stays there where the newer column can name it.
    private mutating func value(
        _ id: ExpressionGraph.ID,
        for column: Column,
        of newer: Table,
        over row: SourceRow
    ) -> SQLStatement {
        if pass.graph[id].value == .derived {
            // What is not taken over is worked out when all rows are there.
            let before: String? = pass.derivations?.column(column.name, of: newer.name)
            return SQLStatement(before.map(row.sql) ?? "NULL")
        }
        guard column.isExternal else { return sql(id, over: row) }
        if let before = pass.graph.plainField(id).flatMap({ row.column(of: $0) }), before.isExternal {
            return SQLStatement(row.sql(before.name))
        }
        let value: SQLStatement = sql(id, over: row)
        return column.type.storage == .text ? SQLStatement("CAST(\(value.sql) AS BLOB)", value.arguments) : value
    }

    private mutating func byKind(
        _ source: TableProjection.Source,
        _ make: (inout ExpressionSQL, TableProjection.Part, SourceRow) -> SQLStatement
    ) -> SQLStatement {
        let values: [(entity: String?, value: SQLStatement)] = source.parts.map { part in
            (part.older, make(&self, part, SourceRow(source.table, part.older)))
        }
        guard let first = values.first?.value, values.contains(where: { $0.value != first }),
            let column = source.table.entity
        else { return values.first?.value ?? SQLStatement("NULL") }
        var groups: [(entities: [String], value: SQLStatement)] = []
        for (entity, value) in values {
            guard let entity, value.sql != "NULL" else { continue }
            if let index = groups.firstIndex(where: { $0.value == value }) {
                groups[index].entities.append(entity)
            } else {
                groups.append(([entity], value))
            }
        }
        let cases: [String] = groups.map { entities, value in
            let condition: String = entities.map { "source.\(SQLText.name(column.name)) = \(SQLText.quoted($0))" }
                .joined(separator: " OR ")
            return "WHEN \(condition) THEN \(value.sql)"
        }
        return SQLStatement("CASE \(cases.joined(separator: " ")) END", groups.flatMap(\.value.arguments))
    }
}

extension ExpressionGraph {
    /// The field whose values an expression gives as they are, or else fails.
    func plainField(_ id: ID) -> Field? {
        switch self[id].value {
        case .field(let field): field
        case .required(let inner, _): plainField(inner)
        default: nil
        }
    }
}

extension Table {
    /// The table with its columns named by their places. SQLite gives a column that a query makes another name than `true`
    /// or `false`, whatever the query says.
    var namedByPlace: Table {
        Table(
            name: name,
            origin: origin,
            concreteEntities: concreteEntities,
            parents: parents,
            columns: columns.enumerated().map { index, column in
                Column(
                    name: Self.columnName(at: index),
                    owner: column.owner,
                    field: column.field,
                    type: column.type,
                    isNullable: column.isNullable,
                    isExternal: column.isExternal,
                    isDerived: column.isDerived
                )
            }
        )
    }

    /// The name of a column that a query makes.
    static func columnName(at index: Int) -> String { "c\(index)" }
}
