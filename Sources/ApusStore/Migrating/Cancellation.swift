import GRDB
import GRDBSQLite

extension Database {
    /// Runs a closure that can be cancelled, also in the middle of a statement.
    ///
    /// - Parameters:
    ///   - isCancelled: Called every few milliseconds.
    ///   - work: The closure.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error; `SQLITE_INTERRUPT` if it was cancelled.
    func stopping<Result>(when isCancelled: @escaping () -> Bool, _ work: () throws -> Result) throws -> Result {
        let handler = Unmanaged.passRetained(Handler(isCancelled))
        defer { handler.release() }
        sqlite3_progress_handler(
            sqliteConnection,
            Self.instructionsPerCall,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
            },
            handler.toOpaque()
        )
        defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
        return try work()
    }

    /// The number of virtual machine instructions between two calls: large enough that the calls cost nothing.
    private static let instructionsPerCall: Int32 = 100_000

    /// A closure as an object, for use as a C context pointer.
    private final class Handler {
        let isCancelled: () -> Bool

        init(_ isCancelled: @escaping () -> Bool) {
            self.isCancelled = isCancelled
        }
    }
}
