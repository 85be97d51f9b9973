import ApusMigration
import ApusSchema
import GRDB

/// Checks what mappings assert, before a pass's first write: the newer objects are what the pass will write. If code in Swift runs after
/// it, they are what the code leaves, and checked then.
struct AssertionChecks {
    /// The values of aggregates; `nil` for one that cannot be computed exactly.
    typealias Values = [ProjectedAssertion.Aggregate: StoredValue?]

    private let pass: TablePass
    private let secrets: Secrets
    private var expressions: ExpressionSQL
    /// The values so far.
    private var values: Values
    /// Whether code makes the newer objects what they are, so that nothing is known of them yet.
    private let isBeforeCode: Bool
    /// Whether the pass is what follows code, so that expressions over older objects are not its own.
    private let isAfterCode: Bool

    /// - Parameters:
    ///   - pass: The pass.
    ///   - values: The generated values.
    ///   - known: The values of older objects, if the pass is what follows code; `nil` for any other one.
    init(_ pass: TablePass, _ values: GeneratedValues, knowing known: Values? = nil) {
        self.pass = pass
        self.values = known ?? [:]
        isBeforeCode = known == nil && pass.swift.flatMap(values.code.stage)?.runsAfter == true
        isAfterCode = known != nil
        secrets = values.secrets
        expressions = ExpressionSQL(pass, values, failing: .lenient, prefix: "apus_assert")
    }

    /// Checks the assertions of all stages.
    ///
    /// - Parameter db: The store before the pass, whose values can all be migrated.
    /// - Returns: Those that do not hold, in the order of the stages.
    /// - Throws: `DatabaseError`.
    mutating func failures(in db: Database) throws -> [FailedAssertion] {
        defer { expressions.discard(from: db) }
        var found: [FailedAssertion] = []
        for assertion in pass.projection.assertions {
            if isBeforeCode, !assertion.condition.leaves.allSatisfy(\.isOlder) { continue }
            var aggregates: [ProjectedAssertion.Aggregate] = []
            for aggregate in assertion.condition.leaves where !aggregates.contains(aggregate) {
                aggregates.append(aggregate)
                if values.index(forKey: aggregate) == nil {
                    values.updateValue(try value(of: aggregate, db), forKey: aggregate)
                }
            }
            let results = aggregates.map { values[$0] ?? nil }
            let isExact = !results.contains(nil)
            if isExact, try assertion.condition.holds(of: { (values[$0] ?? nil) ?? .null }) { continue }
            found.append(
                FailedAssertion(
                    from: assertion.from,
                    to: assertion.to,
                    line: assertion.line,
                    values: zip(aggregates, results).map { aggregate, result in
                        FailedAssertion.Value(
                            text: aggregate.text,
                            result: result.map { isSecret(aggregate) ? Secrets.text : $0.shown(as: aggregate.type) }
                        )
                    },
                    isAboutOlder: aggregates.allSatisfy(\.isOlder)
                )
            )
        }
        return found
    }

    /// Returns the values of older objects that assertions compare with newer ones.
    mutating func olderValues(in db: Database) throws -> Values {
        defer { expressions.discard(from: db) }
        for aggregate in pass.projection.assertions.flatMap(\.condition.leaves)
        where aggregate.isOlder && values.index(forKey: aggregate) == nil {
            values.updateValue(try value(of: aggregate, db), forKey: aggregate)
        }
        return values
    }

    /// Whether an aggregate is one of secret values, or may be.
    private func isSecret(_ aggregate: ProjectedAssertion.Aggregate) -> Bool {
        guard aggregate.function != nil, !secrets.isEmpty else { return false }
        return isAfterCode && aggregate.isOlder || secrets.areMentioned(in: aggregate.text)
            || aggregate.rows.contains { rows in
                guard let value = rows.value, let row = pass.row(of: rows.extent) else { return false }
                return secrets.areRead(by: value, over: row, in: pass)
            }
    }

    /// The value of an aggregate; `nil` if it cannot be computed exactly.
    private mutating func value(of aggregate: ProjectedAssertion.Aggregate, _ db: Database) throws -> StoredValue? {
        let queries = expressions.values(
            of: aggregate.rows.map { .init(extent: $0.extent, conditions: $0.conditions, value: $0.value) },
            as: "v"
        )
        try expressions.prepare(in: db)
        let all = queries.map(\.sql).joined(separator: " UNION ALL ")
        let arguments = StatementArguments(queries.flatMap(\.arguments))
        guard let function = aggregate.function, let type = aggregate.valueType else {
            if queries.isEmpty { return .integer(0) }
            let count = "SELECT count(*) FROM (\(all))"
            return .integer(try Int64.fetchOne(db, sql: count, arguments: arguments) ?? 0)
        }
        var gathering = AggregatedValue(function, of: type)
        if !queries.isEmpty {
            let values = "SELECT v FROM (\(all)) WHERE v IS NOT NULL\(gathering.order)"
            let cursor = try StoredValue.fetchCursor(db, sql: values, arguments: arguments)
            while let value = try cursor.next() { gathering.add(value) }
        }
        return gathering.result
    }
}

/// An aggregate of values, one after the other, so that it takes no memory for each of them.
private struct AggregatedValue {
    private let function: ExpressionFunction
    private let type: ScalarType
    private var count = 0
    /// The aggregate so far, unless integers are added.
    private var value: StoredValue?
    /// The sum of integers, in 128 bits.
    private var (high, low): (Int64, UInt64) = (0, 0)
    private var isExact = true

    init(_ function: ExpressionFunction, of type: ScalarType) {
        (self.function, self.type) = (function, type)
    }

    private var isDecimal: Bool { type == .decimal }

    /// The clause of the order of the values: the rounding of a sum does not depend on which rows come first.
    var order: String {
        guard function == .average || function == .sum && type.integerRange == nil else { return "" }
        return " ORDER BY v\(isDecimal ? " COLLATE \(SQLiteFunctions.decimalOrder)" : "")"
    }

    mutating func add(_ next: StoredValue) {
        count += 1
        switch function {
        case .minimum, .maximum:
            let order: StoredOrder = isDecimal ? .decimal : .usual
            guard let value else {
                self.value = next
                return
            }
            if function == .minimum ? order.precedes(next, value) : order.precedes(value, next) { self.value = next }
        case .sum where type.integerRange != nil:
            guard case .integer(let number) = next else {
                isExact = false
                return
            }
            let (sum, isCarried) = low.addingReportingOverflow(UInt64(bitPattern: number))
            low = sum
            high += (number < 0 ? -1 : 0) + (isCarried ? 1 : 0)
        case .average: value = .real((value?.asReal ?? 0) + (next.asReal ?? 0))
        default:
            let start: StoredValue = value ?? (isDecimal ? .text("0") : .integer(0))
            value = ExpressionFunction.add.value(of: [start, next], isDecimal: isDecimal)
        }
    }

    /// The aggregate; `nil` if it cannot be computed exactly.
    var result: StoredValue? {
        switch function {
        case .sum where type.integerRange != nil:
            let sum = Int64(bitPattern: low)
            return isExact && high == (sum < 0 ? -1 : 0) ? .integer(sum) : nil
        case .sum: return value ?? (isDecimal ? .text("0") : .integer(0))
        case .average: return count == 0 ? .null : value?.asReal.map { .real($0 / Double(count)) }
        default: return value ?? .null
        }
    }
}

extension StoredValue {
    /// The value for a message: a date as text, and nothing in quotes.
    fileprivate func shown(as type: ScalarType) -> String {
        self == .null ? "NIL" : Value(self, of: type)?.text ?? shown
    }
}
