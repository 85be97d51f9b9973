import ApusMigration
import ApusSchema

extension ExpressionSQL {
    /// The values of a column of the newer table, for all rows that one scan of an older table returns.
    ///
    /// - Parameters:
    ///   - index: The column's index in the newer table.
    ///   - source: The source of the rows.
    ///   - newer: The newer table.
    ///   - isRead: Whether the value is to be read, rather than stored: the values of an encrypted column are not encrypted then.
    /// - Returns: One expression, which reads the row's entity only if the values differ between entities.
    mutating func value(
        at index: Int,
        of source: TableProjection.Source,
        in newer: Table,
        isRead: Bool = false
    ) -> SQLStatement {
        let column: Column = newer.columns[index]
        return byKind(source) { expressions, part, row in
            if isRead || column.seal == nil && column.lookup == nil {
                let value = expressions.value(part.values[index], for: column, of: newer, over: row)
                let isDecrypted = expressions.pass.graph.sealedColumn(part.values[index], of: row) != nil
                return isDecrypted && column.isExternal && !isRead ? WrittenFiles.kept(value) : value
            }
            if let before = part.takenOver(index, in: newer, expressions.pass.graph, over: row) {
                let isRead = before.isExternal && !column.isExternal
                return SQLStatement(isRead ? SealFunctions.bytes(of: row.sql(before.name)) : row.sql(before.name))
            }
            let plain = expressions.sql(part.values[index], over: row)
            if plain.sql == "NULL" { return plain }
            if let lookup = column.lookup { return SealFunctions.lookup(lookup, plain) }
            guard let seal = column.seal else { return plain }
            let identity = part.identity(in: newer).map { expressions.sql($0, over: row) } ?? SQLStatement("NULL")
            let sealed = SealFunctions.sealed(seal, column.type, plain, of: identity)
            return column.isExternal ? WrittenFiles.kept(sealed) : sealed
        }
    }

    /// The values of a newer column in the rows that one scan of an older table returns, as a query with the columns
    /// `id` and `value`.
    mutating func values(
        at index: Int,
        of source: TableProjection.Source,
        in newer: Table
    ) -> SQLStatement {
        let value = value(at: index, of: source, in: newer, isRead: true)
        let condition = condition(of: source)
        let id = SQLText.column(source.table.rowName, of: "source")
        return SQLStatement(
            "SELECT \(id) AS id, \(value.sql) AS value FROM \(name(of: source.table)) AS source"
                + (condition.map { " WHERE \($0.sql)" } ?? ""),
            value.arguments + (condition?.arguments ?? [])
        )
    }

