import ApusSchema
import ApusStore
import Foundation
import GRDB

/// The functions of predicates in SQL: SQLite's own where it has them, else those that objects in memory are asked with.
enum QueryFunctions {
    /// The collation that orders decimals, which a store keeps as texts, as numbers.
    static let decimalOrder = "apus_decimal"

    /// The collation that orders texts as people do.
    static let localizedOrder = "apus_localized"

    private static let compare = "apus_compare"
    private static let call = "apus_call"
    private static let gather = "apus_gather"

    // MARK: - As SQL

    static func sql(_ comparison: TextComparison, _ one: String, _ other: String) -> String {
        // Texts travel as bytes, since GRDB reads one up to its first NUL.
        "\(compare)(\(comparison.code), CAST(\(one) AS BLOB), CAST(\(other) AS BLOB))"
    }

    static func sql(_ function: PredicateFunction, of values: [String], _ type: ScalarType?) -> String {
        let isDecimal: Bool = type == .decimal
        if !isDecimal, let sign = signs[function], values.count == 2 { return "(\(values[0]) \(sign) \(values[1]))" }
        if !isDecimal, function == .negate { return "(-\(values[0]))" }
        let values: [String] = function.takesTexts ? values.map { "CAST(\($0) AS BLOB)" } : values
        let all: [String] = [SQLText.quoted(function.rawValue), isDecimal ? "1" : "0"] + values
        let result = "\(call)(\(all.joined(separator: ", ")))"
        return type?.storage == .text ? "CAST(\(result) AS TEXT)" : result
    }

    static func sql(_ aggregate: QueryAggregate, of value: String, _ type: ScalarType?) -> String {
        let isDecimal: Bool = type == .decimal
        // Sums of small integers are exact in whatever order they are made, and never too large.
        let isExact: Bool = type == .int16 || type == .int32 || type == .bool
        switch aggregate {
        case .count: return "count(*)"
        case .sum where isExact: return "ifnull(sum(\(value)), 0)"
        case .sum: return "ifnull(\(gathered(.sum, value, type)), \(isDecimal ? "'0'" : "0"))"
        case .average: return isExact ? "avg(\(value))" : gathered(.average, value, type)
        case .minimum: return isDecimal ? gathered(.minimum, value, type) : "min(\(value))"
        case .maximum: return isDecimal ? gathered(.maximum, value, type) : "max(\(value))"
        case .gathered(let function): return gathered(function, value, type)
        }
    }

    private static func gathered(_ function: PredicateFunction, _ value: String, _ type: ScalarType?) -> String {
        let result = "\(gather)(\(SQLText.quoted(function.rawValue)), \(type == .decimal ? 1 : 0), \(value))"
        return function.resultType(of: type)?.storage == .text ? "CAST(\(result) AS TEXT)" : result
    }

    private static let signs: [PredicateFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/",
    ]

    // MARK: - For a connection

    /// Makes the functions known to a connection.
    static func add(to database: Database) {
        for (name, order) in [(decimalOrder, StoredOrder.decimal), (localizedOrder, .localizedStandard)] {
            database.add(collation: DatabaseCollation(name) { order.order(.text($0), .text($1)) })
        }
        database.add(
            function: DatabaseFunction(compare, argumentCount: 3, pure: true) { values in
                guard let code = Int64.fromDatabaseValue(values[0]), let comparison = TextComparison(code: code) else {
                    return false
                }
                guard let one = text(values[1]), let other = text(values[2]) else {
                    return comparison.operator == .equalTo && values[1].isNull && values[2].isNull
                }
                return comparison.holds(one, other)
            }
        )
        database.add(
            function: DatabaseFunction(call, pure: true) { values in
                guard let function = function(values) else { return nil }
                let isDecimal: Bool = values[1] == true.databaseValue
                let arguments: [StoredValue] = values.dropFirst(2).map { value in
                    function.takesTexts ? text(value).map { .text($0) } ?? .null : stored(value)
                }
                return databaseValue(function.value(of: arguments, isDecimal: isDecimal))
            }
        )
        database.add(function: DatabaseFunction(gather, argumentCount: 3, pure: true, aggregate: Gathering.self))
    }

    fileprivate static func function(_ values: [DatabaseValue]) -> PredicateFunction? {
        String.fromDatabaseValue(values[0]).flatMap { PredicateFunction(rawValue: $0) }
    }

    private static func text(_ value: DatabaseValue) -> String? {
        Data.fromDatabaseValue(value).map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate static func stored(_ value: DatabaseValue) -> StoredValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(data)
        }
    }

    fileprivate static func databaseValue(_ value: StoredValue) -> (any DatabaseValueConvertible)? {
        switch value {
        case .null: nil
        case .integer(let number): number
        case .real(let number): number
        // No bytes at all would be null.
        case .text(let text): text.isEmpty ? "" : Data(text.utf8)
        case .blob(let data): data
        }
    }
}

/// What one value is made of many, as SQLite's aggregate.
private struct Gathering: DatabaseAggregate {
    private var function: PredicateFunction?
    private var isDecimal: Bool = false
    private var values: [StoredValue] = []

    mutating func step(_ values: [DatabaseValue]) throws {
        if function == nil {
            function = QueryFunctions.function(values)
            isDecimal = values[1] == true.databaseValue
        }
        self.values.append(QueryFunctions.stored(values[2]))
    }

    func finalize() -> (any DatabaseValueConvertible)? {
        function.flatMap { QueryFunctions.databaseValue($0.value(of: values, isDecimal: isDecimal)) }
    }
}
