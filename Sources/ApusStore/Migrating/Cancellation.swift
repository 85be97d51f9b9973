import GRDB
import GRDBSQLite

extension Database {
    /// Does something that fails with `SQLITE_INTERRUPT` soon after it is cancelled, also in the middle of a statement.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked every few milliseconds.
    ///   - work: What is done.
    /// - Returns: What the work gives.
    /// - Throws: What the work throws.
    func stopping<Result>(when isCancelled: @escaping () -> Bool, _ work: () throws -> Result) throws -> Result {
        let question = Unmanaged.passRetained(Question(isCancelled))
        defer { question.release() }
        sqlite3_progress_handler(
            sqliteConnection,
            Self.instructionsPerQuestion,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
            },
            question.toOpaque()
        )
        defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
        return try work()
    }

    /// After how many instructions of SQLite's machine it is asked: enough of them that the asking costs nothing.
    private static let instructionsPerQuestion: Int32 = 100_000

    /// A closure as an object, which C can hold.
    private final class Question {
        let isCancelled: () -> Bool

        init(_ isCancelled: @escaping () -> Bool) {
            self.isCancelled = isCancelled
        }
    }
}
