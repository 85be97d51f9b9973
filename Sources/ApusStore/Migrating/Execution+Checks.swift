import ApusMigration
import ApusSchema
import GRDB

extension Execution {
    /// Makes sure, before the first write, that the store is what it says and that nothing unknown would be lost.
    func look(at live: LiveCatalogue, _ strategies: [TableStrategy], _ dropped: [Table]) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 0 else {
            throw StoreError.failedCheck(path, message: "foreign keys could not be switched off")
        }
        let drifts: [Drift] = live.drift(from: Layout(plan.source.schema))
        let wrong: [Drift] = drifts.filter { !$0.isExtra }
        guard wrong.isEmpty else { throw StoreError.drifted(path, wrong) }
        try LossSearch(path: path, plan: plan, live: live, strategies: strategies, dropped: dropped).search()
    }

    /// Makes sure, before the commit, that the store now is what the plan says.
    func check(_ strategies: [TableStrategy], counts: [String: Int]) throws {
        let wrong: [Drift] = try LiveCatalogue(db).drift(from: plan.layout).filter { !$0.isExtra }
        guard wrong.isEmpty else {
            throw StoreError.failedCheck(path, message: wrong.map(\.description).joined(separator: "; "))
        }
        for (table, before) in counts.sorted(by: { $0.key < $1.key }) {
            let after: Int = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(table))") ?? 0
            guard before == after else {
                throw StoreError.failedCheck(path, message: "'\(table)' had \(before) rows and has \(after)")
            }
        }
        // Rows that were not copied, and their keys, are as they were.
        let copied: Set<String> = Set(counts.keys)
        for table in plan.layout.tables {
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
