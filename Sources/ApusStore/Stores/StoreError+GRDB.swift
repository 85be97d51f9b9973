import ApusMigration
import GRDB

extension StoreError {
    /// The store's error for one that SQLite reported.
    init(_ path: String, _ error: DatabaseError) {
        self.init(path, Reason(error))
    }

    /// The store's error for what SQLite said of a view or a trigger as it read it.
    init(_ path: String, ofProgram error: DatabaseError, isBefore: Bool) {
        let message: String = error.message ?? ""
        // Where the catalogue could not be read for it, the disk's error comes along as text alone.
        let isOfDisk: Bool = [": disk I/O error", ": database schema has changed"].contains(where: message.hasSuffix)
        self.init(
            path,
            isOfDisk
                ? .disk(isWriting: false, message: message) : .brokenProgram(isBefore: isBefore, message: message)
        )
    }

    /// Carries out work on a store's file; every error of SQLite becomes one of the store.
    static func wrapping<Result>(_ path: String, _ work: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as PlanningError {
            throw StoreError(path, .planning(error))
        } catch let error as DatabaseError {
            throw StoreError(path, error)
        } catch {
            throw StoreError(path, .sqlite("\(error)"))
        }
    }
}

extension StoreError.Reason {
    fileprivate init(_ error: DatabaseError) {
        let message: String = error.message ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .SQLITE_READONLY_ROLLBACK: self = .needsRecovery
        // Even to be read, a store needs the index of its log beside it.
        case .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT, .SQLITE_READONLY_CANTLOCK:
            self = .unreadableLog
        default:
            switch error.resultCode {
            case .SQLITE_NOTADB: self = .notADatabase
            case .SQLITE_CORRUPT: self = .damaged(message)
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked
            case .SQLITE_PERM, .SQLITE_AUTH: self = .noPermission
            case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly
            // A transaction that SQLite gave up: for such an error of the disk as it reads, where one that it cannot do
            // without did not come to be told.
            case .SQLITE_ABORT: self = .disk(isWriting: false, message: message)
            case .SQLITE_INTERRUPT: self = .cancelled
            case .SQLITE_FULL: self = .diskFull
            case .SQLITE_IOERR:
                let isWriting: Bool = Self.writingFailures.contains(error.extendedResultCode)
                self = .disk(isWriting: isWriting, message: message)
            default: self = .sqlite(message)
            }
        }
    }

    /// What SQLite reports where a disk is full in another way than the usual one, or fails as it is written.
    private static let writingFailures: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
        .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP,
        .SQLITE_IOERR_GETTEMPPATH,
    ]
}
