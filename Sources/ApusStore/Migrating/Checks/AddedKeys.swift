import ApusSchema
import GRDB

/// Foreign keys of tables that somebody added, which lead to rows of the model's tables.
///
/// A migration keeps foreign keys off, so that no row of such a table goes with what it leads to; it must not leave one
/// that leads nowhere either.
struct AddedKeys {
    private let path: String
    /// The tables that have them, and how many of their rows lead nowhere before the migration.
    private let orphans: [String: Int]

    /// Looks before the first write.
    init(_ db: Database, path: String, _ live: LiveCatalogue, _ passes: [TablePass]) throws {
        self.path = path
        guard passes.contains(where: \.losesRows), let first = passes.first else {
            orphans = [:]
            return
        }
        let ours: Set<String> = Set(first.source.tables.map { $0.name.folded })
        var orphans: [String: Int] = [:]
        for (name, table) in live.tables where !ours.contains(name) && !StoreFormat.isOwnTable(name) {
            guard table.foreignKeys.contains(where: { ours.contains($0.table.folded) }) else { continue }
            // A key that leads to no unique columns was never followed.
            if let count = try? Self.count(table.name, db) { orphans[table.name] = count }
        }
        self.orphans = orphans
    }

    /// Looks again before the commit.
    ///
    /// - Throws: `StoreError.wouldLose` where rows lead nowhere that did not before.
    func checkAgain(_ db: Database) throws {
        for (table, before) in orphans.sorted(by: { $0.key < $1.key }) {
            let lost: Int = try Self.count(table, db) - before
            if lost > 0 { throw StoreError(path, .wouldLose(.references(rows: lost, table: table))) }
        }
    }

    private static func count(_ table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table]) ?? 0
    }
}

extension TablePass {
    /// Whether rows of a table that goes on may go.
    fileprivate var losesRows: Bool {
        strategies.tables.contains { strategy in
            strategy.sources.contains { !$0.isWhole } || strategy.kinds?.gone.isEmpty == false
        }
    }
}