    /// The future rows of a newer table, as a query over the older tables that writes nothing. Its columns are those of
    /// ``ApusSchema/Table/namedByIndex``, and `origin`: the older entity of each row if they come from several tables, or else an
    /// empty text.
    ///
    /// - Parameters:
    ///   - strategy: The strategy for the table, which is not a join table.
    ///   - indices: The columns of the rows, in addition to the older identity at the index of the newer one.
    ///   - entities: The newer entities of the rows; `nil` for all.
    /// - Returns: The complete query; `nil` if there are no such rows.
    mutating func rows(of strategy: TableStrategy, columns indices: [Int], entities: [String]?) -> SQLStatement? {
        guard let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity }) else { return nil }
        var selects: [SQLStatement] = []
        for source in strategy.sources {
            let parts: [TableProjection.Part] = source.parts.filter { part in
                entities.map { entities in part.newer.map(entities.contains) ?? true } ?? true
            }
            guard !parts.isEmpty else { continue }
            let some = TableProjection.Source(table: source.table, parts: parts)
            let row = SourceRow(source.table, nil)
            let entity = source.table.entity.map { row.sql($0.name) }
            let origin =
                strategy.sources.count == 1
                ? SQLText.quoted("") : entity ?? SQLText.quoted(parts[0].older ?? source.table.name)
            let values: [(index: Int, value: SQLStatement)] =
                [(identity, SQLStatement(row.identity))]
                + indices.map { ($0, value(at: $0, of: some, in: strategy.table, isRead: true)) }
            let condition: SQLStatement? = condition(of: some)
            selects.append(
                SQLStatement(
                    "SELECT \(values.map { "\($0.value.sql) AS \(Table.columnName(at: $0.index))" }.joined(separator: ", ")), "
                        + "\(origin) AS origin FROM \(name(of: source.table)) AS source"
                        + (condition.map { " WHERE \($0.sql)" } ?? ""),
                    values.flatMap(\.value.arguments) + (condition?.arguments ?? [])
                )
            )
        }
        guard !selects.isEmpty else { return nil }
        return SQLStatement(selects.map(\.sql).joined(separator: " UNION ALL "), selects.flatMap(\.arguments))
    }

    /// The future rows of any newer table, as a query over the older tables that writes nothing.
    ///
    /// - Parameters:
    ///   - strategy: The strategy for the table.
    ///   - indices: The columns of the rows, in this order.
    /// - Returns: The complete query; `nil` if there are no such rows.
    mutating func rows(of strategy: TableStrategy, columns indices: [Int]) -> SQLStatement? {
        let selects: [SQLStatement] = strategy.sources.map { source in
            let values = indices.map { value(at: $0, of: source, in: strategy.table, isRead: true) }
            let condition = condition(of: source)
            return SQLStatement(
                "SELECT \(values.map(\.sql).joined(separator: ", ")) FROM \(name(of: source.table)) AS source"
                    + (condition.map { " WHERE \($0.sql)" } ?? ""),
                values.flatMap(\.arguments) + (condition?.arguments ?? [])
            )
        }
        // A pair that several sources give is one row.
        let union = strategy.table.isJoinTable ? " UNION " : " UNION ALL "
        if selects.isEmpty { return nil }
        return SQLStatement(selects.map(\.sql).joined(separator: union), selects.flatMap(\.arguments))
    }

    /// The condition that a row is taken; `nil` if all rows are.
    mutating func condition(of source: TableProjection.Source) -> SQLStatement? {
        var conditions: [SQLStatement] = []
        let older: [String] = source.parts.compactMap(\.older)
        // A row of an entity that the model does not have must not be copied as an object of another entity.
        if let entities = SourceRow.strictCondition(older, in: source.table, named: "source") {
            conditions.append(SQLStatement(entities))
        }
        if let found = foundRows(of: source) {
            let identity = SourceRow(source.table, nil).identity
            conditions.append(SQLStatement("\(identity) IN (SELECT value FROM \(SQLText.name(found.name)))"))
        } else if source.parts.contains(where: { !$0.conditions.isEmpty }) {
            conditions.append(
                byKind(source) { expressions, part, row in
                    let values = part.conditions.map { expressions.presence(of: $0, over: row) }
                    guard !values.isEmpty else { return SQLStatement("1") }
                    return SQLStatement(
                        "(" + values.map(\.sql).joined(separator: " AND ") + ")",
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

    /// The condition that an expression has a value; null, too, if it has none.
    mutating func presence(of id: ExpressionGraph.ID, over row: SourceRow) -> SQLStatement {
        if let condition = pass.graph.condition(of: id), isInline(id) {
            let holds = SQLiteDialect.full.sql(of: condition, constant: SQLText.expression) { sql($0, over: row) }
            return SQLStatement("(\(holds.sql))", holds.arguments)
        }
        let value = unread(id, over: row)
        return SQLStatement("\(value.sql) IS NOT NULL", value.arguments)
    }

    /// A value of which only matters whether there is one: an external one stays in its file, and an encrypted one is not
    /// decrypted.
    mutating func unread(_ id: ExpressionGraph.ID, over row: SourceRow) -> SQLStatement {
        let column = pass.graph.externalColumn(id, of: row) ?? pass.graph.sealedColumn(id, of: row)
        return column.map { SQLStatement(row.sql($0.name)) } ?? sql(id, over: row)
    }

    /// The `WHERE` of the rows of some entities that satisfy conditions; empty if all rows of the table do.
    func filter(_ conditions: [SQLStatement], among entities: [String], of row: SourceRow) -> SQLStatement {
        let own = SourceRow.condition(entities, in: row.table, named: row.name).map { [SQLStatement($0)] } ?? []
        let all = own + conditions
        if all.isEmpty { return SQLStatement("") }
        return SQLStatement(" WHERE \(all.map(\.sql).joined(separator: " AND "))", all.flatMap(\.arguments))
    }

    /// The same of the row's entity, where the conditions are expressions.
    mutating func filter(_ row: SourceRow, _ conditions: [ExpressionGraph.ID] = []) -> SQLStatement {
        let conditions = conditions.map { presence(of: $0, over: row) }
        return filter(conditions, among: row.entity.map { [$0] } ?? row.table.concreteEntities, of: row)
    }

    /// A value as a column stores it. An external value stays in its file if the newer column is external, too.
    private mutating func value(
        _ id: ExpressionGraph.ID,
        for column: Column,
        of newer: Table,
        over row: SourceRow
    ) -> SQLStatement {
        if pass.graph[id].value == .derived {
            if let before = pass.derivations?.column(column.name, of: newer.name) {
                return SQLStatement(row.sql(before))
            }
            // Values that are not kept are computed after all rows are written.
            guard computesDerived, let derivation = newer.derivations.first(where: { $0.column == column.name }),
                let (older, before) = pass.olderDerivation(derivation, in: newer)
            else { return SQLStatement("NULL") }
            return DerivationSQL(before, of: older, in: pass.source, type: column.type).expression(over: row.name)
        }
        guard column.isExternal else { return sql(id, over: row) }
        let isSealed = pass.graph.sealedColumn(id, of: row) != nil
        let value = isSealed ? sql(id, over: row) : unread(id, over: row)
        if !isSealed, pass.graph.externalColumn(id, of: row) != nil { return value }
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
            return "WHEN \(SourceRow.condition(entities, column, named: "source")) THEN \(value.sql)"
        }
        return SQLStatement("CASE \(cases.joined(separator: " ")) END", groups.flatMap(\.value.arguments))
    }
}

extension TableProjection.Part {
    /// The encrypted older column whose values a newer one takes over as they are; `nil` if they have to be encrypted, or are not
    /// encrypted. Values are bound to what they are and to the identity of their object. Lookups are bound to what they are only.
    func takenOver(_ index: Int, in newer: Table, _ graph: ExpressionGraph, over row: SourceRow) -> Column? {
        if let lookup = newer.columns[index].lookup {
            return graph.lookupColumn(values[index], of: row).flatMap { $0.lookup == lookup ? $0 : nil }
        }
        guard let seal = newer.columns[index].seal, let before = graph.sealedColumn(values[index], of: row),
            before.seal == seal, let identity = identity(in: newer), graph.field(identity) == .identity
        else { return nil }
        return before
    }

    /// The identity of the newer object; `nil` for a join table.
    func identity(in newer: Table) -> ExpressionGraph.ID? {
        newer.columns.firstIndex { $0.field == .identity }.map { values[$0] }
    }
}

extension ExpressionGraph {
    /// The encrypted column whose value an expression returns unchanged; `nil` if there is none.
    func sealedColumn(_ id: ID, of row: SourceRow) -> Column? {
        plainField(id).flatMap { row.column(of: $0) }.flatMap { $0.seal == nil ? nil : $0 }
    }

    /// The column of the lookups of the values that an expression returns unchanged; `nil` if there is none.
    func lookupColumn(_ id: ID, of row: SourceRow) -> Column? {
        guard case .attribute(let path)? = plainField(id) else { return nil }
        return row.column(of: .lookup(path))
    }

    /// The field whose values an expression returns unchanged, unless it fails.
    func plainField(_ id: ID) -> Field? {
        switch self[id].value {
        case .field(let field): field
        case .required(let inner, _): plainField(inner)
        default: nil
        }
    }
}

extension Table {
    /// The table with its columns named by their indexes. SQLite never names a query's column `true` or `false`, even
    /// if the query does.
    var namedByIndex: Table {
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

    /// The name of a query's column.
    static func columnName(at index: Int) -> String { "c\(index)" }
}
