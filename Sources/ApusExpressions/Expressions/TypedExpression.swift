/// A value that is computed from leaves.
///
/// This is the one language in which Apus computes values: indexes, derived attributes, predicates and fetches, and the
/// values of a migration. What an expression reads is its leaves, of a type of the user's choice: a column of a row, a
/// property at the end of relationships, a node of a migration's graph. An expression is answered twice, with equal
/// results: by ``value(failing:of:)``, and as SQL by a ``SQLDialect``.
///
/// Values are in the form in which stores keep them. Null stands for a missing value.
public indirect enum TypedExpression<Leaf: ExpressionLeaf>: Hashable, Sendable {
    /// A value that is read.
    case leaf(Leaf)
    /// A constant.
    case constant(StoredValue)
    /// The result of a function, and its type if that is known.
    case call(ExpressionFunction, [TypedExpression], ScalarType?)
    /// The first value if the condition holds, otherwise the second.
    case conditional(TypedCondition<Leaf>, TypedExpression, TypedExpression)
    /// The first of the values that is not null.
    case coalesced([TypedExpression])
    /// A value converted into another type. Fails if the conversion does.
    case converted(TypedExpression, Conversion)
    /// A value replaced by a table's. Fails for a value that the table does not have, unless the table is lenient.
    case recoded(TypedExpression, Recoding)
}

/// A condition on values that are computed from leaves. It holds or it does not, for missing values too: null equals
/// null and nothing else, and is in no order with any value.
public indirect enum TypedCondition<Leaf: ExpressionLeaf>: Hashable, Sendable {
    /// Always holds, or never.
    case constant(Bool)
    /// Holds if all of them do.
    case and([TypedCondition])
    /// Holds if at least one of them does.
    case or([TypedCondition])
    /// Holds if the other does not.
    case not(TypedCondition)
    /// Two values compare so, in an order of values.
    case comparison(TypedExpression<Leaf>, ExpressionComparison, TypedExpression<Leaf>, StoredOrder)
    /// A value equals one of several.
    case isOne(TypedExpression<Leaf>, of: [TypedExpression<Leaf>])
    /// A value is not below the first bound and not above the second.
    case between(TypedExpression<Leaf>, TypedExpression<Leaf>, TypedExpression<Leaf>)
    /// Two texts compare so.
    case text(TypedExpression<Leaf>, TextComparison, TypedExpression<Leaf>)
    /// A value is true: neither null nor zero.
    case isTrue(TypedExpression<Leaf>)
}

/// What an expression reads.
public protocol ExpressionLeaf: Hashable, Sendable {
    /// Whether the value is never null, whatever the row.
    var isNeverNull: Bool { get }
}

extension ExpressionLeaf {
    /// False: most values can be missing.
    public var isNeverNull: Bool { false }
}

/// The name of a column, of a row that is known.
extension String: ExpressionLeaf {}

/// How two values compare; the raw value is the operator in every SQL.
public enum ExpressionComparison: String, CaseIterable, Hashable, Sendable {
    /// They are equal.
    case equal = "="
    /// They are not.
    case notEqual = "<>"
    /// The first is less.
    case less = "<"
    /// The first is less, or they are equal.
    case lessOrEqual = "<="
    /// The first is greater.
    case greater = ">"
    /// The first is greater, or they are equal.
    case greaterOrEqual = ">="
}

extension TypedCondition {
    /// Two values are equal: numbers as numbers, texts and bytes byte by byte.
    public static func equal(_ one: TypedExpression<Leaf>, _ other: TypedExpression<Leaf>) -> TypedCondition {
        .comparison(one, .equal, other, .usual)
    }

    /// The condition that holds if this one does not.
    package var negated: TypedCondition {
        if case .comparison(let one, .equal, let other, let order) = self {
            return .comparison(one, .notEqual, other, order)
        }
        return .not(self)
    }

    /// A value is missing.
    public static func isNull(_ value: TypedExpression<Leaf>) -> TypedCondition { .equal(value, .constant(.null)) }
}
