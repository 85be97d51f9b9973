import ApusMigration
import GRDB

extension StoreError {
    /// The store's error for one that SQLite reported.
    init(_ error: DatabaseError, file: String) {
        let message: String = error.message ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .SQLITE_READONLY_ROLLBACK: self = .needsRecovery(file)
        // Even to be read, a store needs the index of its log beside it.
        case .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT, .SQLITE_READONLY_CANTLOCK:
            self = .unreadableLog(file)
        default:
            switch error.resultCode {
            case .SQLITE_NOTADB: self = .notADatabase(file)
            case .SQLITE_CORRUPT: self = .damaged(file, message: message)
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked(file)
            case .SQLITE_PERM, .SQLITE_AUTH: self = .noPermission(file)
            case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly(file)
            // A transaction that SQLite gave up: for such an error of the disk as it reads, where one that it cannot do
            // without did not come to be told.
            case .SQLITE_ABORT: self = .disk(file, isWriting: false, message: message)
            case .SQLITE_INTERRUPT: self = .cancelled(file)
            case .SQLITE_FULL: self = .diskFull(file)
            case .SQLITE_IOERR:
                let isWriting: Bool = Self.writingFailures.contains(error.extendedResultCode)
                self = .disk(file, isWriting: isWriting, message: message)
            default: self = .sqlite(file, message: message)
            }
        }
    }

    /// The store's error for what SQLite said of a view or a trigger as it read it.
    init(ofProgram error: DatabaseError, file: String, isBefore: Bool) {
        let message: String = error.message ?? ""
        // Where the catalogue could not be read for it, the disk's error comes along as text alone.
        let isOfDisk: Bool = [": disk I/O error", ": database schema has changed"].contains(where: message.hasSuffix)
        self =
            isOfDisk
            ? .disk(file, isWriting: false, message: message)
            : .brokenProgram(file, isBefore: isBefore, message: message)
    }

    /// What SQLite reports where a disk is full in another way than the usual one, or fails as it is written.
    private static let writingFailures: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
        .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP,
        .SQLITE_IOERR_GETTEMPPATH,
    ]

    /// Carries out work on a store's file; every error of SQLite becomes one of the store.
    static func wrapping<Result>(_ file: String, _ work: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as PlanningError {
            throw .planning(file, error)
        } catch let error as DatabaseError {
            throw StoreError(error, file: file)
        } catch {
            throw .sqlite(file, message: "\(error)")
        }
    }
}
