import ApusExpressions
import Foundation

/// PostgreSQL's SQL, for tests: it shows that nothing above a dialect assumes SQLite.
///
/// - Equality that null takes part in is `IS NOT DISTINCT FROM`, and truth values are not numbers.
/// - A quotient by zero is an error there, so it is asked for with `NULLIF`.
/// - Texts are compared byte by byte with `COLLATE "C"`, and `strpos` and `starts_with` find one in another.
struct PostgreSQLDialect: SQLDialect {
    func truth(_ holds: Bool) -> SQLStatement { holds ? "TRUE" : "FALSE" }

    func equality(_ one: SQLStatement, _ other: SQLStatement, isPresent: Bool, isNegated: Bool) -> SQLStatement {
        if isNegated { return "\(one) IS DISTINCT FROM \(other)" }
        return isPresent ? "\(one) = \(other)" : "\(one) IS NOT DISTINCT FROM \(other)"
    }

    func collation(_ order: StoredOrder) -> String {
        switch order {
        case .usual: ""
        case .decimal: "::numeric"
        case .localizedStandard: " COLLATE \"und-x-icu\""
        }
    }

    func call(_ function: ExpressionFunction, _ arguments: [SQLStatement], as type: ScalarType?) -> SQLStatement? {
        switch function {
        case .add: "(\(arguments[0]) + \(arguments[1]))"
        case .subtract: "(\(arguments[0]) - \(arguments[1]))"
        case .multiply: "(\(arguments[0]) * \(arguments[1]))"
        case .divide: "(\(arguments[0]) / NULLIF(\(arguments[1]), 0))"
        case .negate: "(- \(arguments[0]))"
        case .absolute: "abs(\(arguments[0]))"
        case .real: "(\(arguments[0]))::double precision"
        case .uppercase: "upper(\(arguments[0]))"
        case .lowercase: "lower(\(arguments[0]))"
        default: nil
        }
    }

    func converted(_ value: SQLStatement, _ conversion: Conversion) -> SQLStatement? {
        guard conversion.isExact, conversion.from.integerRange != nil else { return nil }
        switch conversion.to {
        case .string: return "(\(value))::text"
        case .int32: return "(\(value))::integer"
        case .int64: return "(\(value))::bigint"
        default: return nil
        }
    }

    func text(
        _ one: SQLStatement,
        _ comparison: TextComparison,
        _ other: SQLStatement,
        range: (from: SQLStatement, to: SQLStatement?)?
    ) -> SQLStatement? {
        guard comparison.isByteWise else { return nil }
        switch comparison.operator {
        case .contains: return "strpos(\(one), \(other)) > 0"
        case .beginsWith: return "starts_with(\(one), \(other))"
        case .endsWith: return "right(\(one), length(\(other))) = \(other)"
        default: return nil
        }
    }

    func list(_ values: [StoredValue], constant: (StoredValue) -> SQLStatement) -> SQLStatement? { nil }
}

extension PostgreSQLDialect {
    /// A condition on columns, with its constants in the text.
    func sql(of condition: RowCondition) -> String {
        sql(of: condition, constant: Self.literal, leaf: { "\"\($0)\"" }).sql
    }

    private static func literal(_ value: StoredValue) -> SQLStatement {
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): SQLStatement(number.description + "::double precision")
        case .text(let text): SQLStatement("'" + text.replacingOccurrences(of: "'", with: "''") + "'")
        case .blob(let bytes): SQLStatement("'\\x" + bytes.map { String(format: "%02x", $0) }.joined() + "'::bytea")
        }
    }
}
