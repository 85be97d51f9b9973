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
        for table in strategies.filter({ $0.way == .rebuild }).compactMap(\.older) + dropped {
            try lookForLosses(table, in: live, isDropped: dropped.contains(table))
        }
        try lookForTakenNames(strategies, in: live)
        if !live.programs.isEmpty { try checkPrograms(isBefore: true) }
    }

    private func lookForLosses(_ table: Table, in live: LiveCatalogue, isDropped: Bool) throws {
        guard let found = live.table(table.name) else { return }
        if let column = found.columns.first(where: { table.column($0.name) == nil }) {
            throw StoreError.wouldLose(path, message: "column '\(table.name).\(column.name)'")
        }
        guard isDropped else {
            // What Apus makes has none of these, and a rebuild would not carry them over.
            let words: Set<String> = SQLWords.bareWords(of: found.sql)
            if let word = ["CHECK", "COLLATE", "CONFLICT", "GENERATED"].first(where: words.contains) {
                throw StoreError.wouldLose(path, message: "a \(word) clause of table '\(table.name)'")
            }
            return
        }
        let known: Set<String> = Set(plan.projection.source.tables.map(\.name))
        for other in live.tables.values.sorted(by: { $0.name < $1.name }) where !known.contains(other.name) {
            if other.foreignKeys.contains(where: { $0.table.lowercased() == table.name.lowercased() }) {
                throw StoreError.wouldLose(
                    path, message: "the rows of '\(table.name)' that the foreign key of table '\(other.name)' refers to")
            }
        }
    }

    private func lookForTakenNames(_ strategies: [TableStrategy], in live: LiveCatalogue) throws {
        let own: Set<String> = Set(plan.projection.source.tables.map { $0.name.lowercased() })
        for strategy in strategies {
            let name: String = strategy.table.name.lowercased()
            if live.names.contains(name), !own.contains(name) {
                throw StoreError.wouldLose(
                    path, message: "'\(strategy.table.name)', whose name a table of the new version needs")
            }
        }
        for strategy in strategies {
            guard let older = strategy.older, let found = live.table(older.name) else { continue }
            let extra: Set<String> = Set(found.columns.map(\.name).filter { older.column($0) == nil }.map { $0.lowercased() })
            if let column = strategy.table.columns.first(where: { extra.contains($0.name.lowercased()) }) {
                throw StoreError.wouldLose(
                    path, message: "column '\(older.name).\(column.name)', whose name the new version needs")
            }
        }
    }

    /// Makes SQLite read all views and triggers: a renaming does, and fails where one refers to what is not there.
    private func checkPrograms(isBefore: Bool) throws {
        do {
            try db.execute(sql: "ALTER TABLE apus_log RENAME TO apus_passing_log")
            try db.execute(sql: "ALTER TABLE apus_passing_log RENAME TO apus_log")
        } catch let error as DatabaseError {
            throw StoreError.brokenProgram(path, isBefore: isBefore, message: error.message ?? "")
        }
    }

    /// Makes sure, before the commit, that the store now is what the plan says.
    func check(_ strategies: [TableStrategy], counts: [String: Int], hadPrograms: Bool) throws {
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
        let remade: Set<String> = Set(strategies.filter { $0.way != .nothing }.map(\.table.name))
        for table in plan.layout.tables {
            for column in table.columns {
                // Rows of a table that nothing touched, and their keys, are as they were.
                guard let far = column.references, remade.contains(far) || remade.contains(table.name) else { continue }
                let orphans: Int = try Orphans.count(of: column, in: table, db)
                guard orphans == 0 else {
                    throw StoreError.failedCheck(
                        path, message: "\(orphans) values of '\(table.name).\(column.name)' lead to no row of '\(far)'")
                }
            }
        }
        if hadPrograms { try checkPrograms(isBefore: false) }
    }
}
