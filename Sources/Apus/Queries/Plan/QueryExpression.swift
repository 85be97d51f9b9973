import ApusSchema

/// A value that a query computes from objects, in the form in which stores keep it.
typealias QueryExpression = TypedExpression<QueryLeaf>

/// A condition that a query puts to an object.
typealias QueryCondition = TypedCondition<QueryLeaf>

/// What a query reads.
indirect enum QueryLeaf: ExpressionLeaf {
    /// A column of an object, numbered as its table numbers them.
    case column(QueryObject, Int)
    /// The identity of an object; null if there is no object.
    case identity(QueryObject)
    /// The name of an object's entity; null if there is no object.
    case kind(QueryObject)
    /// The identity that an object's own key refers to.
    case key(QueryObject, position: Int)
    /// The number of objects.
    case count(QueryCollection)
    /// A function of the values of several objects, and the type of these values.
    case aggregate(ExpressionFunction, QueryCollection, QueryExpression, ScalarType?)
    /// 1 if a condition holds for at least one of several objects, otherwise 0.
    case exists(QueryCollection, where: QueryCondition)

    var isNeverNull: Bool {
        switch self {
        case .identity(.scope), .count, .exists: true
        default: false
        }
    }

    /// Whether the value depends on other objects than the one that is asked.
    var readsOtherObjects: Bool {
        switch self {
        case .column(let object, _), .key(let object, _), .identity(let object), .kind(let object): object.isOther
        case .count, .aggregate, .exists: true
        }
    }
}

extension QueryCondition {
    /// A condition holds for at least one of several objects.
    static func exists(_ collection: QueryCollection, where condition: QueryCondition) -> QueryCondition {
        .isTrue(.leaf(.exists(collection, where: condition)))
    }
}

extension QueryObject {
    fileprivate var isOther: Bool {
        switch self {
        case .scope(let scope, _): scope != 0
        case .kind(let object, _): object.isOther
        case .one, .element: true
        }
    }
}
