import ApusMigration
import ApusSchema
import GRDB

extension Execution {
    /// Makes sure, after a pass, that the store now is what the pass says.
    func check(_ pass: TablePass, counts: [String: Int]) throws {
        let wrong: [Drift] = try LiveCatalogue(db).drift(from: pass.target).filter { !$0.isExtra }
        guard wrong.isEmpty else {
            throw StoreError(path, .failedCheck(wrong.map(\.description).joined(separator: "; ")))
        }
        for strategy in pass.strategies.tables where !strategy.edits.isEmpty {
            try CatalogueWriting(db: db, path: path).check(strategy.table.name, strategy.edits)
        }
        for (table, expected) in counts.sorted(by: { $0.key < $1.key }) {
            let found: Int = try count(table)
            guard found == expected else {
                throw StoreError(path, .failedCheck("'\(table)' should have \(expected) rows and has \(found)"))
            }
        }
        for strategy in pass.strategies.tables {
            let table: Table = strategy.table
            for column in table.columns where pass.checksKeys(of: column, strategy) {
                let orphans: Int = try Orphans.count(of: column, in: table, db)
                guard orphans == 0 else {
                    throw StoreError(
                        path,
                        .failedCheck(
                            "\(orphans) values of '\(table.name).\(column.name)' lead to no row of '\(column.references ?? "")'"
                        )
                    )
                }
            }
        }
    }
}
