public import ApusMigration
public import ApusSchema

// So that code that catches the error can read its `description` without another import.
@_exported public import protocol ApusDiagnostics.ExplainedError

/// An error of a store. The store is unchanged when one is thrown.
public struct StoreError: ExplainedError, Hashable {
    /// The store's path, as the caller passed it.
    public let path: String

    /// The reason.
    public let reason: Reason

    /// Creates an error.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The reason of an error.
    public enum Reason: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// A file already exists at the path of the new store.
        case exists
        /// The log with a suffix of a store that does not exist any more would change a new store of that name.
        case leftoverLog(String)
        /// The path is a link whose target does not exist.
        case brokenLink
        /// The path is a folder.
        case isDirectory
        /// The path is a pipe, a socket or a device.
        case notAFile
        /// Something that is not a file has the store's name with a suffix: a pipe, a link or a folder.
        case companion(String)
        /// The store, or the file with a suffix next to it, has several names: hard links. Those in the store's folder.
        case severalNames(of: String, count: Int, others: [String])
        /// The file itself is a mount point, so its log is not where other processes look for it.
        case mounted
        /// The permissions do not allow reading the file.
        case noPermission
        /// The file is empty.
        case empty
        /// The file is not an SQLite database.
        case notADatabase
        /// The end of the file is missing.
        case truncated(size: Int, expected: Int)
        /// The file is a damaged SQLite database: SQLite's message.
        case damaged(String)
        /// More views were added by hand than a migration can read in time.
        case tooManyViews(found: Int, limit: Int)
        /// The file is an SQLite database, but not a store of Apus.
        case notAStore
        /// A newer version of Apus created the store, in this format.
        case newerFormat(Int)
        /// The store does not contain the model.
        case noSuchModel(String, found: [String])
        /// The store contains several models, and none was chosen.
        case severalModels([String])
        /// The store contains several models, so it is not replaced: their names.
        case sharedStore([String])
        /// The store's description of itself cannot be read.
        case unreadableMetadata(Metadata)
        /// An interrupted transaction has to be rolled back first.
        case needsRecovery
        /// Another process has locked the store.
        case locked
        /// The file or its folder is not writable.
        case readOnly
        /// The newest changes are in a write-ahead log that cannot be read, because the folder is not writable.
        case unreadableLog
        /// The disk is full.
        case diskFull
        /// The migration needs more disk space, in bytes, than is free.
        case insufficientSpace(needed: Int, free: Int)
        /// The disk failed: SQLite's message.
        case disk(isWriting: Bool, message: String)
        /// The operation was cancelled.
        case cancelled
        /// The store is opened to be read only, and has an older version: the versions, `nil` for an unreleased schema.
        case needsMigration(from: String?, to: String?)
        /// The file was removed or replaced since the store was opened.
        case replaced
        /// Another process began to write to the store while it was read without locks.
        case writtenMeanwhile
        /// Another process has migrated the store since it was opened.
        case migratedMeanwhile
        /// The store's tables differ from its schema.
        case drifted([Drift])
        /// A view or trigger of the store refers to something that does not exist, before or after the migration.
        case brokenViewOrTrigger(isBefore: Bool, message: String)
        /// The migration would lose something that was added by hand.
        case wouldLose(Loss)
        /// The migration needs the bytes of texts in UTF-8, but the store keeps its texts in this encoding.
        case encoding(String)
        /// Rows of a table belong to entities that the model does not have.
        case unknownEntities(table: String, found: [String])
        /// Values that the migration uses are not allowed by the store's own schema.
        case invalidValues([Verification.BadValues])
        /// Values in the store prevent the migration.
        case failedValues([FailedValues])
        /// What the mappings assert does not hold.
        case failedAssertions([FailedAssertion])
        /// Code in Swift threw an error, or made what the model does not allow: the older object that it was called with, if it was
        /// called with one, and what is wrong.
        case stage(SwiftStage, object: String?, message: String)
        /// The result of the migration is not as planned, so it was rolled back: what differs.
        case failedCheck(String)
        /// An external file of the store cannot be used: why.
        case externalFile(String)
        /// The system does not let an external file of the store be read now: which, and the system's message.
        case unavailableFile(String)
        /// Keys of encrypted attributes are missing or cannot be used.
        case keys([SealingError])
        /// An encrypted value cannot be read: which, and why.
        case sealedValue(String)
        /// The migration would keep values of an encrypted attribute as they are, in the table of what is set aside.
        case wouldReveal(String)
        /// SQLite reported another error: its message.
        case sqlite(String)
        /// The migration could not be planned.
        case planning(PlanningError)
    }

    /// The problem with a store's description of itself.
    public enum Metadata: Hashable, Sendable {
        /// It contains no model.
        case noModel
        /// Its table is missing.
        case noTable(String)
        /// A column of its tables is missing.
        case noColumn(String, table: String)
        /// Two models have the same table.
        case sharedTable(String, models: [String])
        /// One of its tables has another primary key, or none.
        case otherKey(String)
        /// The log of migrations has an entry with the greatest possible number, so none can follow.
        case fullLog
        /// The number of the store's state is the greatest possible one, so none can follow.
        case fullGeneration
        /// The text is not a version.
        case version(String)
        /// The schema cannot be read: the reason.
        case schema(String)
        /// A value has the wrong type: the decoder's message.
        case value(String)
    }

    /// An object that was added to a store by hand and would be lost. Columns include their tables: `Trip.name`.
    public enum Loss: Hashable, Sendable {
        /// A clause of a table's definition.
        case clause(String, table: String)
        /// A column.
        case column(String)
        /// A trigger on a table that is dropped.
        case trigger(String, table: String)
        /// A trigger on updates of a column that is dropped.
        case updateTrigger(String, column: String)
        /// An index of a table that is dropped, or whose rows become those of another one.
        case tableIndex(String, table: String)
        /// An index over a column that is dropped, or whose new values it may not take.
        case index(String, column: String)
        /// The table or the column that a foreign key refers to.
        case target(String, foreignKey: String)
        /// The rows to which rows of a table refer by a foreign key.
        case references(rows: Int, table: String)
        /// The content table of a virtual table.
        case content(String, virtualTable: String)
        /// A column of a virtual table's content table.
        case readColumn(String, virtualTable: String)
        /// An object whose name a table, a trigger or an R-tree of the new version needs.
        case takenName(String)
        /// A trigger under a name that only Apus' own triggers have, which a migration drops and makes again.
        case reservedName(String, table: String)
        /// A column whose name a column of the new version needs.
        case takenColumn(String)
    }
}
