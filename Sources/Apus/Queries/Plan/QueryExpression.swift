import ApusSchema

/// A value that a query computes from objects, in its stored form.
typealias QueryExpression = TypedExpression<QueryLeaf>

/// A condition of a query on an object.
typealias QueryCondition = TypedCondition<QueryLeaf>

/// The values that a query reads.
indirect enum QueryLeaf: ExpressionLeaf {
    /// A column of an object, by its index in the object's table.
    case column(QueryObject, Int)
    /// The lookup of an encrypted column of an object. In memory, it is the value itself.
    case lookup(QueryObject, Int)
    /// The lookup of a given value, which is never null. In memory, it is the value itself.
    case lookedUp(StoredValue, Column.Lookup)
    /// The identity of an object; null if there is no object.
    case identity(QueryObject)
    /// The name of an object's entity; null if there is no object.
    case kind(QueryObject)
    /// The identity that an object's own foreign key refers to.
    case key(QueryObject, position: Int)
    /// The number of objects.
    case count(QueryCollection)
    /// An aggregate over the objects of a collection, and the type of the aggregated values.
    case aggregate(ExpressionFunction, of: QueryCollection, reading: QueryExpression, ScalarType?)
    /// An aggregate over the objects of a group, and the type of the aggregated values; without a function, their number;
    /// without values, the number of objects.
    case group(ExpressionFunction?, QueryExpression?, ScalarType?)
    /// 1 if a condition holds for at least one object of a collection, otherwise 0.
    case exists(QueryCollection, where: QueryCondition)

    var isNeverNull: Bool {
        switch self {
        case .identity(.scope), .count, .exists, .lookedUp: true
        default: false
        }
    }

    /// Whether the value depends on objects other than the fetched one.
    var readsOtherObjects: Bool {
        switch self {
        case .column(let object, _), .lookup(let object, _), .key(let object, _), .identity(let object),
            .kind(let object):
            object.isOther
        case .lookedUp: false
        case .count, .aggregate, .exists: true
        case .group(_, let value, _): value?.containsLeaf(where: \.readsOtherObjects) == true
        }
    }
}

extension QueryCondition {
    /// The condition that another one holds for at least one object of a collection.
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
