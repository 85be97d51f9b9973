/// A value computed from one row alone, in what SQL can say with its own functions whose results never change.
public indirect enum RowExpression: Hashable, Sendable {
    /// A column's value.
    case column(String)
    /// A value.
    case constant(StoredValue)
    /// One of SQL's own functions.
    case call(Function, [RowExpression])
    /// Two numbers calculated with.
    case arithmetic(RowExpression, Operation, RowExpression)
    /// A number with the opposite sign.
    case negation(RowExpression)
    /// The first value where a condition holds, else the second.
    case conditional(RowCondition, RowExpression, RowExpression)

    /// A calculation, by its sign.
    public enum Operation: String, Hashable, Sendable {
        /// A sum.
        case plus = "+"
        /// A difference.
        case minus = "-"
        /// A product.
        case times = "*"
        /// A quotient.
        case divided = "/"
    }

    /// A function.
    public enum Function: String, Hashable, Sendable {
        /// A number without its sign.
        case abs
        /// A decimal's text as a number.
        case real
    }
}

/// A condition of one row alone, in what SQL can say with its own functions whose results never change.
public indirect enum RowCondition: Hashable, Sendable {
    /// It always holds, or never.
    case constant(Bool)
    /// All of them hold.
    case and([RowCondition])
    /// At least one of them holds.
    case or([RowCondition])
    /// It does not hold, or cannot be told.
    case not(RowCondition)
    /// Two values compare so; a missing value equals a missing value, and is in no order with any.
    case comparison(RowExpression, Operator, RowExpression)
    /// A value is one of some.
    case isOne(RowExpression, of: [RowExpression])
    /// A value is not below the first and not above the second.
    case between(RowExpression, RowExpression, RowExpression)
    /// A text has another in it, at a place.
    case text(RowExpression, Part, RowExpression)

    /// How two values are compared, by its sign.
    public enum Operator: String, Hashable, Sendable {
        /// They are equal.
        case equal = "=="
        /// They are not.
        case notEqual = "!="
        /// The first is less.
        case less = "<"
        /// The first is less, or they are equal.
        case lessOrEqual = "<="
        /// The first is greater.
        case greater = ">"
        /// The first is greater, or they are equal.
        case greaterOrEqual = ">="
    }

    /// Where a text has another in it.
    public enum Part: Hashable, Sendable {
        /// Anywhere.
        case anywhere
        /// At its beginning.
        case beginning
        /// At its end.
        case end
    }
}
