import ApusStore
import GRDB

extension PersistentStore {
    /// Runs work in a transaction that writes, and commits it.
    ///
    /// - Parameters:
    ///   - author: Who writes, for the history.
    ///   - context: The context's name, for the history.
    ///   - work: The work.
    ///   - undo: Called with the result of the work if it could not be committed.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work; `StoreError`; ``ModelError/nestedSave`` in the work of another transaction of the store.
    func write<Result>(
        author: String?,
        context: String?,
        _ work: (StoreAccess) throws -> Result,
        undo: (Result) -> Void
    ) throws -> Result {
        try connections.write { access in
            let database = access.database
            var result: Result?
            if !file.isBorrowed {
                // A closure of the caller may write again on this thread. What the catch below rolls back has to be this transaction.
                guard !database.isInsideTransaction else { throw ModelError.nestedSave }
                try database.beginTransaction(.immediate)
            }
            do {
                if file.isBorrowed {
                    try file.checkGeneration(database)
                    try database.inSavepoint {
                        result = try work(access)
                        return .commit
                    }
                } else {
                    try file.checkGeneration(database)
                    try file.beginHistory(database, author: author, context: context)
                    result = try work(access)
                    try file.endHistory(database)
                    try database.commit()
                }
            } catch {
                // The first error is the one to report; SQLite may have rolled back by itself.
                if !file.isBorrowed, database.isInsideTransaction { try? database.rollback() }
                result.map(undo)
                throw error
            }
            // Whatever contexts have read before is compared with the rows when they save.
            _ = changes.noteSave()
            guard let result else { throw ModelError.containerClosed }
            return result
        }
    }
}
