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
        case .type(.float), .type(.decimal), .minimum(.decimal), .maximum(.decimal), .length, .pattern:
            rule.demand.test.map { test in { test(StoredValue.fromDatabaseValue($0) ?? .null) } }
        default: nil
        }
    }
}
