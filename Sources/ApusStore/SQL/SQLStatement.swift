public import ApusSchema

/// SQL text with the values of its placeholders.
public struct SQLStatement: Hashable, Sendable {
    /// The text, with a `?` for each argument.
    public let sql: String

    /// The values of the placeholders, in order.
    public let arguments: [StoredValue]

    /// Creates a statement.
    public init(_ sql: String, _ arguments: [StoredValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }
}
