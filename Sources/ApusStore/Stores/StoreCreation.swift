public import ApusMigration
import ApusSchema
public import Foundation
package import GRDB

/// Makes new stores.
public enum StoreCreation {
    /// Makes a store without rows.
    ///
    /// - Parameters:
    ///   - url: Where there is no file yet.
    ///   - state: What the store is to hold.
    /// - Throws: `StoreError`; no file is left then.
    public static func create(_ url: URL, holding state: StoreState) throws(StoreError) {
        do {
            try create(url, holding: state) { _, _ in }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(url.relativePath, .sqlite("\(error)"))
        }
    }

    /// Makes a store and fills it before anybody can see it.
    ///
    /// The tables are there when it is filled; indexes, and all else that would cost time row by row, come after.
    /// References are not enforced meanwhile.
    ///
    /// - Parameters:
    ///   - url: Where there is no file yet.
    ///   - state: What the store is to hold.
    ///   - now: The moment of the writing, in seconds since 2001-01-01 00:00 UTC, where it is not the clock's.
    ///   - isReplacing: Whether a store of Apus that is there already, and that nobody has open, gives way.
    ///   - fill: Writes the rows, and the files of values that are kept in files into the folder that it is given, which
    ///     it makes where there are any. The files' names must be new ones where a store is replaced, or the contents
    ///     equal.
    /// - Throws: `StoreError`, or what `fill` throws; the file is as it was then.
    package static func create(
        _ url: URL,
        holding state: StoreState,
        at now: Double? = nil,
        isReplacing: Bool = false,
        filling fill: (Database, _ files: URL) throws -> Void
    ) throws {
        let file = StoreFile(url)
        let exists: Bool = FileManager.default.fileExists(atPath: file.path)
        if exists, !isReplacing { throw StoreError(file.path, .exists) }
        if exists { try StoreError.wrapping(file.path) { try StoreReplacement.requireStore(file) } }
        let draft: StoreFile = file.draft()
        let files = URL(fileURLWithPath: draft.location + ExternalFiles.suffix)
        defer { draft.remove() }
        // What filling itself refuses is no error of the store's.
        var refusal: (any Error)?
        try StoreError.wrapping(file.path) {
            let database: DatabaseQueue = try draft.openForWriting(enforcesForeignKeys: false)
            try database.writeWithoutTransaction { db in
                // A draft that is not finished is thrown away; one that is goes to the disk before it gets its name.
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -100000")
                let layout = state.layout
                try db.inTransaction(.immediate) {
                    for statement in StoreFormat.statements { try db.run(statement) }
                    for table in layout.tables { try db.run(table.createStatement()) }
                    try db.run(StoreDescription.statement(state, generation: 1))
                    do {
                        try fill(db, files)
                    } catch  where !(error is DatabaseError) {
                        refusal = error
                        return .rollback
                    }
                    for statement in layout.lateStatements(now: now) { try db.run(statement) }
                    return .commit
                }
                if refusal == nil { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            }
            // The last connection that closes writes the log back into the file.
            try database.close()
            if refusal != nil { return }
            try DiskWriting.flush(draft.location)
            let hasFiles: Bool = FileManager.default.fileExists(atPath: files.path)
            if exists {
                try StoreReplacement.replace(file, with: draft, files: hasFiles ? files : nil)
            } else {
                try draft.publish(as: file)
            }
        }
        if let refusal { throw refusal }
    }
}
