import ApusSchema

extension RowExpression {
    /// The value as SQL.
    ///
    /// - Parameter row: The row's name in the statement; `nil` in an index, where no name may stand.
    /// - Returns: The text.
    func sql(of row: String? = nil) -> String {
        switch self {
        case .column(let name): row.map { SQLText.column(name, of: $0) } ?? SQLText.name(name)
        case .constant(let value): SQLText.constant(value)
        case .call(.real, let operands):
            "CAST(\(operands.map { $0.sql(of: row) }.joined()) AS REAL)"
        case .call(let function, let operands):
            "\(function.rawValue)(\(operands.map { $0.sql(of: row) }.joined(separator: ", ")))"
        case .arithmetic(let one, let operation, let other):
            "(\(one.sql(of: row)) \(operation.rawValue) \(other.sql(of: row)))"
        case .negation(let operand): "(- \(operand.sql(of: row)))"
        case .conditional(let condition, let one, let other):
            "(CASE WHEN \(condition.sql(of: row)) THEN \(one.sql(of: row)) ELSE \(other.sql(of: row)) END)"
        }
    }
}

extension RowCondition {
    /// The condition as SQL that never gives null where two values are equal or not.
    ///
    /// - Parameter row: The row's name in the statement; `nil` in an index, where no name may stand.
    /// - Returns: The text.
    func sql(of row: String? = nil) -> String {
        switch self {
        case .constant(let holds): return holds ? "1" : "0"
        case .and(let operands): return Self.list(operands, " AND ", row)
        case .or(let operands): return Self.list(operands, " OR ", row)
        case .not(let operand): return "(\(operand.sql(of: row))) IS NOT TRUE"
        case .comparison(let one, let comparison, let other):
            return "\(one.sql(of: row)) \(comparison.sql(with: other)) \(other.sql(of: row))"
        case .isOne(let value, let others):
            return "\(value.sql(of: row)) IN (\(others.map { $0.sql(of: row) }.joined(separator: ", ")))"
        case .between(let value, let lowest, let greatest):
            return "\(value.sql(of: row)) BETWEEN \(lowest.sql(of: row)) AND \(greatest.sql(of: row))"
        case .text(let text, let place, let part):
            let (text, part) = (text.sql(of: row), part.sql(of: row))
            switch place {
            case .anywhere: return "instr(\(text), \(part)) > 0"
            case .beginning: return "substr(\(text), 1, length(\(part))) = \(part)"
            case .end: return "substr(\(text), -length(\(part)), length(\(part))) = \(part)"
            }
        }
    }

    private static func list(_ operands: [RowCondition], _ separator: String, _ row: String?) -> String {
        operands.map { "(\($0.sql(of: row)))" }.joined(separator: separator)
    }
}

extension RowCondition.Operator {
    /// The operator before a value. `=` is what SQLite's planner looks for, and as good as `IS` before a value that
    /// there is.
    fileprivate func sql(with other: RowExpression) -> String {
        switch self {
        case .equal:
            if case .constant(let value) = other, value != .null { "=" } else { "IS" }
        case .notEqual: "IS NOT"
        case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
        }
    }
}

extension Table {
    /// The condition that a row is of one of some kinds and fulfils a predicate; `nil` where every row does.
    func condition(_ kinds: [String]?, _ predicate: RowCondition? = nil, of row: String? = nil) -> String? {
        var parts: [String] = []
        if let kinds, let entity {
            let name: String = row.map { SQLText.column(entity.name, of: $0) } ?? SQLText.name(entity.name)
            // One name is found without a list that each statement would make anew.
            parts.append(
                kinds.count == 1
                    ? "\(name) = \(SQLText.quoted(kinds[0]))"
                    : "\(name) IN (\(kinds.map(SQLText.quoted).joined(separator: ", ")))"
            )
        }
        if let predicate { parts.append("(\(predicate.sql(of: row)))") }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }
}
