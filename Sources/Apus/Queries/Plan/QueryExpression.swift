import ApusSchema

/// A value that a query computes of an object, in the form in which stores keep it.
indirect enum QueryExpression: Hashable, Sendable {
    /// A value that is given.
    case constant(StoredValue)
    /// A column of an object, numbered as its table numbers them.
    case column(QueryObject, Int)
    /// The identity of an object; null where there is none.
    case identity(QueryObject)
    /// The name of an object's entity; null where there is no object.
    case kind(QueryObject)
    /// The identity that an object's own key refers to.
    case key(QueryObject, position: Int)
    /// One value of those of several objects.
    case aggregate(QueryAggregate, QueryCollection, QueryExpression, ScalarType?)
    /// What a function makes of values, and the type of that.
    case call(PredicateFunction, [QueryExpression], ScalarType?)
    /// One value or the other.
    case conditional(QueryCondition, QueryExpression, QueryExpression)

    /// Whether there can be no value.
    var isNeverNull: Bool {
        switch self {
        case .constant(let value): value != .null
        case .identity(.scope), .aggregate(.count, _, _, _): true
        default: false
        }
    }
}

/// What one value is made of many.
enum QueryAggregate: Hashable, Sendable {
    case count, sum, average, minimum, maximum
    /// One that SQLite does not know.
    case gathered(PredicateFunction)
}

/// A condition that a query puts to an object. It holds or it does not, for missing values too.
indirect enum QueryCondition: Hashable, Sendable {
    /// How two values compare.
    enum Comparison: String, Hashable, Sendable {
        case equal = "="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    case constant(Bool)
    case and([QueryCondition])
    case or([QueryCondition])
    case not(QueryCondition)
    /// Two values compare so; decimals, which are texts in a store, by the numbers that they are.
    case comparison(QueryExpression, Comparison, QueryExpression, isDecimal: Bool)
    /// A value is one of several.
    case isOne(QueryExpression, of: [QueryExpression])
    /// Two texts compare so.
    case text(QueryExpression, TextComparison, QueryExpression)
    /// A condition holds for at least one of several objects.
    case exists(QueryCollection, where: QueryCondition)
}
