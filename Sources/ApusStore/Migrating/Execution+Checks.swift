import ApusMigration
import ApusSchema
import GRDB

extension Execution {
    /// Makes sure, before the first write of all, that the store is what it says.
    func look(at live: LiveCatalogue) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 0 else {
            throw StoreError.failedCheck(path, message: "foreign keys could not be switched off")
        }
        let wrong: [Drift] = live.drift(from: Layout(plan.source.schema)).filter { !$0.isExtra }
        guard wrong.isEmpty else { throw StoreError.drifted(path, wrong) }
    }

    /// Makes sure, before a pass's first write, that nothing unknown would be lost, and that all values can be carried
    /// over.
    func look(at live: LiveCatalogue, _ pass: TablePass) throws {
        let (strategies, dropped): ([TableStrategy], [Table]) = pass.strategies
        try LossSearch(path: path, pass: pass, live: live, strategies: strategies, dropped: dropped).search()
        try refuseUnknownKinds(pass)
        var checks = ValueChecks(pass, values)
        let failures: [FailedValues] =
            try checks.failures(in: db) + UniquenessChecks(pass, values).failures(in: db)
        guard failures.isEmpty else { throw StoreError.failedValues(path, failures) }
    }

    /// Makes sure that each row of a table whose rows are copied is of a kind that the model knows: none would take it.
    private func refuseUnknownKinds(_ pass: TablePass) throws {
        let copied: [TableStrategy] = pass.strategies.tables.filter { [.rebuild, .fill].contains($0.way) }
        let names: Set<String> = Set(copied.flatMap(\.sources).map(\.table.name))
        for table in pass.source.tables where names.contains(table.name) {
            guard let known = SourceRow.strictCondition(table.kinds, in: table, named: "source") else { continue }
            let found: [String] = try String.fetchAll(
                db,
                sql: "SELECT DISTINCT \(SQLText.name(Column.entityName)) FROM \(SQLText.name(table.name)) AS source "
                    + "WHERE NOT (\(known)) ORDER BY 1 LIMIT 3"
            )
            if !found.isEmpty { throw StoreError.unknownEntities(path, table: table.name, found: found) }
        }
    }

    /// Makes sure, after a pass, that the store now is what the pass says.
    func check(_ pass: TablePass, counts: [String: Int]) throws {
        let wrong: [Drift] = try LiveCatalogue(db).drift(from: pass.target).filter { !$0.isExtra }
        guard wrong.isEmpty else {
            throw StoreError.failedCheck(path, message: wrong.map(\.description).joined(separator: "; "))
        }
        for (table, expected) in counts.sorted(by: { $0.key < $1.key }) {
            let found: Int = try count(table)
            guard found == expected else {
                throw StoreError.failedCheck(path, message: "'\(table)' should have \(expected) rows and has \(found)")
            }
        }
        // Rows that were not copied, and their keys, are as they were.
        let copied: Set<String> = Set(counts.keys)
        for table in pass.target.tables {
            for column in table.columns {
                guard let far = column.references, copied.contains(far) || copied.contains(table.name) else { continue }
                let orphans: Int = try Orphans.count(of: column, in: table, db)
                guard orphans == 0 else {
                    throw StoreError.failedCheck(
                        path,
                        message: "\(orphans) values of '\(table.name).\(column.name)' lead to no row of '\(far)'"
                    )
                }
            }
        }
    }
}
