public import ApusMigration

/// Why a store could not be used. The store was left as it was.
public enum StoreError: Error, Hashable, Sendable {
    /// There is no such file.
    case missing(String)
    /// There is something already where a store was to be made.
    case exists(String)
    /// The path is a link that leads to nothing.
    case brokenLink(String)
    /// The path leads to a folder.
    case isDirectory(String)
    /// The path leads to a pipe, a socket or a device.
    case notAFile(String)
    /// The file may not be read.
    case noPermission(String)
    /// The file has no byte.
    case empty(String)
    /// The file is no SQLite database.
    case notADatabase(String)
    /// The file's end is missing.
    case truncated(String, size: Int, expected: Int)
    /// The file is a damaged SQLite database: SQLite's message.
    case damaged(String, message: String)
    /// The file is an SQLite database, but no store of Apus.
    case notAStore(String)
    /// A newer Apus made the store.
    case newerFormat(String, format: Int)
    /// The store holds no such model.
    case noSuchModel(String, model: String, found: [String])
    /// The store holds several models, and none was chosen.
    case severalModels(String, [String])
    /// What the store says of itself cannot be read.
    case unreadableMetadata(String, reason: String)
    /// A transaction was interrupted and has to be rolled back first.
    case needsRecovery(String)
    /// Another process kept the store locked.
    case locked(String)
    /// The file, or the folder it lies in, may not be written.
    case readOnly(String)
    /// What was written last stands in a log that cannot be read where the folder may not be written.
    case unreadableLog(String)
    /// The disk has no room.
    case diskFull(String)
    /// The migration needs more bytes of disk than are free.
    case noRoom(String, needed: Int, free: Int)
    /// The disk failed: SQLite's message.
    case disk(String, isWriting: Bool, message: String)
    /// The work was to stop, and did.
    case cancelled(String)
    /// Another process migrated the store meanwhile.
    case migratedMeanwhile(String)
    /// The store's tables are not those that its schema says.
    case drifted(String, [Drift])
    /// A view or trigger of the store refers to something that is not there, before or after the migration.
    case brokenProgram(String, isBefore: Bool, message: String)
    /// Something added by hand would be lost.
    case wouldLose(String, message: String)
    /// Rows of a table are of entities that the model does not know.
    case unknownEntities(String, table: String, found: [String])
    /// Values of the store can neither be carried over nor left out.
    case failedValues(String, [FailedValues])
    /// What was written is not what was planned. Nothing was kept.
    case failedCheck(String, message: String)
    /// SQLite refused: its message.
    case sqlite(String, message: String)
    /// The migration could not be planned.
    case planning(String, PlanningError)
}
