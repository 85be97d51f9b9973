import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Verifies stores without writing to them.
public enum Verifier {
    /// Verifies a store against its own schema.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` if the store has only one.
    ///   - keys: The keys with which all encrypted values are decrypted; `nil` to leave them as they are.
    /// - Returns: The result.
    /// - Throws: `StoreError` if the store cannot be read.
    public static func verify(_ url: URL, model: String? = nil, keys: StoreKeys? = nil) throws(StoreError)
        -> Verification
    {
        let found = try verifications(of: StoreFile(url), keys: keys) { db, path in
            [try StoreDescription.read(db, model: model, path: path)]
        }
        return found[0]
    }

    /// Verifies a store against the schemas of all its models.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - keys: The keys with which all encrypted values are decrypted; `nil` to leave them as they are.
    /// - Returns: A result per model, sorted by the models' names; at least one.
    /// - Throws: `StoreError` if the store cannot be read.
    public static func verifyAll(_ url: URL, keys: StoreKeys? = nil) throws(StoreError) -> [Verification] {
        try verifications(of: StoreFile(url), keys: keys) { db, path in
            try StoreDescription.readAll(db, path: path)
        }
    }

    /// Verifies the models that `choose` returns.
    static func verifications(
        of file: StoreFile,
        files: ExternalFiles? = nil,
        keys: StoreKeys? = nil,
        choosing choose: (Database, String) throws -> [StoreDescription]
    ) throws(StoreError) -> [Verification] {
        try file.reading { database in
            // Before the transaction: checking a damaged file may abort a transaction.
            let pages = try database.unsafeRead { db in
                _ = try choose(db, file.path)
                try SealFunctions.prepare(db, keys)
                return try PageVerification(db, .integrity)
            }
            return try database.read { db in
                let all = try StoreDescription.readAll(db, path: file.path)
                if pages.damages.isEmpty { try StoreCheck.checkOwnTables(of: LiveCatalogue(db), db, file.path) }
                let facts = try FileFacts(
                    pages: pages,
                    files: files ?? ExternalFiles(ofStoreAt: file.location),
                    layouts: all.map(\.state.layout),
                    db
                )
                return try choose(db, file.path).map { description in
                    try ModelVerifier(facts: facts, description: description, keys: keys).verification(db)
                }
            }
        }
    }
}
