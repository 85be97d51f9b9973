import ApusDiagnostics
package import ApusSchema
import Foundation

/// SQLite's dialect of SQL.
///
/// It uses SQLite's own operators and functions if their results are those of the expression language for every value,
/// and otherwise functions that only connections of Apus have.
package struct SQLiteDialect: SQLDialect {
    /// The dialect for indexes, which every program that opens a store must be able to compute.
    package static let portable = SQLiteDialect(hasFunctions: false)

    /// The dialect for statements that Apus executes.
    package static let full = SQLiteDialect(hasFunctions: true)

    /// The dialect for triggers that need Apus' functions. Stores have their texts, so it writes every expression as it always has.
    static let trigger = SQLiteDialect(hasFunctions: true, isForTriggers: true)

    /// Whether Apus' functions can be called.
    private let hasFunctions: Bool
    private let isForTriggers: Bool

    private init(hasFunctions: Bool, isForTriggers: Bool = false) {
        (self.hasFunctions, self.isForTriggers) = (hasFunctions, isForTriggers)
    }

    package func truth(_ holds: Bool) -> SQLStatement { holds ? "1" : "0" }

    package func equality(
        _ one: SQLStatement,
        _ other: SQLStatement,
        isPresent: Bool,
        isNegated: Bool
    ) -> SQLStatement {
        if isNegated { return "\(one) IS NOT \(other)" }
        // SQLite's planner looks for `=`, which can replace `IS` if one of the values is not null.
        return isPresent ? "\(one) = \(other)" : "\(one) IS \(other)"
    }

    package func collation(_ order: StoredOrder) -> String {
        switch order {
        case .usual: ""
        case .decimal: " COLLATE \(SQLiteFunctions.decimalOrder)"
        case .localizedStandard: " COLLATE \(SQLiteFunctions.localizedOrder)"
        }
    }

    package func call(
        _ function: ExpressionFunction,
        _ arguments: [SQLStatement],
        as type: ScalarType?
    ) -> SQLStatement? {
        let isDecimal = type == .decimal
        // SQL would stop at a failure even if it must become null.
        if function.canFail { return nil }
        if function == .concatenate { return "(\(arguments.joined(separator: " || ")))" }
        if function == .nullIf { return "NULLIF(\(arguments.joined(separator: ", ")))" }
        if !isDecimal {
            if let sign = Self.signs[function], arguments.count == 2 {
                return "(\(arguments[0]) \(sign) \(arguments[1]))"
            }
            if function == .negate { return "(- \(arguments[0]))" }
        }
        guard hasFunctions else {
            return switch function {
            // SQLite's `abs` fails for the least integer, whose absolute value no integer is.
            case .absolute where type?.storage == .integer: "abs(NULLIF(\(arguments[0]), \(Int64.min)))"
            case .absolute: "abs(\(arguments[0]))"
            case .real: "CAST(\(arguments[0]) AS REAL)"
            default: nil
            }
        }
        // Text is passed as bytes, because GRDB reads text only up to the first NUL.
        let values: [SQLStatement] = arguments.enumerated().map { index, argument in
            function.takesText(at: index) ? "CAST(\(argument) AS BLOB)" : argument
        }
        let name = SQLiteFunctions.name(of: function, isDecimal: isDecimal)
        let result: SQLStatement = "\(name)(\(values.joined(separator: ", ")))"
        return type?.storage == .text ? "CAST(\(result) AS TEXT)" : result
    }

    private static let signs: [ExpressionFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/",
    ]

    package func converted(_ value: SQLStatement, _ conversion: Conversion) -> SQLStatement? {
        conversion.castType.map { "CAST(\(value) AS \($0.rawValue))" }
    }

    package func text(
        _ one: SQLStatement,
        _ comparison: TextComparison,
        _ other: SQLStatement,
        range: (from: SQLStatement, to: SQLStatement?)?
    ) -> SQLStatement? {
        if comparison.isByteWise {
            switch comparison.operator {
            case .contains: return "instr(\(one), \(other)) > 0"
            case .beginsWith where !hasFunctions: return "substr(\(one), 1, length(\(other))) = \(other)"
            case .beginsWith:
                // A range, because it can use an index.
                guard let range else { break }
                guard let end = range.to else { return "\(one) >= \(range.from)" }
                return "(\(one) >= \(range.from) AND \(one) < \(end))"
            case .endsWith where !hasFunctions:
                return "substr(\(one), -length(\(other)), length(\(other))) = \(other)"
            default: break
            }
        }
        return hasFunctions ? SQLiteFunctions.comparison(comparison, one, other) : nil
    }

    package func list(_ values: [StoredValue], constant: (StoredValue) -> SQLStatement) -> SQLStatement? {
        // SQLite limits the number of parameters, so a long list is passed as one parameter per way to write values in JSON.
        guard hasFunctions, values.count > 100 else { return nil }
        if isForTriggers { return Self.listInTrigger(values, constant: constant) }
        var (numbers, texts, wholeTexts, blobs, reals): ([String], [String], [String], [String], [String])
        (numbers, texts, wholeTexts, blobs, reals) = ([], [], [], [], [])
        for value in values {
            switch value {
            case .integer(let number): numbers.append(String(number))
            // In SQLite's JSON, a text ends at the first NUL.
            case .text(let text) where text.utf8.contains(0): wholeTexts.append(Data(text.utf8).base64EncodedString())
            case .text(let text): texts.append(text)
            // JSON has no bytes, and SQLite reads no Base64.
            case .blob(let bytes): blobs.append(bytes.base64EncodedString())
            // Not every SQLite reads each number as the nearest one.
            case .real(let number): reals.append(String(Int64(bitPattern: number.bitPattern)))
            case .null: return nil
            }
        }
        func select(_ column: String, _ elements: [String]) -> SQLStatement? {
            if elements.isEmpty { return nil }
            return "SELECT \(column) FROM json_each(\(constant(.text("[\(elements.joined(separator: ","))]"))))"
        }
        let parts = [
            select("value", numbers),
            select("value", texts.map { $0.jsonQuoted }),
            select("CAST(\(SQLiteFunctions.bytes)(value) AS TEXT)", wholeTexts.map { $0.jsonQuoted }),
            select("\(SQLiteFunctions.bytes)(value)", blobs.map { $0.jsonQuoted }),
            select("\(SQLiteFunctions.real)(value)", reals),
        ]
        return parts.compactMap { $0 }.joined(separator: " UNION ALL ")
    }

    /// A long list of values of one type in a trigger, whose text must not change. Other lists have their values one by one.
    private static func listInTrigger(
        _ values: [StoredValue],
        constant: (StoredValue) -> SQLStatement
    ) -> SQLStatement? {
        var (numbers, texts, blobs): ([String], [String], [String]) = ([], [], [])
        for value in values {
            switch value {
            case .integer(let number): numbers.append(String(number))
            // In SQLite's JSON, a text ends at the first NUL.
            case .text(let text) where !text.utf8.contains(0): texts.append(text)
            case .blob(let bytes): blobs.append(bytes.base64EncodedString())
            case .text, .real, .null: return nil
            }
        }
        guard [numbers, texts, blobs].count(where: { !$0.isEmpty }) == 1 else { return nil }
        if !blobs.isEmpty {
            let json = "[\(blobs.map { "\"\($0)\"" }.joined(separator: ","))]"
            return "SELECT \(SQLiteFunctions.bytes)(value) FROM json_each(\(constant(.text(json))))"
        }
        if texts.isEmpty {
            return "SELECT value FROM json_each(\(constant(.text("[\(numbers.joined(separator: ","))]"))))"
        }
        // Its escapes, such as that of a slash, are part of the text.
        let json = (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) }
        return json.map { "SELECT value FROM json_each(\(constant(.text($0))))" }
    }
}

