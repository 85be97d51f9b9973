import ApusMigration
import ApusSchema
import GRDB

extension Execution {
    /// Checks that the tables are those of a layout.
    func check(_ live: LiveCatalogue, against layout: Layout) throws {
        let wrong: [Drift] = live.drift(from: layout).filter { !$0.isExtra }
        guard wrong.isEmpty else {
            throw StoreError(path, .failedCheck(wrong.map(\.description).joined(separator: "; ")))
        }
    }

    /// Checks the result of a pass: the tables, the row counts and the foreign keys.
    func check(_ pass: TablePass, counts: [String: Int]) throws {
        try check(LiveCatalogue(db), against: pass.madeLayout)
        for strategy in pass.strategies.tables where !strategy.edits.isEmpty {
            try CatalogueWriting(db: db, path: path).check(strategy.table.name, strategy.edits)
        }
        for (table, expected) in counts.sorted(by: { $0.key < $1.key }) {
            let found = try count(table)
            guard found == expected else {
                throw StoreError(
                    path,
                    .failedCheck("the number of rows of '\(table)' is wrong (expected \(expected), found \(found))")
                )
            }
        }
        for strategy in pass.strategies.tables {
            let table = strategy.table
            for column in table.columns where pass.checksKeys(of: column, strategy) {
                let orphans = try Orphans.count(of: column, in: table, db)
                guard orphans == 0 else {
                    throw StoreError(
                        path,
                        .failedCheck(
                            "\(orphans) values of '\(table.name).\(column.name)' refer to no row of '\(column.references ?? "")'"
                        )
                    )
                }
            }
        }
    }
}
