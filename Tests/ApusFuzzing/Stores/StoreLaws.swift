import ApusMigration
import ApusStore
import Foundation
import GRDB

/// What holds for a store whatever was done to it before.
struct StoreLaws {
    let store: FuzzedStore

    /// What was done to the store.
    enum Attack {
        /// SQL was run on it. `plan` must refuse exactly what `migrate` refuses, here and with free pages.
        case sql

        /// The list of its free pages was edited. All of the list is read before the first write, so a store that is migrated
        /// is whole afterwards, except for pages that nothing uses.
        case freePages

        /// Any byte may have changed. Some damage is only met by copying, so `plan` must only agree if all pages are whole.
        case bytes
    }

    let attack: Attack

    /// How thoroughly the store is checked before the migration.
    let checks: StoreChecks

    /// Migrates the store, and holds it against the laws.
    ///
    /// - Throws: `BrokenLaw`.
    func check() throws {
        let verified = Result { () throws(StoreError) in try Verifier.verify(store.url) }
        let status = Result { () throws(StoreError) in try StoreStatus(of: store.url) }
        for case .failure(let error) in [verified.map { _ in }, status.map { _ in }] {
            try requireHarmless("\(error)", "an error")
        }
        let hasWholePages = isWhole
        let damage = attack == .freePages ? pageDamage : []
        let before = try store.bytes()
        let rows = attack == .bytes ? nil : contents(store.change.before)
        let isWhole = isUndamaged && hasWholePages
        let orphans = isUndamaged ? orphans : nil
        var migrator = store.change.migrator
        migrator.checks = checks
        let planned = Result { () throws(StoreError) in try migrator.forecast(store.url).plan }
        try require(try store.bytes() == before, "plan writes nothing")
        let migrated = Result { () throws(StoreError) in try migrator.migrate(store.url) }
        switch (planned, migrated) {
        case (.success, .success):
            try require(damage.isEmpty, "a damaged list is refused: \(damage)")
            let sound = (try? verified.get().isSound) ?? false
            if let orphans {
                let now = self.orphans
                try require(now.map { $0 <= orphans } == true, "no key is orphaned: \(orphans), \(now ?? -1)")
            }
            try checkMigrated(rows: rows, wasWhole: isWhole, wasSound: attack != .bytes && sound)
        case (.failure(let error), .success): throw BrokenLaw("only plan refuses: \(error)")
        case (.success, .failure(let error)):
            try require(attack == .bytes && !hasWholePages, "only migrate refuses: \(error)")
            try checkUnchanged(since: before, error)
        case (.failure(let one), .failure(let other)):
            try require(
                one == other || attack == .bytes && !hasWholePages,
                "plan and migrate refuse for one reason: \(one)\n\(other)"
            )
            if attack == .freePages { try require(!hasWholePages, "a store with a sound list is migrated: \(other)") }
            try checkUnchanged(since: before, other)
        }
    }

    private func checkMigrated(rows: [String: [[DatabaseValue]]]?, wasWhole: Bool, wasSound: Bool) throws {
        let verification = Result { () throws(StoreError) in try Verifier.verify(store.url) }
        if isUndamaged || checks == .full {
            if wasWhole || !isUndamaged {
                let found = store.rows("PRAGMA \(isUndamaged ? "integrity_check" : "quick_check")")
                try require(found == [["ok".databaseValue]], "a migrated store is whole: \(found ?? [])")
            }
            if case .failure(let error) = verification { throw BrokenLaw("a migrated store can be verified: \(error)") }
        }
        if attack == .freePages {
            try require(pageDamage.isEmpty, "a migrated store has only sound pages: \(pageDamage)")
        }
        if wasSound, case .success(let verification) = verification {
            try require(
                verification.isSound,
                "a sound store is sound after its migration: \(verification.differences) \(verification.badValues)"
            )
        }
        if let rows {
            let now = contents(store.change.after) ?? [:]
            for (table, rows) in rows { try require(now[table] == rows, "the rows of '\(table)' are kept") }
        }
    }

    private func checkUnchanged(since before: [String: Data], _ error: StoreError) throws {
        try requireHarmless("\(error)", "an error")
        let now = try store.bytes()
        try require(now["store.sqlite"] == before["store.sqlite"], "a refused store is unchanged: \(error)")
        if isUndamaged { try require(now == before, "beside a refused store nothing changes: \(error)") }
    }

    private var isUndamaged: Bool { attack == .sql }

    /// The number of keys that refer to no row; `nil` if one refers to no columns that can be a key.
    private var orphans: Int? { store.rows("PRAGMA foreign_key_check")?.count }

    /// What is wrong with the pages, except that nothing uses some.
    private var pageDamage: [String] {
        let lines =
            store.rows("PRAGMA integrity_check")?.compactMap { String.fromDatabaseValue($0[0]) } ?? ["unreadable"]
        return lines.flatMap { $0.split(separator: "\n") }.map(String.init).filter {
            $0 != "ok" && !$0.hasPrefix("***") && !$0.hasSuffix("never used")
        }
    }

    private var isWhole: Bool { store.rows("PRAGMA integrity_check") == [["ok".databaseValue]] }

    /// The rows of all tables that have to keep them, by name; `nil` if they cannot be read.
    private func contents(_ value: String) -> [String: [[DatabaseValue]]]? {
        let others = """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
            AND lower(name) NOT LIKE 'apus%' AND name NOT LIKE 'sqlite%' AND lower(name) <> 'note'
            """
        guard let notes = store.rows("SELECT _id, text, next, \(value) FROM Note ORDER BY _id"),
            let names = store.rows(others)
        else { return nil }
        var contents = ["Note": notes]
        for name in names.compactMap({ String.fromDatabaseValue($0[0]) }) {
            contents[name] = store.rows("SELECT * FROM \(name.quotedDatabaseIdentifier)")
        }
        return contents
    }
}
