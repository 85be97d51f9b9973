import ApusSchema
import GRDB

/// Checks foreign keys to the model's tables that were added by hand, in other tables and in the model's own.
///
/// A migration runs with foreign keys disabled, so that deleting a row does not cascade to such a table. It must not
/// leave dangling references either.
struct AddedForeignKeys {
    private let path: String
    /// The tables with such keys, with their names after the passes and the number of rows with dangling references.
    private let tables: [(before: LiveTable, after: String, orphans: Int)]

    /// Counts dangling references before the first write.
    init(_ db: Database, path: String, _ live: LiveCatalogue, _ passes: [TablePass]) throws {
        self.path = path
        guard passes.contains(where: \.losesRows), let first = passes.first else {
            tables = []
            return
        }
        var tables: [(LiveTable, String, Int)] = []
        for table in live.tables.values.sorted(by: { $0.name < $1.name }) where !StoreFormat.isOwnTable(table.name) {
            guard !first.addedKeys(of: table).isEmpty, let after = Self.successor(of: table.name, after: passes)
            else { continue }
            // A foreign key to columns that are not unique is invalid and was never enforced.
            if let count = try? Self.count(table.name, db) { tables.append((table, after, count)) }
        }
        self.tables = tables
    }

    /// The name of a table after some passes, which a table that was added by hand keeps; `nil` if the table is gone then.
    private static func successor(of table: String, after passes: [TablePass]) -> String? {
        var name: String? = table
        for pass in passes { name = name.flatMap { pass.source.table($0) == nil ? $0 : pass.successors[$0] } }
        return name
    }

    /// Checks that a pass will remove no row to which the tables refer.
    ///
    /// - Parameters:
    ///   - pass: The pass, which has not begun.
    ///   - live: The catalogue.
    ///   - values: The generated values.
    ///   - db: The store before the pass.
    /// - Throws: `StoreError.wouldLose` with the number of references.
    func check(_ pass: TablePass, _ live: LiveCatalogue, _ values: GeneratedValues, in db: Database) throws {
        for (table, _, _) in tables {
            let own = pass.source.table(table.name)
            let identity = own?.identity?.name
            var expressions = ExpressionSQL(pass, values, prefix: "apus_gone")
            defer { expressions.discard(from: db) }
            let gone = own.flatMap { own in identity.flatMap { removed($0, from: own, pass, &expressions) } }
            for key in pass.addedKeys(of: table) {
                guard let far = pass.table(named: key.table), let target = key.target ?? far.identity?.name,
                    let removed = removed(target, from: far, pass, &expressions)
                else { continue }
                var sql =
                    "SELECT count(*) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(key.column)) IN "
                    + "(\(removed.sql))"
                var arguments = removed.arguments
                // A row that goes itself refers to nothing afterwards.
                if let identity, let gone {
                    sql += " AND \(SQLText.name(identity)) NOT IN (\(gone.sql))"
                    arguments += gone.arguments
                }
                try expressions.prepare(in: db)
                let lost = try Int.fetchOne(db, sql: sql, arguments: StatementArguments(arguments)) ?? 0
                if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table.name))) }
            }
        }
    }

    /// A query of a column in the rows of an older table that no newer one takes; `nil` if there are none.
    private func removed(
        _ column: String,
        from table: Table,
        _ pass: TablePass,
        _ expressions: inout ExpressionSQL
    ) -> SQLStatement? {
        var taken: [SQLStatement] = []
        for source in pass.strategies.tables.flatMap(\.sources) where source.table.name == table.name {
            guard let condition = expressions.condition(of: source) else { return nil }
            taken.append(condition)
        }
        guard !taken.isEmpty else { return nil }
        return SQLStatement(
            "SELECT source.\(SQLText.name(column)) FROM \(SQLText.name(table.name)) AS source "
                + "WHERE CASE WHEN \(taken.map(\.sql).joined(separator: " OR ")) THEN 0 ELSE 1 END",
            taken.flatMap(\.arguments)
        )
    }

    /// Counts them again before the commit.
    ///
    /// - Throws: `StoreError.wouldLose` if there are new dangling references.
    func checkAgain(_ db: Database) throws {
        for (table, after, before) in tables {
            let lost = try Self.count(after, db) - before
            if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table.name))) }
        }
    }

    private static func count(_ table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table]) ?? 0
    }
}

extension TablePass {
    /// The foreign keys of a table to those of the model that are not the model's.
    fileprivate func addedKeys(of table: LiveTable) -> [LiveTable.ForeignKey] {
        let own = source.table(table.name)
        return table.foreignKeys.filter {
            own?.column($0.column)?.references == nil && self.table(named: $0.table) != nil
        }
    }

    /// The older table to which a foreign key refers, in whatever case it is written.
    fileprivate func table(named name: String) -> Table? {
        source.table(name) ?? source.tables.first { $0.name.folded == name.folded }
    }

    /// Whether a table that is kept may lose rows.
    fileprivate var losesRows: Bool {
        strategies.tables.contains { strategy in
            strategy.sources.contains { !$0.isWhole } || strategy.transition?.gone.isEmpty == false
        }
    }
}
