/// SQL with the values of its placeholders.
///
/// A string interpolation of statements is a statement, which contains their SQL and, in the same order, their
/// arguments. An interpolated string is SQL, not a value.
public struct SQLStatement: Hashable, Sendable {
    /// The SQL, with a `?` for each argument.
    public let sql: String

    /// The values of the placeholders, in order.
    public let arguments: [StoredValue]

    /// Creates a statement.
    public init(_ sql: String, _ arguments: [StoredValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }
}

extension SQLStatement: ExpressibleByStringInterpolation {
    /// The statement while it is built.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql: String = ""
        fileprivate var arguments: [StoredValue] = []

        /// Creates an empty statement.
        public init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

        /// Adds SQL.
        public mutating func appendLiteral(_ literal: String) { sql += literal }

        /// Adds SQL.
        public mutating func appendInterpolation(_ sql: String) { self.sql += sql }

        /// Adds a number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) { sql += String(number) }

        /// Adds a statement with its arguments.
        public mutating func appendInterpolation(_ statement: SQLStatement) {
            sql += statement.sql
            arguments += statement.arguments
        }
    }

    /// Creates a statement without arguments.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a statement from the statements in a literal.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.sql, stringInterpolation.arguments)
    }
}

extension [SQLStatement] {
    /// Returns the concatenation of the statements with a separator between them.
    package func joined(separator: String) -> SQLStatement {
        SQLStatement(map(\.sql).joined(separator: separator), flatMap(\.arguments))
    }
}
