import ApusMigration
import ApusSchema
import GRDB

/// Looks at a store before anything is written: `plan` does, and each migration once more.
struct StoreLook {
    let db: Database
    let path: String
    let values: GeneratedValues

    /// Makes sure that the store is what it says.
    func look(at live: LiveCatalogue, as layout: Layout) throws {
        let wrong: [Drift] = live.drift(from: layout).filter { !$0.isExtra }
        guard wrong.isEmpty else { throw StoreError(path, .drifted(wrong)) }
    }

    /// Makes sure that a pass would lose nothing unknown, and that all values can be carried over.
    func look(at live: LiveCatalogue, _ pass: TablePass) throws {
        let (strategies, dropped): ([TableStrategy], [Table]) = pass.strategies
        try LossSearch(path: path, pass: pass, live: live, strategies: strategies, dropped: dropped).search()
        try refuseUnknownKinds(pass)
        var checks = ValueChecks(pass, values)
        let failures: [FailedValues] =
            try checks.failures(in: db) + UniquenessChecks(pass, values).failures(in: db)
            + ReferenceChecks(pass).failures(in: db)
        guard failures.isEmpty else { throw StoreError(path, .failedValues(failures)) }
    }

    /// Makes sure that each row of a table whose rows are copied, or said to be others, is of a kind that the model
    /// knows: none would take it, and nothing looked at its values.
    private func refuseUnknownKinds(_ pass: TablePass) throws {
        let touched: [TableStrategy] = pass.strategies.tables.filter { strategy in
            strategy.copiesRows || !strategy.edits.isEmpty
        }
        let names: Set<String> = Set(touched.flatMap(\.sources).map(\.table.name))
        for table in pass.source.tables where names.contains(table.name) {
            guard let known = SourceRow.strictCondition(table.kinds, in: table, named: "source") else { continue }
            let found: [String] = try String.fetchAll(
                db,
                sql: "SELECT DISTINCT \(SQLText.name(Column.entityName)) FROM \(SQLText.name(table.name)) AS source "
                    + "WHERE NOT (\(known)) ORDER BY 1 LIMIT 3"
            )
            if !found.isEmpty { throw StoreError(path, .unknownEntities(table: table.name, found: found)) }
        }
    }
}
