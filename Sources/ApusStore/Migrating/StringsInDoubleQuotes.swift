import GRDB
import GRDBSQLite

extension Database {
    /// Reads what others wrote as SQLite's shell does: a name in double quotes that nothing has is a string there.
    ///
    /// Only around statements that make SQLite read views, triggers and indexes that were added by hand. Of Apus' own
    /// statements a name that nothing has is an error, and never a string.
    func acceptingStringsInDoubleQuotes<Result>(_ work: () throws -> Result) rethrows -> Result {
        guard let connection = sqliteConnection else { return try work() }
        _enableDoubleQuotedStringLiterals(connection)
        defer { _disableDoubleQuotedStringLiterals(connection) }
        return try work()
    }
}
