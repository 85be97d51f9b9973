public import ApusMigration

// Who catches the error can then read its `description` without another import.
@_exported public import protocol ApusDiagnostics.ExplainedError

/// Why a store could not be used. The store was left as it was.
public struct StoreError: ExplainedError, Hashable {
    /// The store's path, as the caller named it.
    public let path: String

    /// Why.
    public let reason: Reason

    /// Creates an error.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Why a store could not be used.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// There already is a file where a store was to be made.
        case exists
        /// The path is a link whose target does not exist.
        case brokenLink
        /// The path is a folder's.
        case isDirectory
        /// The path is a pipe's, a socket's or a device's.
        case notAFile
        /// The file may not be read.
        case noPermission
        /// The file has no byte.
        case empty
        /// The file is not an SQLite database.
        case notADatabase
        /// The file's end is missing.
        case truncated(size: Int, expected: Int)
        /// The file is a damaged SQLite database: SQLite's message.
        case damaged(String)
        /// The file is an SQLite database, but not a store of Apus.
        case notAStore
        /// A newer Apus made the store, in this format.
        case newerFormat(Int)
        /// The store holds no such model.
        case noSuchModel(String, found: [String])
        /// The store holds these models, and none was chosen.
        case severalModels([String])
        /// What the store says of itself cannot be read.
        case unreadableMetadata(Metadata)
        /// A transaction was interrupted and has to be rolled back first.
        case needsRecovery
        /// Another process kept the store locked.
        case locked
        /// The file, or the folder it is in, may not be written.
        case readOnly
        /// The newest changes are in a log that cannot be read where the folder may not be written.
        case unreadableLog
        /// The disk is full.
        case diskFull
        /// The migration needs more bytes of disk than are free.
        case noRoom(needed: Int, free: Int)
        /// The disk failed: SQLite's message.
        case disk(isWriting: Bool, message: String)
        /// The caller stopped the work.
        case cancelled
        /// Another process migrated the store meanwhile.
        case migratedMeanwhile
        /// The store's tables are not those that its schema says.
        case drifted([Drift])
        /// A view or trigger of the store refers to something that is not there, before or after the migration.
        case brokenProgram(isBefore: Bool, message: String)
        /// Something added by hand would be lost.
        case wouldLose(Loss)
        /// Rows of a table are of entities that the model does not know.
        case unknownEntities(table: String, found: [String])
        /// Values of the store can neither be carried over nor left out.
        case failedValues([FailedValues])
        /// What was written is not what was planned: what differs. Nothing was kept.
        case failedCheck(String)
        /// SQLite refused: its message.
        case sqlite(String)
        /// The migration could not be planned.
        case planning(PlanningError)
    }

    /// What is wrong with a store's description of itself.
    public enum Metadata: Hashable, Sendable {
        /// It names no model.
        case noModel
        /// Its table is missing.
        case noTable(String)
        /// A text that is not a version.
        case version(String)
        /// The schema cannot be read, and why.
        case schema(String)
        /// A value is of another type than it should be: what the decoder says.
        case value(String)
    }

    /// What was added to a store by hand and would be lost. Columns are written with their tables: `Trip.name`.
    public enum Loss: Hashable, Sendable {
        /// A part of a table's definition.
        case clause(String, table: String)
        /// A column.
        case column(String)
        /// A trigger of a table that goes.
        case trigger(String, table: String)
        /// A trigger on updates of a column that goes.
        case updateTrigger(String, column: String)
        /// An index that needs a column that goes.
        case index(String, column: String)
        /// The table or the column that a foreign key refers to.
        case target(String, foreignKey: String)
        /// The rows that those of a table refer to by a foreign key.
        case references(rows: Int, table: String)
        /// The table that a virtual table has its content from.
        case content(String, virtualTable: String)
        /// A column that a virtual table has its content from.
        case readColumn(String, virtualTable: String)
        /// Something whose name a table of the new version needs.
        case takenName(String)
        /// A column whose name one of the new version needs.
        case takenColumn(String)
    }
}
