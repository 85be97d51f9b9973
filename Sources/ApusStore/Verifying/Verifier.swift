import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Looks at a store closely, without writing to it.
public enum Verifier {
    /// Verifies a store against the schema that it holds.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` where the store holds just one.
    /// - Returns: What was found.
    /// - Throws: `StoreError` where the store cannot be looked at.
    public static func verify(_ url: URL, model: String? = nil) throws(StoreError) -> Verification {
        let found: [Verification] = try verifications(of: StoreFile(url)) { db, path in
            [try StoreDescription.read(db, model: model, path: path)]
        }
        return found[0]
    }

    /// Verifies a store against the schemas of all models that it holds.
    ///
    /// - Parameter url: The store.
    /// - Returns: What was found, by the models' names, one at least.
    /// - Throws: `StoreError` where the store cannot be looked at.
    public static func verifyAll(_ url: URL) throws(StoreError) -> [Verification] {
        try verifications(of: StoreFile(url)) { db, path in try StoreDescription.readAll(db, path: path) }
    }

    /// Verifies the models that `choose` gives, one for each.
    private static func verifications(
        of file: StoreFile,
        choosing choose: (Database, String) throws -> [StoreDescription]
    ) throws(StoreError) -> [Verification] {
        try file.reading { database in
            // Outside the transaction that follows: the check of a damaged file may break its transaction.
            let damages: [String] = try database.unsafeRead { db in
                _ = try choose(db, file.path)
                return try self.damages(db)
            }
            return try database.read { db in
                let all: [StoreDescription] = try StoreDescription.readAll(db, path: file.path)
                return try choose(db, file.path).map { description in
                    let others: [StoreDescription] = all.filter { $0.model != description.model }
                    let look = ModelLook(
                        files: ExternalFiles(ofStoreAt: file.location),
                        description: description,
                        layout: description.state.layout,
                        others: others.map(\.state.layout)
                    )
                    return try look.verification(damages, db)
                }
            }
        }
    }

    /// What SQLite's own check of all pages and indexes finds; where it has to give up, that too.
    private static func damages(_ db: Database) throws -> [String] {
        var damages: [String] = []
        do {
            let lines = try String.fetchCursor(db, sql: "PRAGMA integrity_check(20)")
            while let line = try lines.next() { damages.append(line) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            damages.append(error.message ?? "the file is damaged")
        }
        return damages.filter { $0 != "ok" }
    }
}
