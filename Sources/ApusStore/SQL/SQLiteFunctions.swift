package import ApusSchema
import Foundation
package import GRDB

/// The functions and collations of the expression language that SQLite does not have.
///
/// Every connection of Apus has them. SQLite's own functions support only ASCII letters, and neither decimals nor
/// 32-bit floats. If triggers call these functions, other programs can read the store, but writes that would fire the
/// triggers fail, so that no derived value becomes stale.
package enum SQLiteFunctions {
    /// The collation that orders decimals by value, although a store keeps them as text.
    static let decimalOrder = "apus_decimal"

    /// The collation that orders text as users expect it.
    static let localizedOrder = "apus_localized"

    private static let compare = "apus_compare"
    /// The function that reads bytes from Base64.
    static let bytes = "apus_bytes"
    /// The function that makes a number of its bits, which are passed as an integer.
    static let real = "apus_bits"
    static let gather = "apus_gather"

    // MARK: - As SQL

    /// The name of a function of a row's values. It is stored in triggers, so it must not change.
    static func name(of function: ExpressionFunction, isDecimal: Bool) -> String {
        "apus_\(isDecimal ? "decimal_" : "")\(function.isGathering ? "list_" : "")\(function)"
    }

    /// A comparison of texts. They are passed as bytes, because GRDB reads text only up to the first NUL.
    static func comparison(_ comparison: TextComparison, _ one: SQLStatement, _ other: SQLStatement) -> SQLStatement {
        "\(compare)(\(comparison.code), CAST(\(one) AS BLOB), CAST(\(other) AS BLOB))"
    }

    /// A call of an aggregate function that SQLite does not have.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - value: The value of each row.
    ///   - type: The type of the values.
    /// - Returns: The call.
    package static func gathering(_ function: ExpressionFunction, of value: String, _ type: ScalarType?) -> String {
        let result = "\(gather)(\(SQLText.quoted(function.rawValue)), \(type == .decimal ? 1 : 0), \(value))"
        return function.resultType(of: type)?.storage == .text ? "CAST(\(result) AS TEXT)" : result
    }

    /// An aggregate of the values of a migration's rows. A sum of no values is 0, and one of decimals is exact, or a text
    /// that no decimal attribute takes.
    static func gathering(_ function: ExpressionFunction, of value: String, as type: ScalarType) -> String {
        switch function {
        // SQLite compares texts as a whole; GRDB reads them up to the first NUL.
        case .minimum where type == .string: return "min(\(value) COLLATE BINARY)"
        case .maximum where type == .string: return "max(\(value) COLLATE BINARY)"
        default: break
        }
        let isExact = function == .sum && type == .decimal
        let code = isExact ? exactDecimals : type == .decimal ? 1 : 0
        let call = "\(gather)(\(SQLText.quoted(function.rawValue)), \(code), \(value))"
        guard function == .sum else { return call }
        // An aggregate of no rows has no function yet.
        switch type {
        case .decimal: return "COALESCE(\(call), '0')"
        // Null is the sum of infinite numbers of both signs.
        case .double, .float: return "CASE count(*) WHEN 0 THEN 0.0 ELSE CAST(\(call) AS REAL) END"
        default: return "COALESCE(\(call), 0)"
        }
    }

    /// What the second argument of the aggregate function is for a sum of decimals that must be exact.
    fileprivate static let exactDecimals = 2

    /// The sum of decimals, in canonical form; null if there are none.
    static func sum(ofDecimals decimal: String) -> String { "CAST(apus_sum(\(decimal)) AS TEXT)" }

    /// A number rounded to the nearest `float`; null for null.
    package static func float(of number: String) -> String { "apus_float(\(number))" }

    // MARK: - For a connection

    /// Adds the functions and collations to a connection.
    package static func add(to db: Database) {
        for (name, order) in [(decimalOrder, StoredOrder.decimal), (localizedOrder, .localizedStandard)] {
            db.add(collation: DatabaseCollation(name) { order.order(.text($0), .text($1)) })
        }
        let texts = TextBytes(db)
        for function in ExpressionFunction.allCases where !function.canFail {
            for isDecimal in [false, true] {
                db.add(
                    function: DatabaseFunction(name(of: function, isDecimal: isDecimal), pure: true) { values in
                        let arguments: [StoredValue] = values.enumerated().map { index, value in
                            function.takesText(at: index)
                                ? StoredValue(Data.fromDatabaseValue(value).map(texts.text))
                                : StoredValue.fromDatabaseValue(value) ?? .null
                        }
                        return texts.result(function.value(of: arguments, isDecimal: isDecimal))
                    }
                )
            }
        }
        db.add(
            function: DatabaseFunction(compare, argumentCount: 3, pure: true) { values in
                guard let code = Int64.fromDatabaseValue(values[0]), let comparison = TextComparison(code: code) else {
                    return false
                }
                guard let one = Data.fromDatabaseValue(values[1]), let other = Data.fromDatabaseValue(values[2]) else {
                    return comparison.operator == .equalTo && values[1].isNull && values[2].isNull
                }
                return comparison.holds(texts.text(one), texts.text(other))
            }
        )
        db.add(
            function: DatabaseFunction(bytes, argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).flatMap { Data(base64Encoded: $0) }
            }
        )
        db.add(
            function: DatabaseFunction(real, argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { Double(bitPattern: UInt64(bitPattern: $0)) }
            }
        )
        db.add(
            function: DatabaseFunction("apus_float", argumentCount: 1, pure: true) { values in
                Double.fromDatabaseValue(values[0]).map { Double(Float($0)) }
            }
        )
        db.add(function: DatabaseFunction("apus_sum", argumentCount: 1, pure: true, aggregate: DecimalSum.self))
        db.add(function: DatabaseFunction(gather, argumentCount: 3, pure: true, aggregate: Gathering.self))
    }
}

/// An aggregate function of the expression language.
private struct Gathering: DatabaseAggregate {
    private var function: ExpressionFunction?
    private var isDecimal: Bool = false
    private var isExact: Bool = false
    private var values: [StoredValue] = []

    mutating func step(_ values: [DatabaseValue]) throws {
        if function == nil {
            function = String.fromDatabaseValue(values[0]).flatMap { ExpressionFunction(rawValue: $0) }
            isDecimal = values[1] == true.databaseValue
            isExact = values[1] == SQLiteFunctions.exactDecimals.databaseValue
        }
        self.values.append(StoredValue.fromDatabaseValue(values[2]) ?? .null)
    }

    func finalize() -> (any DatabaseValueConvertible)? {
        if isExact { return ExpressionFunction.exactSum(ofDecimals: values).databaseValue }
        return function.flatMap { $0.value(of: values, isDecimal: isDecimal).databaseValue }
    }
}

/// The aggregate function that sums decimals.
private struct DecimalSum: DatabaseAggregate {
    private var sum: Decimal?

    mutating func step(_ values: [DatabaseValue]) throws {
        guard let text = String.fromDatabaseValue(values[0]) else { return }
        guard let number = Decimal(canonicalText: text) else {
            throw DatabaseError(message: "apus: '\(text)' is not a decimal")
        }
        sum = (sum ?? 0) + number
    }

    func finalize() -> (any DatabaseValueConvertible)? { sum?.canonicalText }
}
