import ApusSchema
import Foundation
import GRDB

/// Tells which rows break a table's rules: in SQL where its functions can tell, value by value otherwise.
enum RuleChecks {
    /// The checks of a table's rules, in the rules' order.
    static func checks(of table: Table) -> [RowCheck] {
        table.rules.compactMap { check(of: $0, in: table) }
    }

    /// The check of one rule, over the table's rows or over others like them; `nil` where it cannot be checked.
    static func check(of rule: Table.Rule, in table: Table, over rows: SQLStatement? = nil) -> RowCheck? {
        guard let column = table.column(rule.column) else { return nil }
        let problem: String = rule.breach
        if let isBad = test(of: rule, column) {
            let value: String = SQLText.column(column.name, of: RowCheck.row)
            // What is kept in a file is not read.
            let isThere: String = column.isExternal ? "typeof(\(value)) = 'blob'" : "\(value) IS NOT NULL"
            let conditions: [String] = [isThere, table.condition(rule.kinds, of: RowCheck.row)].compactMap { $0 }
            return RowCheck(
                table,
                column.name,
                problem,
                where: conditions.joined(separator: " AND "),
                of: rows,
                isBad: isBad
            )
        }
        return RuleSQL(rule: rule, table: table).broken(by: RowCheck.row).map {
            RowCheck(table, column.name, problem, where: $0, of: rows)
        }
    }

    /// Whether a value breaks a rule, where SQL cannot tell of all values; `nil` where it can.
    private static func test(of rule: Table.Rule, _ column: Column) -> ((DatabaseValue) -> Bool)? {
        switch rule.demand {
        case .type(.float):
            { number($0).map { Double(Float($0)) != $0 } ?? true }
        case .type(.decimal):
            { text($0).flatMap { Decimal(canonicalText: $0)?.canonicalText == $0 } != true }
        case .minimum(.decimal(let limit)):
            { text($0).flatMap { Decimal(canonicalText: $0) }.map { $0 < limit } ?? false }
        case .maximum(.decimal(let limit)):
            { text($0).flatMap { Decimal(canonicalText: $0) }.map { $0 > limit } ?? false }
        case .length(let length):
            { value in
                guard let count = text(value)?.count else { return false }
                return count < length.minimum ?? 0 || count > length.maximum ?? .max
            }
        case .pattern(let pattern):
            WholePattern(pattern).map { pattern in
                { value in
                    var patience: Int = Self.patience
                    // What cannot be told in time is not condemned.
                    return text(value).flatMap { pattern.matches($0, patience: &patience) } == false
                }
            } ?? { _ in false }
        default: nil
        }
    }

    /// How long a text is compared with a pattern.
    private static let patience: Int = 1000

    /// The text of a value; bytes are one in UTF-8.
    private static func text(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .string(let text): text
        case .blob(let data): String(decoding: data, as: UTF8.self)
        default: nil
        }
    }

    private static func number(_ value: DatabaseValue) -> Double? {
        switch value.storage {
        case .double(let number): number
        case .int64(let number): Double(number)
        default: nil
        }
    }
}
