import ApusSchema
import Foundation
import GRDB

/// Checks a table's rules: in SQL if its functions can express the rule, otherwise value by value.
enum RuleChecks {
    /// The checks of a table's rules, in the rules' order, and of the types that no rule requires because nothing but
    /// SQL by hand writes other texts.
    static func checks(of table: Table) -> [RowCheck] {
        let listed = Set(table.rules.filter(\.constraint.isList).map(\.column))
        let texts = table.columns.filter {
            [.string, .url].contains($0.type) && $0.seal == nil && !listed.contains($0.name)
        }
        return (table.rules + texts.map { Table.Rule($0.name, .type($0.type)) }).compactMap { check(of: $0, in: table) }
    }

    /// The check of a rule, over the table's rows or the result of a query; `nil` if it cannot be checked.
    static func check(of rule: Table.Rule, in table: Table, over rows: SQLStatement? = nil) -> RowCheck? {
        guard let column = table.column(rule.column) else { return nil }
        let problem = rule.breach
        if let isBad = test(of: rule, column) {
            let value = SQLText.column(column.name, of: RowCheck.row)
            // External files are not read.
            let isPresent = column.isExternal ? "typeof(\(value)) = 'blob'" : "\(value) IS NOT NULL"
            let conditions: [String] = [isPresent, table.condition(rule.entities, of: RowCheck.row)].compactMap { $0 }
            return RowCheck(
                table,
                column.name,
                problem,
                where: conditions.joined(separator: " AND "),
                of: rows,
                isBad: isBad
            )
        }
        return RuleSQL(rule: rule, table: table).broken(by: RowCheck.row).map { broken in
            let isKey = column.isKey && rule.constraint == .present
            return RowCheck(
                table,
                column.name,
                isKey ? "missing, although required" : problem,
                where: broken,
                of: rows,
                isIncomplete: isKey
            )
        }
    }

    /// The test whether a value violates a rule, if SQL cannot decide it for all values; otherwise `nil`.
    private static func test(of rule: Table.Rule, _ column: Column) -> ((StoredValue) -> Bool)? {
        if column.seal != nil { return nil }
        return switch rule.constraint {
        case .type(.float), .type(.decimal), .type(.string), .type(.url), .minimum(.decimal), .maximum(.decimal),
            .length, .pattern:
            rule.constraint.test
        default: nil
        }
    }
}

extension Table.Rule.Constraint {
    /// Whether the only valid values are listed.
    fileprivate var isList: Bool {
        switch self {
        case .cases, .concreteEntity: true
        default: false
        }
    }
}
