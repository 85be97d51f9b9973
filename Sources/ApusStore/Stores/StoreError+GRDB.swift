import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
package import GRDB

extension StoreError {
    /// Creates an error from one of SQLite.
    init(_ path: String, _ error: DatabaseError) {
        self.init(path, Reason(error))
    }

    /// Creates an error from one that SQLite reported when it parsed a view or a trigger.
    init(_ path: String, reading error: DatabaseError, isBefore: Bool) {
        let message = error.message ?? ""
        // If the catalogue cannot be read or written, the disk's error is only part of the message.
        let reason: Reason
        if message.hasSuffix(": database or disk is full") {
            reason = .diskFull
        } else if [": disk I/O error", ": database schema has changed"].contains(where: message.hasSuffix) {
            reason = .disk(isWriting: false, message: message)
        } else {
            reason = .brokenViewOrTrigger(isBefore: isBefore, message: message)
        }
        self.init(path, reason)
    }

    /// Creates an error from one that SQLite reported for a row of Apus' own tables: a check or an index that was added by hand
    /// needs what only the app's connection has, or the row breaks it.
    init(_ path: String, ownTable error: DatabaseError) {
        let message = "error in a table of Apus: \(error.message ?? "")"
        self.init(path, .brokenViewOrTrigger(isBefore: true, message: message))
    }

    /// Runs a closure, and converts all its errors to `StoreError`.
    static func wrapping<Result>(_ path: String, _ work: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as PlanningError {
            throw StoreError(path, .planning(error))
        } catch let error as DatabaseError {
            throw StoreError(path, error)
        } catch let error as ExternalFileError {
            throw StoreError(path, error.reason)
        } catch let error as CocoaError {
            throw StoreError(path, StoreError.Reason(error))
        } catch {
            throw StoreError(path, .sqlite("\(error)"))
        }
    }
}

extension DatabaseError {
    /// Whether it is an error of the store, of its disk or of what others do with it, which any statement may meet, and not one of the
    /// statement or of a file beside the store.
    package var isOfStore: Bool {
        switch StoreError.Reason(self) {
        case .sqlite, .externalFile, .unavailableFile, .sealedValue: false
        default: true
        }
    }
}

extension Database {
    /// Returns the result of a query that is only for display; `nil` if the rows are damaged.
    ///
    /// A migration must not be refused because of rows that only its report reads.
    func unlessDamaged<Result>(_ query: () throws -> Result) throws -> Result? {
        // In a transaction, a read error ends it: later queries would see another state.
        let tolerated: [ResultCode] = isInsideTransaction ? [.SQLITE_CORRUPT] : [.SQLITE_CORRUPT, .SQLITE_IOERR]
        do {
            return try query()
        } catch let error as DatabaseError where tolerated.contains(error.resultCode) {
            return nil
        }
    }
}

extension StoreError.Reason {
    fileprivate init(_ error: DatabaseError) {
        // Another call may have reset SQLite's message, as the backup API does.
        let given = error.message == "not an error" ? nil : error.message
        let message = given.map(Table.Rule.shown) ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .externalFile: self = .externalFile(message)
        case .unavailableFile: self = .unavailableFile(message)
        case .sealedValue: self = .sealedValue(message)
        case .SQLITE_READONLY_ROLLBACK: self = .needsRecovery
        // Reading a store in WAL mode requires the `-shm` file, which cannot be created or locked.
        case .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT, .SQLITE_READONLY_CANTLOCK:
            self = .unreadableLog
        default:
            switch error.resultCode {
            case .SQLITE_NOTADB: self = .notADatabase
            case .SQLITE_CORRUPT: self = .damaged(message)
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked
            case .SQLITE_PERM, .SQLITE_AUTH: self = .noPermission
            case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly
            // SQLite aborted the transaction because of a read error that it did not report itself.
            case .SQLITE_ABORT: self = .disk(isWriting: false, message: message)
            case .SQLITE_INTERRUPT: self = .cancelled
            case .SQLITE_FULL: self = .diskFull
            case .SQLITE_IOERR:
                let isWriting = Self.writingFailures.contains(error.extendedResultCode)
                let limit = isWriting ? Self.fileSizeLimit : nil
                self = .disk(isWriting: isWriting, message: message + (limit.map(Self.shown) ?? ""))
            default: self = .sqlite(message)
            }
        }
    }

    /// The reason of an error of the file system.
    fileprivate init(_ error: CocoaError) {
        switch error.code {
        case .fileWriteOutOfSpace: self = .diskFull
        case .fileWriteFileExists: self = .exists
        case .fileReadNoPermission: self = .noPermission
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly: self = .readOnly
        default:
            let writing = CocoaError.Code.fileWriteUnknown.rawValue..<CocoaError.Code.fileWriteUnknown.rawValue + 256
            self = .disk(isWriting: writing.contains(error.code.rawValue), message: error.fileReason)
        }
    }

    private static func shown(fileSizeLimit: Int) -> String {
        "; no file of this process may have more than \(fileSizeLimit) bytes (ulimit -f)"
    }

    /// The greatest size of a file that the process may write, in bytes; `nil` if there is none. SQLite does not say whether it
    /// was exceeded.
    private static var fileSizeLimit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #elseif canImport(Darwin)
        let result = getrlimit(RLIMIT_FSIZE, &limit)
        #else
        let result: Int32 = -1
        #endif
        // "Infinite" is a greater number.
        return result == 0 && limit.rlim_cur < Int64.max ? Int(limit.rlim_cur) : nil
    }

    /// SQLite's errors if writing fails, or if a disk is full in an unusual way.
    private static let writingFailures: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
        .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP,
        .SQLITE_IOERR_GETTEMPPATH,
    ]
}

extension ExternalFileError {
    /// The reason of an error of a store.
    var reason: StoreError.Reason {
        isUnavailable ? .unavailableFile("\(self)") : .externalFile("\(self)")
    }

    /// The error of a statement that calls a function that reads files.
    var databaseError: DatabaseError {
        DatabaseError(resultCode: isUnavailable ? .unavailableFile : .externalFile, message: "\(self)")
    }

    /// Whether the file itself may be as it should be.
    private var isUnavailable: Bool {
        switch self {
        case .denied, .unavailable: true
        case .invalidName, .missing, .notAFile, .tooLarge, .notAFolder: false
        }
    }
}

extension ResultCode {
    /// Apus' own kinds of `SQLITE_ERROR`, with numbers that SQLite does not use.
    fileprivate static let externalFile = ResultCode(rawValue: 1 | 200 << 8)
    fileprivate static let unavailableFile = ResultCode(rawValue: 1 | 201 << 8)
}
