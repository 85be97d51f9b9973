import ApusSchema
import GRDB

/// Checks foreign keys to the model's tables that were added by hand, in other tables and in the model's own.
///
/// A migration runs with foreign keys disabled, so that deleting a row does not cascade to such a table. It must not
/// leave dangling references either.
struct AddedForeignKeys {
    private let path: String
    /// The number of rows with dangling references before the migration, by table.
    private let orphans: [String: Int]
    private let passes: [TablePass]

    /// Counts dangling references before the first write.
    init(_ db: Database, path: String, _ live: LiveCatalogue, _ passes: [TablePass]) throws {
        self.path = path
        self.passes = passes
        guard passes.contains(where: \.losesRows), let first = passes.first else {
            orphans = [:]
            return
        }
        var orphans: [String: Int] = [:]
        for (name, table) in live.tables where !StoreFormat.isOwnTable(name) {
            guard !first.addedKeys(of: table).isEmpty, Self.isKept(table.name, in: passes) else { continue }
            // A foreign key to columns that are not unique is invalid and was never enforced.
            if let count = try? Self.count(table.name, db) { orphans[table.name] = count }
        }
        self.orphans = orphans
    }

    /// Whether a table is still there after some passes: one that was added by hand, or one that a newer table continues.
    private static func isKept(_ table: String, in passes: [TablePass]) -> Bool {
        var name: String = table
        return passes.allSatisfy { pass in
            guard pass.source.table(name) != nil else { return true }
            guard let next = pass.successors[name] else { return false }
            name = next
            return true
        }
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
        for name in orphans.keys.sorted() {
            for key in live.table(name).map(pass.addedKeys) ?? [] {
                guard let far = pass.source.tables.first(where: { $0.name.folded == key.table.folded }),
                    let target = key.target ?? far.identity?.name,
                    let removed = removed(from: far, pass, values, db)
                else { continue }
                let own = pass.source.tables.first { $0.name.folded == name.folded }
                let gone = own.flatMap { self.removed(from: $0, pass, values, db) }
                let remaining = own?.identity.flatMap { identity in
                    gone.map {
                        " AND \(SQLText.name(identity.name)) NOT IN (SELECT source.\(SQLText.name(identity.name)) FROM \($0.sql))"
                    }
                }
                let lost = try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM \(SQLText.name(name)) WHERE \(SQLText.name(key.column)) IN "
                        + "(SELECT source.\(SQLText.name(target)) FROM \(removed.sql))" + (remaining ?? ""),
                    arguments: StatementArguments(removed.arguments + (remaining == nil ? [] : gone?.arguments ?? []))
                )
                if let lost, lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: name))) }
            }
        }
    }

    /// The rows of an older table that no newer one takes, as SQL; `nil` if there are none.
    private func removed(
        from table: Table,
        _ pass: TablePass,
        _ values: GeneratedValues,
        _ db: Database
    ) -> SQLStatement? {
        var expressions = ExpressionSQL(pass, values, prefix: "apus_added")
        var taken: [SQLStatement] = []
        for source in pass.strategies.tables.flatMap(\.sources) where source.table.name == table.name {
            guard let condition = expressions.condition(of: source) else { return nil }
            taken.append(condition)
        }
        guard !taken.isEmpty else { return nil }
        for function in expressions.functions { function.add(to: db) }
        return SQLStatement(
            "\(SQLText.name(table.name)) AS source WHERE NOT (\(taken.map(\.sql).joined(separator: " OR ")))",
            taken.flatMap(\.arguments)
        )
    }

    /// Counts them again before the commit.
    ///
    /// - Throws: `StoreError.wouldLose` if there are new dangling references.
    func checkAgain(_ db: Database) throws {
        for (table, before) in orphans.sorted(by: { $0.key < $1.key }) {
            let lost = try Self.count(passes.reduce(table) { $1.successors[$0] ?? $0 }, db) - before
            if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table))) }
        }
    }

    private static func count(_ table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table]) ?? 0
    }
}

extension TablePass {
    /// The foreign keys of a table to those of the model that are not the model's.
    fileprivate func addedKeys(of table: LiveTable) -> [LiveTable.ForeignKey] {
        let own = source.tables.first { $0.name.folded == table.name.folded }
        return table.foreignKeys.filter { key in
            own?.column(key.column)?.references == nil
                && source.tables.contains { $0.name.folded == key.table.folded }
        }
    }

    /// Whether a table that is kept may lose rows.
    fileprivate var losesRows: Bool {
        strategies.tables.contains { strategy in
            strategy.sources.contains { !$0.isWhole } || strategy.transition?.gone.isEmpty == false
        }
    }
}
