import ApusMigration
import ApusSchema
import Foundation
import GRDB

extension Migrator {
    /// Checks a copy of a ready-made store, and migrates it, before it gets the store's name: if it could not be opened, it would
    /// stay for ever.
    ///
    /// - Parameters:
    ///   - draft: The copy.
    ///   - path: The path of the ready-made store, for errors.
    ///   - progress: Called from time to time with the progress of the migration.
    /// - Throws: `StoreError`.
    func prepareTemplate(
        _ draft: StoreFile,
        path: String,
        progress: @escaping (MigrationProgress) -> Void
    ) throws(StoreError) {
        do {
            try StoreError.wrapping(path) {
                try draft.reading(timeout: timeout) { database in
                    try database.read { db in
                        let description = try StoreDescription.read(db, model: planner.history.model, path: path)
                        if try holdsSecrets(db) {
                            throw StoreError(
                                path,
                                .failedCheck("it has secrets of lookups, which all copies of it would share")
                            )
                        }
                        // Opening refuses the migrated store for want of a key.
                        let newest = try? planner.state(of: target)
                        for layout in [description.state.layout, newest?.layout].compactMap(\.self) {
                            let problems = keys.problems(with: layout)
                            guard problems.isEmpty else { throw StoreError(path, .keys(problems)) }
                        }
                    }
                }
                // A plan does not say whether it can be migrated: the code of a stage may refuse.
                _ = try migrate(draft, progress: progress)
                // What the file has no copy of would be lost with its name.
                guard StoreFile.State(draft)?.isAlone == true else {
                    throw StoreError(path, .failedCheck("the copy of it could not be completed"))
                }
            }
        } catch {
            switch error.reason {
            // These are about the disk that the copy is on.
            case .diskFull, .insufficientSpace, .disk, .readOnly, .noPermission:
                throw StoreError(draft.path, error.reason)
            // The copy's own path says nothing: it has a name for a moment.
            default: throw StoreError(path, error.reason)
            }
        }
    }

    private func holdsSecrets(_ db: Database) throws -> Bool {
        guard try db.tableExists(StoreFormat.lookupTable) else { return false }
        return try Bool.fetchOne(db, sql: "SELECT 1 FROM \(StoreFormat.lookupTable) LIMIT 1") ?? false
    }
}
