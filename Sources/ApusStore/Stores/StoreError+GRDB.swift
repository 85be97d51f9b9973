import ApusMigration
import GRDB

extension StoreError {
    /// The store's error for one that SQLite reported.
    init(_ error: DatabaseError, file: String) {
        switch error.resultCode {
        case _ where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK: self = .needsRecovery(file)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .notADatabase(file)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(file)
        // Even to be read, a store needs the index of its log beside it.
        case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly(file)
        default: self = .sqlite(file, message: error.message ?? "error \(error.resultCode.rawValue)")
        }
    }

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
