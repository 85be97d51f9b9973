public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Makes new stores.
public enum StoreCreation {
    /// Makes a store without rows.
    ///
    /// - Parameters:
    ///   - url: Where there is no file yet.
    ///   - state: What the store is to hold.
    /// - Throws: `StoreError`; no file is left then.
    public static func create(_ url: URL, holding state: StoreState) throws(StoreError) {
        try create(url, holding: state) { _ in }
    }

    /// Makes a store and fills it before anybody can see it.
    static func create(
        _ url: URL,
        holding state: StoreState,
        filling fill: (Database) throws -> Void
    ) throws(StoreError) {
        let file = StoreFile(url)
        guard !FileManager.default.fileExists(atPath: file.path) else { throw .exists(file.path) }
        // Made under another name and given its own when it is whole, so that nobody ever opens half a store.
        let draft = StoreFile(URL(fileURLWithPath: file.path + ".new-\(UUID().uuidString)"))
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try? FileManager.default.removeItem(atPath: draft.path + suffix)
            }
        }
        try StoreError.wrapping(file.path) {
            let database: DatabaseQueue = try draft.openForWriting(enforcesForeignKeys: true)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.inTransaction(.immediate) {
                    for statement in StoreFormat.statements { try db.run(statement) }
                    for statement in Layout(state.schema).statements { try db.run(statement) }
                    try StoreDescription.write(state, generation: 1, db)
                    try fill(db)
                    return .commit
                }
            }
            // The last connection that closes writes the log back into the file.
            try database.close()
            try publish(draft, as: file)
        }
    }

    /// Gives a finished store its name, unless somebody else has just taken that.
    private static func publish(_ draft: StoreFile, as file: StoreFile) throws {
        do {
            // A link fails where there is a file; a renaming would put ours in the place of a store that is open.
            try FileManager.default.linkItem(atPath: draft.path, toPath: file.path)
        } catch {
            guard !FileManager.default.fileExists(atPath: file.path) else { throw StoreError.exists(file.path) }
            // A file system without links, where looking first is the best there is.
            try FileManager.default.moveItem(atPath: draft.path, toPath: file.path)
        }
    }
}
