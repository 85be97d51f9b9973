/// SQL with the values of its placeholders.
///
/// A string interpolation of statements is a statement, which contains their SQL and, in the same order, their
/// arguments. An interpolated string is SQL, not a value.
package struct SQLStatement: Hashable, Sendable {
    /// The SQL, with a `?` for each argument.
    package let sql: String

    /// The values of the placeholders, in order.
    package let arguments: [StoredValue]

    /// Creates a statement.
    package init(_ sql: String, _ arguments: [StoredValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Whether two statements are equal to the byte: a value in the SQL keeps the Unicode form that Swift's `==` ignores.
    package static func == (lhs: SQLStatement, rhs: SQLStatement) -> Bool {
        lhs.sql.utf8.elementsEqual(rhs.sql.utf8) && lhs.arguments == rhs.arguments
    }
}

extension SQLStatement: ExpressibleByStringInterpolation {
    /// The statement while it is built.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql: String = ""
        fileprivate var arguments: [StoredValue] = []

        /// Creates an empty statement.
        package init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

        /// Adds SQL.
        package mutating func appendLiteral(_ literal: String) { sql += literal }

        /// Adds SQL.
        package mutating func appendInterpolation(_ sql: String) { self.sql += sql }

        /// Adds a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) { sql += String(number) }

        /// Adds a statement with its arguments.
        package mutating func appendInterpolation(_ statement: SQLStatement) {
            sql += statement.sql
            arguments += statement.arguments
        }
    }

    /// Creates a statement without arguments.
    package init(stringLiteral value: String) { self.init(value) }

    /// Creates a statement from the statements in a literal.
    package init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.sql, stringInterpolation.arguments)
    }
}

extension [SQLStatement] {
    /// Returns the concatenation of the statements with a separator between them.
    package func joined(separator: String) -> SQLStatement {
        SQLStatement(map(\.sql).joined(separator: separator), flatMap(\.arguments))
    }
}
