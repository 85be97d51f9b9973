import ApusMigration
import ApusSchema
import GRDB

extension UniquenessChecks {
    /// Searches unique indexes that were added by hand for new values that would be equal.
    ///
    /// - Parameters:
    ///   - live: The catalogue.
    ///   - db: The store before the pass.
    /// - Returns: The name of the first such index, and its first column whose values change.
    /// - Throws: `DatabaseError`.
    func brokenIndex(in live: LiveCatalogue, _ db: Database) throws -> (name: String, column: String)? {
        for strategy in pass.strategies.tables {
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let indexes = found.addedIndexes(to: older).filter { $0.isUnique && !$0.isComputed }
            let changed = indexes.isEmpty ? [] : pass.changedColumns(of: strategy)
            for index in indexes {
                let names = Set(index.columns.compactMap { $0?.folded })
                let own = changed.filter { names.contains($0.from.folded) }
                if let first = own.first, try breaks(index, over: own, of: strategy, older, db) {
                    return (index.name, "\(found.name).\(first.from)")
                }
            }
        }
        return nil
    }

    /// Whether two rows would be equal under an index, or whether that is known only when the values are written.
    ///
    /// A rebuilt table gets its indexes with the new values. In place, the columns change one after the other, row by
    /// row: a row must differ from the others as well if it has its new values already, and they still have older ones.
    private func breaks(
        _ index: LiveTable.Index,
        over changed: [(column: Column, from: String)],
        of strategy: TableStrategy,
        _ older: Table,
        _ db: Database
    ) throws -> Bool {
        let isKnown = changed.allSatisfy { column, _ in
            guard column.isDerived,
                let derivation = strategy.table.derivations.first(where: { $0.column == column.name })
            else { return true }
            return pass.olderDerivation(derivation, in: strategy.table) != nil
        }
        var expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_unique", computesDerived: true)
        let indices = changed.compactMap { strategy.table.columns.firstIndex(of: $0.column) }
        guard isKnown, let identity = strategy.table.columns.firstIndex(where: { $0.field == .identity }),
            let made = expressions.rows(of: strategy, columns: indices, entities: nil)
        else { return true }
        try expressions.prepare(in: db)
        defer { expressions.discard(from: db) }
        let columns: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno",
            arguments: [index.name]
        )
        let elements: [(name: String, collation: String)] = try columns.map {
            (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1))
        }
        let id = "made.\(Table.columnName(at: identity))"
        let states = (strategy.way == .rebuild ? changed.count : 0)...changed.count
        let selects: [String] = states.map { count in
            let values: [String] = elements.enumerated().map { number, element in
                let done = changed[..<count].firstIndex { $0.from.folded == element.name.folded }
                let value = done.map { "made.\(Table.columnName(at: indices[$0]))" }
                return "\(value ?? SQLText.column(element.name, of: "live")) AS v\(number)"
            }
            return
                "SELECT \(id) AS id, \(values.joined(separator: ", ")) FROM made JOIN \(SQLText.name(older.name)) AS live "
                + "ON \(SQLText.column(older.identity?.name ?? Column.identityName, of: "live")) = \(id)"
        }
        let present = elements.indices.map { "v\($0) IS NOT NULL" }.joined(separator: " AND ")
        let groups = elements.enumerated().map { "v\($0) COLLATE \(SQLText.name($1.collation))" }.joined(
            separator: ", "
        )
        return try Row.fetchOne(
            db,
            sql: """
                WITH made AS MATERIALIZED (\(made.sql)) SELECT 1 FROM (\(selects.joined(separator: " UNION ALL "))) \
                WHERE \(present) GROUP BY \(groups) HAVING min(id) < max(id) LIMIT 1
                """,
            arguments: StatementArguments(made.arguments)
        ) != nil
    }
}
