import ApusMigration
import ApusSchema
import Foundation
import GRDB

extension Migrator {
    /// Checks a copy of a ready-made store, which would stay for ever if it could not be opened.
    ///
    /// - Parameters:
    ///   - draft: The copy.
    ///   - path: The path of the ready-made store, for errors.
    /// - Throws: `StoreError`.
    func examineTemplate(_ draft: StoreFile, path: String) throws(StoreError) {
        do {
            try StoreError.wrapping(path) {
                let url = URL(filePath: draft.location)
                try draft.reading(timeout: timeout) { database in
                    try database.read { db in
                        let description = try StoreDescription.read(db, model: planner.history.model, path: path)
                        if try holdsSecrets(db) {
                            throw StoreError(
                                path,
                                .failedCheck("it has secrets of lookups, which all copies of it would share")
                            )
                        }
                        let problems = keys.problems(with: description.state.layout)
                        guard problems.isEmpty else { throw StoreError(path, .keys(problems)) }
                    }
                }
                _ = try plan(url)
            }
        } catch {
            // The copy's own path says nothing: it has a name for a moment.
            throw StoreError(path, error.reason)
        }
    }

    private func holdsSecrets(_ db: Database) throws -> Bool {
        guard try db.tableExists(StoreFormat.lookupTable) else { return false }
        return try Bool.fetchOne(db, sql: "SELECT 1 FROM \(StoreFormat.lookupTable) LIMIT 1") ?? false
    }
}
