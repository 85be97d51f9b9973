import Foundation

/// The behavior of an evaluation if a conversion or a recoding fails.
package enum ExpressionFailing: Hashable, Sendable {
    /// The failure is thrown.
    case strict
    /// The value becomes null, so that further failures can be found.
    case lenient
}

extension TypedExpression {
    /// Returns the value of the expression, which equals that of its SQL in any ``SQLDialect``.
    ///
    /// - Parameters:
    ///   - failing: The behavior if a conversion, a recoding or a function fails.
    ///   - functions: The functions in Swift that it may call.
    ///   - leaf: Returns the value of a leaf.
    /// - Returns: The value.
    /// - Throws: `ConversionFailure`, ``RecodingFailure`` or ``FunctionFailure`` if the expression fails and the evaluation is
    ///   strict, and whatever `leaf` throws.
    package func value(
        failing: ExpressionFailing = .strict,
        calling functions: FunctionTable = .none,
        of leaf: (Leaf) throws -> StoredValue
    ) throws -> StoredValue {
        /// The value of an operand. SQL has no NaN, so it is null in a computation.
        func operand(_ expression: TypedExpression) throws -> StoredValue {
            let value = try expression.value(failing: failing, calling: functions, of: leaf)
            return value.isNaN ? .null : value
        }
        switch self {
        case .leaf(let read): return try leaf(read)
        case .constant(let value): return value
        case .call(let function, let arguments, let type):
            let values = try arguments.map(operand)
            if failing == .strict, let failure = function.failure(of: values) { throw failure }
            return function.value(of: values, isDecimal: type == .decimal)
        case .conditional(let condition, let one, let other):
            return try operand(condition.holds(failing: failing, calling: functions, of: leaf) ? one : other)
        case .coalesced(let candidates):
            for candidate in candidates {
                let value = try operand(candidate)
                if value != .null { return value }
            }
            return .null
        case .converted(let inner, let conversion):
            let value = try inner.value(failing: failing, calling: functions, of: leaf)
            if failing == .lenient { return (try? conversion(value)) ?? .null }
            return try conversion(value)
        case .recoded(let inner, let recoding):
            let value = try inner.value(failing: failing, calling: functions, of: leaf)
            if let recoded = recoding(value) { return recoded }
            if failing == .lenient { return .null }
            throw RecodingFailure(value)
        case .applied(let function, let arguments):
            let values = try arguments.map(operand)
            if failing == .lenient { return (try? functions.value(of: function, values)) ?? .null }
            return try functions.value(of: function, values)
        }
    }
}

/// The index of a value among those that are known.
package struct ValueIndex: ExpressionLeaf {
    let index: Int

    package init(_ index: Int) { self.index = index }
}

extension TypedExpression<ValueIndex> {
    /// Returns the value of the expression over known values. As this module knows the kind of leaf, the compiler
    /// specializes the evaluation, which a migration does for each row.
    ///
    /// - Parameters:
    ///   - failing: The behavior if a conversion, a recoding or a function fails.
    ///   - functions: The functions in Swift that it may call.
    ///   - values: The values of the leaves.
    /// - Returns: The value.
    /// - Throws: `ConversionFailure`, ``RecodingFailure`` or ``FunctionFailure`` if the expression fails and the evaluation is
    ///   strict.
    package func value(
        failing: ExpressionFailing,
        calling functions: FunctionTable,
        over values: [StoredValue]
    ) throws -> StoredValue {
        try value(failing: failing, calling: functions) { values[$0.index] }
    }
}

extension TypedCondition {
    /// Returns whether the condition holds, with the same result as its SQL in any ``SQLDialect``.
    ///
    /// - Parameters:
    ///   - failing: The behavior if a conversion, a recoding or a function fails.
    ///   - functions: The functions in Swift that it may call.
    ///   - leaf: Returns the value of a leaf.
    /// - Returns: Whether it holds.
    /// - Throws: The errors of the compared expressions.
    package func holds(
        failing: ExpressionFailing = .strict,
        calling functions: FunctionTable = .none,
        of leaf: (Leaf) throws -> StoredValue
    ) throws -> Bool {
        func value(_ expression: TypedExpression<Leaf>) throws -> StoredValue {
            try expression.value(failing: failing, calling: functions, of: leaf)
        }
        switch self {
        case .constant(let holds): return holds
        case .and(let parts):
            return try parts.allSatisfy { try $0.holds(failing: failing, calling: functions, of: leaf) }
        case .or(let parts): return try parts.contains { try $0.holds(failing: failing, calling: functions, of: leaf) }
        case .not(let inner): return try !inner.holds(failing: failing, calling: functions, of: leaf)
        case .comparison(let one, let comparison, let other, let order):
            return try comparison.holds(value(one), value(other), in: order)
        case .isOne(let one, let others):
            return try others.contains(value(one), value)
        case .between(let one, let low, let high):
            let one = try value(one)
            return try ExpressionComparison.greaterOrEqual.holds(one, value(low), in: .usual)
                && ExpressionComparison.lessOrEqual.holds(one, value(high), in: .usual)
        case .text(let one, let comparison, let other): return try comparison.holds(value(one), value(other))
        case .isTrue(let operand):
            switch try value(operand) {
            case .integer(let number): return number != 0
            case .real(let number): return number != 0
            case .null, .text, .blob: return false
            }
        }
    }
}

extension ExpressionComparison {
    /// Returns whether the comparison holds for two values; null equals null, and is neither less nor greater.
    func holds(_ one: StoredValue, _ other: StoredValue, in order: StoredOrder) -> Bool {
        if one.isNaN || other.isNaN { return self == .notEqual }
        let result = order.order(one, other)
        switch self {
        case .equal: return result == .orderedSame
        case .notEqual: return result != .orderedSame
        default: break
        }
        if one == .null || other == .null { return false }
        return switch self {
        case .equal, .notEqual, .less: result == .orderedAscending
        case .lessOrEqual: result != .orderedDescending
        case .greater: result == .orderedDescending
        case .greaterOrEqual: result != .orderedAscending
        }
    }
}

extension TextComparison {
    /// Returns whether the comparison holds for two values as texts; null equals null.
    func holds(_ one: StoredValue, _ other: StoredValue) -> Bool {
        guard let text = one.asText, let part = other.asText else {
            return `operator` == .equalTo && one == .null && other == .null
        }
        return holds(text, part)
    }
}
