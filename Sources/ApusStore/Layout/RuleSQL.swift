import ApusSchema
import Foundation

/// A rule as an SQL condition that uses only built-in functions.
struct RuleSQL {
    let rule: Table.Rule
    let table: Table

    /// The condition that a row violates the rule; `nil` if SQL cannot express it.
    ///
    /// Every row that fulfils it violates the rule. For lengths and decimals, it does not detect all violations.
    ///
    /// - Parameter row: The row's name in the statement.
    /// - Returns: The condition.
    func broken(by row: String) -> String? {
        guard let condition = breach(of: row) else { return nil }
        return table.condition(rule.entities, of: row).map { "\($0) AND (\(condition))" } ?? condition
    }

    /// The condition for rows of the rule's entities.
    func breach(of row: String) -> String? {
        guard let column = table.column(rule.column), column.seal == nil || rule.constraint.isAboutStorage else {
            return nil
        }
        let value: String = SQLText.column(column.name, of: row)
        switch rule.constraint {
        case .type(let type): return breach(of: type, value)
        case .cases(_, let values): return "\(value) NOT IN (\(SQLText.constants(values)))"
        case .minimum(let limit): return breach(of: limit, column, value, "<")
        case .maximum(let limit): return breach(of: limit, column, value, ">")
        case .length(let length):
            guard column.isExternal else { return breach(of: length, value) }
            return breach(of: length, "CAST(\(value) AS TEXT)").map { "typeof(\(value)) = 'blob' AND (\($0))" }
        case .pattern: return nil
        case .present: return "\(value) IS NULL"
        case .presentIfAny(let names): return "\(value) IS NULL AND (\(Self.isAnyThere(names, of: row)))"
        case .absent: return "\(value) IS NOT NULL"
        case .concreteEntity:
            return "\(value) NOT IN (\(table.concreteEntities.map(SQLText.quoted).joined(separator: ", ")))"
        case .external: return "typeof(\(value)) NOT IN ('blob', 'text', 'null')"
        }
    }

    /// The condition that at least one of the columns is not null.
    static func isAnyThere(_ names: [String], of row: String) -> String {
        // In groups, because a long chain of `OR` is too deep for SQLite.
        stride(from: 0, to: names.count, by: 50).map { start in
            let some: [String] = names[start..<min(start + 50, names.count)].map { SQLText.column($0, of: row) }
            return some.count == 1
                ? "\(some[0]) IS NOT NULL" : "COALESCE(\(some.joined(separator: ", "))) IS NOT NULL"
        }
        .joined(separator: " OR ")
    }

    private func breach(of type: ScalarType, _ value: String) -> String? {
        switch type {
        case .int16, .int32:
            return type.integerRange.map { "\(value) NOT BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
        case .bool: return "\(value) NOT IN (0, 1)"
        case .uuid: return "length(\(value)) <> 16"
        case .date: return "abs(\(value)) = 9e999"
        case .float:
            let greatest: String = SQLText.constant(.real(Double(Float.greatestFiniteMagnitude)))
            return "abs(\(value)) > \(greatest) AND abs(\(value)) < 9e999"
        case .int64, .decimal, .double, .string, .data, .url: return nil
        }
    }

    private func breach(of limit: Value, _ column: Column, _ value: String, _ sign: String) -> String {
        guard column.type == .decimal, case .decimal(let number) = limit else {
            return "\(value) \(sign) \(SQLText.constant(limit.stored(as: column.type)))"
        }
        // SQL can read a decimal's text only as a double, so values close to the limit are not checked.
        let near: Double = NSDecimalNumber(decimal: number).doubleValue
        let margin: Double = near.magnitude * 1e-12
        let sure: Double = sign == "<" ? near - margin : near + margin
        return "CAST(\(value) AS REAL) \(sign) \(SQLText.constant(.real(sure)))"
    }

    /// The condition that a text is certainly too short or too long.
    ///
    /// SQLite's `length` counts scalars, and stops at a NUL. A text never has more characters than scalars, so one with
    /// too few scalars is too short. An ASCII text has as many characters as scalars, unless it contains CR LF.
    private func breach(of length: Length, _ value: String) -> String? {
        var parts: [String] = []
        if let minimum = length.minimum, minimum > 0 {
            parts.append("length(\(value)) < \(minimum) AND instr(\(value), char(0)) = 0")
        }
        if let maximum = length.maximum {
            parts.append(
                "length(\(value)) > \(maximum) AND length(CAST(\(value) AS BLOB)) = length(\(value)) "
                    + "AND instr(\(value), char(13, 10)) = 0"
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: " OR ")
    }
}

extension Value {
    /// The value as a column of a type stores it: a model may give the limit of a real number as an integer.
    fileprivate func stored(as type: ScalarType) -> StoredValue {
        switch (stored, type.storage) {
        case (.integer(let number), .real): .real(Double(number))
        default: stored
        }
    }
}

extension Table.Rule.Constraint {
    /// Whether the requirement is about whether there is a value, which is seen of an encrypted one, too.
    var isAboutStorage: Bool {
        switch self {
        case .present, .presentIfAny, .absent, .external: true
        case .type, .cases, .minimum, .maximum, .length, .pattern, .concreteEntity: false
        }
    }
}
