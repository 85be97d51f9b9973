import ApusMigration
import ApusStore
import Foundation
import GRDB

/// What holds for a store whatever was done to it before.
struct StoreLaws {
    let store: FuzzedStore

    /// Whether only SQL was run on the store. `plan` must refuse exactly what `migrate` refuses then, and in a damaged file, in
    /// which some damage is only met by copying, if its pages are whole.
    let isUndamaged: Bool

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
        let before = try store.bytes()
        let rows = isUndamaged ? contents(store.change.before) : nil
        let isWhole = isUndamaged && hasWholePages
        let orphans = isUndamaged ? orphans : nil
        var migrator = store.change.migrator
        migrator.checks = checks
        let planned = Result { () throws(StoreError) in try migrator.forecast(store.url).plan }
        try require(try store.bytes() == before, "plan writes nothing")
        let migrated = Result { () throws(StoreError) in try migrator.migrate(store.url) }
        switch (planned, migrated) {
        case (.success, .success):
            let sound = (try? verified.get().isSound) ?? false
            if let orphans {
                let now = self.orphans
                try require(now.map { $0 <= orphans } == true, "no key is orphaned: \(orphans), \(now ?? -1)")
            }
            try checkMigrated(rows: rows, wasWhole: isWhole, wasSound: isUndamaged && sound)
        case (.failure(let error), .success): throw BrokenLaw("only plan refuses: \(error)")
        case (.success, .failure(let error)):
            try require(!isUndamaged && !hasWholePages, "only migrate refuses: \(error)")
            try checkUnchanged(since: before, error)
        case (.failure(let one), .failure(let other)):
            try require(
                one == other || !isUndamaged && !hasWholePages,
                "plan and migrate refuse for one reason: \(one)\n\(other)"
            )
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

    /// The number of keys that refer to no row; `nil` if one refers to no columns that can be a key.
    private var orphans: Int? { store.rows("PRAGMA foreign_key_check")?.count }

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
