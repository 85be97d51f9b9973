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
        guard passes.contains(where: { $0.losesRows || $0.changesValues }), let first = passes.first else {
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

    /// Checks that a pass will neither remove a row nor change a value to which the tables refer.
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
            // What cannot be converted is reported by the checks of values.
            var made = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_changed", computesDerived: true)
            defer {
                expressions.discard(from: db)
                made.discard(from: db)
            }
            let gone = own.flatMap { own in identity.flatMap { removed($0, from: own, pass, &expressions) } }
            for key in pass.addedKeys(of: table) {
                guard let far = pass.table(named: key.table), let target = key.target ?? far.identity?.name else {
                    continue
                }
                let value = Self.value(of: key)
                var broken: [SQLStatement] = []
                if let removed = removed(target, from: far, pass, &expressions) {
                    broken.append(SQLStatement("\(value) IN (\(removed.sql))", removed.arguments))
                }
                if let changed = changed(target, of: far, pass, &made) {
                    let isKey = Self.isKey(value, in: far.name, target)
                    broken.append(SQLStatement("\(isKey) AND \(value) NOT IN (\(changed.sql))", changed.arguments))
                }
                for var condition in broken {
                    // A row that goes itself refers to nothing afterwards.
                    if let identity, let gone {
                        condition = SQLStatement(
                            "\(condition.sql) AND \(SQLText.name(identity)) NOT IN (\(gone.sql))",
                            condition.arguments + gone.arguments
                        )
                    }
                    try expressions.prepare(in: db)
                    try made.prepare(in: db)
                    try refuse(table.name, where: condition, db)
                }
            }
        }
    }

    /// Checks that no row refers to what a migration changes in the description of its model.
    static func checkDescription(of model: String, _ live: LiveCatalogue, path: String, in db: Database) throws {
        let keys = AddedForeignKeys(path: path, tables: [])
        for table in live.tables.values.sorted(by: { $0.name < $1.name }) {
            for key in table.foreignKeys where key.table.folded == StoreFormat.modelTable {
                guard let target = key.target, target.folded != "model" else { continue }
                let isKey = isKey(value(of: key), in: StoreFormat.modelTable, target, "far.model = ?")
                try keys.refuse(table.name, where: SQLStatement(isKey, [.text(model)]), db)
            }
        }
    }

    private init(path: String, tables: [(before: LiveTable, after: String, orphans: Int)]) {
        (self.path, self.tables) = (path, tables)
    }

    /// A foreign key's value, without the affinity of its column: it is compared with that of the column to which it refers.
    private static func value(of key: LiveTable.ForeignKey) -> String { "+\(SQLText.column(key.column, of: "near"))" }

    /// The condition that a value is in a column to which it refers.
    private static func isKey(_ value: String, in table: String, _ target: String, _ condition: String = "1") -> String
    {
        "EXISTS (SELECT 1 FROM \(SQLText.name(table)) AS far "
            + "WHERE \(SQLText.column(target, of: "far")) = \(value) AND \(condition))"
    }

    private func refuse(_ table: String, where condition: SQLStatement, _ db: Database) throws {
        let sql = "SELECT count(*) FROM \(SQLText.name(table)) AS near WHERE \(condition.sql)"
        let lost = try Int.fetchOne(db, sql: sql, arguments: StatementArguments(condition.arguments)) ?? 0
        if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table))) }
    }

    /// A query of the new values of a column of an older table, with the affinity that they will have; `nil` if the values
    /// do not change.
    private func changed(
        _ column: String,
        of table: Table,
        _ pass: TablePass,
        _ expressions: inout ExpressionSQL
    ) -> SQLStatement? {
        guard let strategy = pass.strategies.tables.first(where: { $0.older?.name == table.name }),
            let newer = pass.changedColumns(of: strategy).first(where: { $0.from.folded == column.folded })?.column,
            let index = strategy.table.columns.firstIndex(of: newer),
            let rows = expressions.rows(of: strategy, columns: [index], entities: nil)
        else { return nil }
        let value = Table.columnName(at: index)
        return SQLStatement(
            "SELECT CAST(\(value) AS \(newer.type.storage.rawValue)) FROM (\(rows.sql)) WHERE \(value) IS NOT NULL",
            rows.arguments
        )
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

    /// Whether values of a table that is kept change.
    fileprivate var changesValues: Bool { strategies.tables.contains { !changedColumns(of: $0).isEmpty } }

    /// Whether a table that is kept may lose rows.
    fileprivate var losesRows: Bool {
        strategies.tables.contains { strategy in
            strategy.sources.contains { !$0.isWhole } || strategy.transition?.gone.isEmpty == false
        }
    }
}
