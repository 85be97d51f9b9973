import ApusMigration
import ApusSchema

/// One search of an older table for the object that its rows relate to a row.
private struct LookupSearch: Hashable {
    /// The object's identity, or the rank that is looked up.
    let value: SQLStatement
    /// The order among several objects.
    let ranks: [SQLStatement]
    /// The key by which a row is found.
    let key: SQLStatement
    /// Other conditions.
    let conditions: [SQLStatement]
    /// The table that is searched.
    let table: Table
}

extension ExpressionSQL {
    /// The object that other rows relate to a row.
    mutating func found(by lookup: Lookup, _ type: ScalarType, over row: SourceRow) -> SQLStatement {
        if isSearchedInTable(lookup) {
            let keys = ([lookup.key] + lookup.furtherKeys).map { sql($0, over: row) }
            return foundTable(lookup).value("value", of: keys)
        }
        let searches = searches(of: lookup, over: row)
        if case .gathered(let function) = lookup.choice { return gathered(function, type, searches) }
        guard case .one(let duplicates) = lookup.choice else {
            // There is at most one, so the first search that finds it will do.
            let found = searches.map { search, source in
                SQLStatement("(SELECT \(search.value.sql) \(source.sql))", search.value.arguments + source.arguments)
            }
            return Self.first(of: found)
        }
        let selects = searches.map { search, source in
            let values = [("v", search.value)] + search.ranks.enumerated().map { ("r\($0)", $1) }
            return SQLStatement(
                "SELECT \(values.map { "\($1.sql) AS \($0)" }.joined(separator: ", ")) \(source.sql)",
                values.flatMap(\.1.arguments) + source.arguments
            )
        }
        let direction = duplicates == .first ? "" : " DESC"
        let order = (searches.first?.search.ranks ?? []).indices.map { "r\($0)\(direction)" }
        guard !selects.isEmpty else { return SQLStatement("NULL") }
        return SQLStatement(
            "(SELECT v FROM (\(selects.map(\.sql).joined(separator: " UNION ALL "))) "
                + "ORDER BY \(order.joined(separator: ", ")) LIMIT 1)",
            selects.flatMap(\.arguments)
        )
    }

    /// The table with the identities of all rows of a source, if these are the first ones of those with the same values:
    /// SQLite reads only these then.
    mutating func foundRows(of source: TableProjection.Source) -> AuxiliaryTable? {
        guard source.parts.count == 1, let part = source.parts.first else { return nil }
        let lookups = part.conditions.compactMap { pass.graph.firstOfSame($0) }
        guard let lookup = lookups.first, isSearchedInTable(lookup) else { return nil }
        let rows = lookup.rows.filter { pass.graph.field($0.value) == .identity }
        let isOwn = rows.allSatisfy { rows in
            pass.row(of: rows.extent).map { $0.table.name == source.table.name && $0.entity == part.older } == true
                // The other conditions are those of the rows that are searched.
                && part.conditions.allSatisfy { rows.conditions.contains($0) || pass.graph.firstOfSame($0) == lookup }
        }
        return rows.count == 1 && isOwn ? foundTable(lookup) : nil
    }

    /// An aggregate of the values that searches find, or their number.
    private func gathered(
        _ function: ExpressionFunction?,
        _ type: ScalarType,
        _ searches: [(search: LookupSearch, source: SQLStatement)]
    ) -> SQLStatement {
        let selects = searches.map { search, source in
            SQLStatement("SELECT \(search.value.sql) AS v \(source.sql)", search.value.arguments + source.arguments)
        }
        let call = function.map { SQLiteFunctions.gathering($0, of: "v", as: type) } ?? "count(*)"
        return SQLStatement(
            "(SELECT \(call) FROM (\(selects.map(\.sql).joined(separator: " UNION ALL "))))",
            selects.flatMap(\.arguments)
        )
    }

    /// The number of objects that other rows relate to a row.
    mutating func count(of lookup: Lookup, over row: SourceRow) -> SQLStatement {
        if isSearchedInTable(lookup) {
            let keys = ([lookup.key] + lookup.furtherKeys).map { sql($0, over: row) }
            return foundTable(lookup).value("number", of: keys)
        }
        let selects = searches(of: lookup, over: row).map { search, source in
            SQLStatement("SELECT \(search.value.sql) AS v \(source.sql)", search.value.arguments + source.arguments)
        }
        guard !selects.isEmpty else { return SQLStatement("0") }
        return SQLStatement(
            "(SELECT count(DISTINCT v) FROM (\(selects.map(\.sql).joined(separator: " UNION ALL "))))",
            selects.flatMap(\.arguments)
        )
    }

    /// Whether no index finds the rows, so that they are searched once, for all keys.
    private func isSearchedInTable(_ lookup: Lookup) -> Bool {
        if case .gathered = lookup.choice { return false }
        return !lookup.furtherKeys.isEmpty
            || lookup.rows.contains { rows in
                // Of elements, only the identity has an index.
                pass.isOfElements(rows.extent)
                    ? pass.graph[rows.key].value != .field(.identity)
                    : !pass.graph.isIndexed(rows.key)
            }
    }

