import ApusDiagnostics
import ApusSchema
import Foundation

/// Names and values in SQLite's syntax.
package enum SQLText {
    /// A name in double quotes.
    package static func name(_ name: String) -> String { name.quoted(by: "\"", escapedAs: "\"\"") }

    /// Names in double quotes, separated by commas.
    package static func names(_ list: [String]) -> String {
        list.map(Self.name).joined(separator: ", ")
    }

    /// The condition that at least one of some conditions holds. A long chain of `OR` would be too deep for SQLite.
    static func any(_ conditions: [String]) -> String {
        guard conditions.count > 100 else { return conditions.joined(separator: " OR ") }
        return any(
            stride(from: 0, to: conditions.count, by: 100).map { start in
                "(\(conditions[start..<min(start + 100, conditions.count)].joined(separator: " OR ")))"
            }
        )
    }

    /// A literal that SQLite reads as exactly this value, also as a column's default; `nil` if there is none.
    ///
    /// SQLite does not guarantee to round decimal digits correctly, and a NUL ends a statement.
    static func literal(_ value: StoredValue) -> String? {
        switch value {
        case .null: return "NULL"
        case .integer(let number):
            // The digits of the smallest integer overflow before SQLite applies the minus sign.
            return number == .min ? nil : String(number)
        case .real(let number):
            if number == 0, number.sign == .minus { return "-0.0" }
            let isExact = number.magnitude < 9_007_199_254_740_992 && number.rounded() == number
            return isExact ? "\(Int64(number)).0" : nil
        case .text(let text):
            return text.utf8.contains(0) ? nil : quoted(text)
        case .blob(let data):
            return "x'" + data.map { String(format: "%02x", $0) }.joined() + "'"
        }
    }

    /// An expression for any value.
    static func expression(_ value: StoredValue) -> SQLStatement {
        if let text = literal(value) { return SQLStatement(text) }
        // Bound as text, it would end at the first NUL.
        if case .text(let text) = value, let bytes = literal(.blob(Data(text.utf8))) {
            return SQLStatement("CAST(\(bytes) AS TEXT)")
        }
        return SQLStatement("?", [value])
    }

    /// A text in single quotes, to be compared with a name.
    package static func quoted(_ text: String) -> String { text.quoted(by: "'", escapedAs: "''") }
}

extension SQLStatement {
    /// Whether a column is null. SQLite optimizes `IS NULL` away for a required column, but not a comparison with a parameter;
    /// `typeof` would be slower.
    static func isNull(_ column: String) -> SQLStatement { SQLStatement("\(SQLText.name(column)) IS ?", [.null]) }
}
