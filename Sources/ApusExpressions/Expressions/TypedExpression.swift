/// A value that is computed from leaves.
///
/// Apus computes all values in this one language: indexes, derived attributes, predicates and fetches, and the values
/// of a migration. An expression reads leaves of a generic type: a column of a row, a property along relationships, a
/// node of a migration's graph. ``value(failing:of:)`` evaluates it in memory, and a ``SQLDialect`` writes it as SQL;
/// both give the same results.
///
/// Values have the form in which stores keep them. Null represents a missing value.
package indirect enum TypedExpression<Leaf: ExpressionLeaf>: Hashable, Sendable {
    /// A value that the expression reads.
    case leaf(Leaf)
    /// A constant.
    case constant(StoredValue)
    /// The result of a function, and its type if that is known.
    case call(ExpressionFunction, [TypedExpression], ScalarType?)
    /// The first value if the condition holds, otherwise the second.
    case conditional(TypedCondition<Leaf>, TypedExpression, TypedExpression)
    /// The first non-null value.
    case coalesced([TypedExpression])
    /// A value converted to another type. Fails if the conversion does.
    case converted(TypedExpression, Conversion)
    /// A recoded value. Fails for a value without a row in the recoding, unless the recoding is lenient.
    case recoded(TypedExpression, Recoding)
    /// The result of a function in Swift that a mapping declares. Fails if its code does.
    case applied(FunctionDeclaration, [TypedExpression])
}

/// A condition on values that are computed from leaves. It is two-valued even for missing values: null equals only
/// null, and no value is less or greater than null.
package indirect enum TypedCondition<Leaf: ExpressionLeaf>: Hashable, Sendable {
    /// Always holds, or never.
    case constant(Bool)
    /// Holds if all conditions hold.
    case and([TypedCondition])
    /// Holds if at least one condition holds.
    case or([TypedCondition])
    /// Holds if the condition does not hold.
    case not(TypedCondition)
    /// A comparison of two values, in an order of values.
    case comparison(TypedExpression<Leaf>, ExpressionComparison, TypedExpression<Leaf>, StoredOrder)
    /// A value equals one of several.
    case isOne(TypedExpression<Leaf>, of: ExpressionList<Leaf>)
    /// A value is not less than the first bound and not greater than the second.
    case between(TypedExpression<Leaf>, TypedExpression<Leaf>, TypedExpression<Leaf>)
    /// A comparison of two texts.
    case text(TypedExpression<Leaf>, TextComparison, TypedExpression<Leaf>)
    /// A value is true: neither null nor zero.
    case isTrue(TypedExpression<Leaf>)
}

/// A value that an expression reads.
package protocol ExpressionLeaf: Hashable, Sendable {
    /// Whether the value is non-null in every row.
    var isNeverNull: Bool { get }
}

extension ExpressionLeaf {
    /// Returns false, because most values can be null.
    package var isNeverNull: Bool { false }
}

/// The name of a column of the current row.
extension String: ExpressionLeaf {}

/// A comparison of two values; the raw value is the SQL operator.
package enum ExpressionComparison: String, CaseIterable, Hashable, Sendable {
    /// The two are equal.
    case equal = "="
    /// The two are not equal.
    case notEqual = "<>"
    /// The first is less than the second.
    case less = "<"
    /// The first is less than or equal to the second.
    case lessOrEqual = "<="
    /// The first is greater than the second.
    case greater = ">"
    /// The first is greater than or equal to the second.
    case greaterOrEqual = ">="
}

extension TypedCondition {
    /// Returns the condition that two values are equal: numbers as numbers, texts and bytes byte by byte.
    package static func equal(_ one: TypedExpression<Leaf>, _ other: TypedExpression<Leaf>) -> TypedCondition {
        .comparison(one, .equal, other, .usual)
    }

    /// The condition that holds if this one does not.
    package var negated: TypedCondition {
        if case .comparison(let one, .equal, let other, let order) = self {
            return .comparison(one, .notEqual, other, order)
        }
        return .not(self)
    }

    /// Returns the condition that a value is null.
    package static func isNull(_ value: TypedExpression<Leaf>) -> TypedCondition { .equal(value, .constant(.null)) }
}