    /// The table of what a look-up finds for each of its rows' keys, and how many values there were.
    private mutating func foundTable(_ lookup: Lookup) -> AuxiliaryTable {
        table(of: lookup) { expressions, name in
            let keys = (0...lookup.furtherKeys.count).map { "k\($0)" }
            let selects: [SQLStatement] = lookup.rows.compactMap { rows in
                guard let row = expressions.pass.row(of: rows.extent, named: "searched") else { return nil }
                let columns =
                    zip(keys, [rows.key] + rows.furtherKeys).map { name, key in
                        let value = expressions.sql(key, over: row)
                        return (name, SQLStatement("+\(value.sql)", value.arguments))
                    }
                    + [("v", expressions.sql(rows.value, over: row))]
                    + rows.ranks.enumerated().map { ("r\($0)", expressions.sql($1, over: row)) }
                let filter = expressions.filter(row, rows.conditions)
                return SQLStatement(
                    "SELECT \(columns.map { "\($1.sql) AS \($0)" }.joined(separator: ", ")) "
                        + "FROM \(expressions.name(of: row.table)) AS searched\(filter.sql)",
                    columns.flatMap(\.1.arguments) + filter.arguments
                )
            }
            let rows = "(\(selects.map(\.sql).joined(separator: " UNION ALL ")))"
            let filter = (keys + ["v"]).map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
            let names = keys.joined(separator: ", ")
            return AuxiliaryTable(
                name,
                keys: keys.count,
                SQLStatement(
                    Self.grouped(lookup, by: names, from: rows, where: filter),
                    selects.flatMap(\.arguments)
                )
            )
        }
    }

    /// The query of one value for each key.
    private static func grouped(_ lookup: Lookup, by keys: String, from rows: String, where filter: String) -> String {
        let count = lookup.choice.isOnly ? "count(DISTINCT v)" : "1"
        var (isNewest, isByRanks) = (false, false)
        if case .one(let duplicates) = lookup.choice {
            isNewest = duplicates == .newest
            isByRanks = lookup.rows.contains { $0.ranks != [$0.value] }
        }
        guard isByRanks else {
            return
                "SELECT \(keys), \(isNewest ? "max" : "min")(v), \(count) FROM \(rows) WHERE \(filter) GROUP BY \(keys)"
        }
        let ranks = (lookup.rows.first?.ranks ?? []).indices.map { "r\($0)\(isNewest ? " DESC" : "")" }
        return "SELECT \(keys), v, 1 FROM (SELECT \(keys), v, row_number() OVER (PARTITION BY \(keys) "
            + "ORDER BY \(ranks.joined(separator: ", "))) AS n FROM \(rows) WHERE \(filter)) WHERE n = 1"
    }

    /// The searches of a lookup, each with its `FROM` and `WHERE`; one for all entities of a table with the same
    /// expressions.
    private mutating func searches(
        of lookup: Lookup,
        over row: SourceRow
    ) -> [(search: LookupSearch, source: SQLStatement)] {
        // An alias of its own, because the query also mentions the row that the object is related to.
        let name = "\(row.name)_found"
        var order: [LookupSearch] = []
        var entities: [LookupSearch: [String]] = [:]
        for rows in lookup.rows {
            guard let near = pass.row(of: rows.extent, named: name) else { continue }
            var (key, conditions): (ExpressionGraph.ID, [SQLStatement]) = (rows.key, [])
            // An index finds the key itself, and not a key that is narrowed to some entities.
            if case .reference(let inner, let among) = pass.graph[key].value, pass.graph.field(inner) != nil {
                if pass.graph.field(lookup.key) == .identity {
                    // The key points to this row if the row is of one of them.
                    guard let own = pass.tables(of: among).first(where: { $0.table.name == row.table.name }) else {
                        continue
                    }
                    if let condition = SourceRow.condition(own.entities, in: row.table, named: row.name) {
                        conditions.append(SQLStatement(condition))
                    }
                } else {
                    conditions.append(presence(of: key, over: near))
                }
                key = inner
            }
            conditions += rows.conditions.map { presence(of: $0, over: near) }
            let search = LookupSearch(
                value: sql(rows.value, over: near),
                ranks: rows.ranks.map { sql($0, over: near) },
                key: sql(key, over: near),
                conditions: conditions,
                table: near.table
            )
            if entities[search] == nil { order.append(search) }
            entities[search, default: []] += rows.extent.entity.map { [$0] } ?? []
        }
        let wanted = sql(lookup.key, over: row)
        return order.map { search in
            let key = SQLStatement("\(search.key.sql) = \(wanted.sql)", search.key.arguments + wanted.arguments)
            let near = SourceRow(search.table, nil, named: name)
            let filter = filter([key] + search.conditions, among: entities[search] ?? [], of: near)
            return (
                search,
                SQLStatement("FROM \(self.name(of: search.table)) AS \(name)\(filter.sql)", filter.arguments)
            )
        }
    }
}
