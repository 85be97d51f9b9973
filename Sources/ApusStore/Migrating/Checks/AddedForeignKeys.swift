import ApusSchema
import GRDB

/// Checks foreign keys to the model's tables in tables that were added by hand.
///
/// A migration runs with foreign keys disabled, so that deleting a row does not cascade to such a table. It must not
/// leave dangling references either.
struct AddedForeignKeys {
    private let path: String
    /// The number of rows with dangling references before the migration, by table.
    private let orphans: [String: Int]

    /// Counts dangling references before the first write.
    init(_ db: Database, path: String, _ live: LiveCatalogue, _ passes: [TablePass]) throws {
        self.path = path
        guard passes.contains(where: \.losesRows), let first = passes.first else {
            orphans = [:]
            return
        }
        let ours = Set(first.source.tables.map { $0.name.folded })
        var orphans: [String: Int] = [:]
        for (name, table) in live.tables where !ours.contains(name) && !StoreFormat.isOwnTable(name) {
            guard table.foreignKeys.contains(where: { ours.contains($0.table.folded) }) else { continue }
            // A foreign key to columns that are not unique is invalid and was never enforced.
            if let count = try? Self.count(table.name, db) { orphans[table.name] = count }
        }
        self.orphans = orphans
    }

    /// Counts them again before the commit.
    ///
    /// - Throws: `StoreError.wouldLose` if there are new dangling references.
    func checkAgain(_ db: Database) throws {
        for (table, before) in orphans.sorted(by: { $0.key < $1.key }) {
            let lost = try Self.count(table, db) - before
            if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table))) }
        }
    }

    private static func count(_ table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table]) ?? 0
    }
}

extension TablePass {
    /// Whether a table that is kept may lose rows.
    fileprivate var losesRows: Bool {
        strategies.tables.contains { strategy in
            strategy.sources.contains { !$0.isWhole } || strategy.transition?.gone.isEmpty == false
        }
    }
}
