import ApusMigration
import ApusSchema
import Foundation

extension ExpressionGraph {
    /// An expression as SQL over a row called `source`.
    ///
    /// - Parameters:
    ///   - id: The expression.
    ///   - columnName: Gives the present name of a column of the row.
    /// - Returns: The text, and what it binds.
    func sql(_ id: ID, columnName: (String) -> String) -> SQLStatement {
        switch self[id].expression {
        case .column(let name):
            // Qualified always, so that no other table's column of that name can be meant.
            return SQLStatement("source.\(SQLText.name(columnName(name)))")
        case .literal(let value):
            return SQLText.literal(value).map { SQLStatement($0) } ?? Self.computed(value)
        case .widened(let inner, _, let type):
            let value: SQLStatement = sql(inner, columnName: columnName)
            return SQLStatement("CAST(\(value.sql) AS \(type.storage.rawValue))", value.arguments)
        case .coalesced(let first, let second):
            let one: SQLStatement = sql(first, columnName: columnName)
            let two: SQLStatement = sql(second, columnName: columnName)
            return SQLStatement("COALESCE(\(one.sql), \(two.sql))", one.arguments + two.arguments)
        }
    }

    /// An expression for a value that no literal says.
    private static func computed(_ value: StoredValue) -> SQLStatement {
        // Bound as text, it would end at the first NUL.
        if case .text(let text) = value, let bytes = SQLText.literal(.blob(Data(text.utf8))) {
            return SQLStatement("CAST(\(bytes) AS TEXT)")
        }
        return SQLStatement("?", [value])
    }
}
