import GRDB
import GRDBSQLite

extension Database {
    /// Runs a closure while SQLite accepts strings in double quotes, as its shell does: an unknown name is a string
    /// then.
    ///
    /// Use it only for statements that make SQLite parse views, triggers and indexes that were added by hand. In Apus'
    /// own statements, an unknown name must be an error.
    func acceptingStringsInDoubleQuotes<Result>(_ work: () throws -> Result) rethrows -> Result {
        guard let connection = sqliteConnection else { return try work() }
        _enableDoubleQuotedStringLiterals(connection)
        defer { _disableDoubleQuotedStringLiterals(connection) }
        return try work()
    }
}