extension SQLDialect {
    /// An expression as SQL with its constants in the text.
    package func sql<Leaf>(_ expression: TypedExpression<Leaf>, leaf: (Leaf) -> String) -> String {
        sql(expression, constant: { SQLStatement(SQLText.constant($0)) }, leaf: { SQLStatement(leaf($0)) }).sql
    }

    /// A condition as SQL with its constants in the text.
    package func sql<Leaf>(of condition: TypedCondition<Leaf>, leaf: (Leaf) -> String) -> String {
        sql(of: condition, constant: { SQLStatement(SQLText.constant($0)) }, leaf: { SQLStatement(leaf($0)) }).sql
    }
}

extension Conversion {
    /// The target of an SQLite `CAST` with the same result as the conversion for every value of the type; `nil` if
    /// there is none.
    ///
    /// - Integer to text: SQLite formats it with `%lld`, which results in the same text as Swift's `String(_:)`.
    /// - Integer to real: SQLite uses C's cast to `double`, which is exact if the conversion is.
    /// - Text to bytes: SQLite returns the text's encoding, which is UTF-8 in every store that Apus created, because it
    ///   is fixed when the file is created.
    fileprivate var castType: StorageType? {
        guard method == .exact, isExact, !isLenient else { return nil }
        switch (from.storage, to.storage) {
        case (.integer, .text), (.integer, .real): return to.storage
        case (.text, .blob) where from == .string: return .blob
        default: return nil
        }
    }
}
