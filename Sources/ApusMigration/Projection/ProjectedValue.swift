package import ApusSchema

/// A value of a newer row, from one row of an older extent.
///
/// Values are nodes of a shared ``ExpressionGraph``. They refer to each other by number, so a value that is used twice
/// is one node. A computed value is an expression over nodes; the other cases only exist in migrations.
package enum ProjectedValue: Hashable, Sendable {
    /// A value of the row.
    case field(Field)
    /// A value computed from others.
    case computed(TypedExpression<ExpressionGraph.ID>)
    /// Another value, which must not be null: the migration stops otherwise.
    case required(ExpressionGraph.ID, ElementPath)
    /// A UUID that is derived from the plan's seed, the key and the row's identity.
    case uuid(key: String)
    /// The time of the migration.
    case now
    /// The number of the row, from 1, among all rows of some older extents, in the order of their identities.
    case rowNumber(among: [String])
    /// An identity if it belongs to an object of some older extents; null otherwise.
    case reference(ExpressionGraph.ID, among: [String])
    /// The identity of the object that points to this row; null if there is none. There is at most one.
    case referrer([Referrer])
    /// A value that the store computes.
    case derived
}

/// The objects of an older extent that point to other objects, and the key with which they do.
package struct Referrer: Hashable, Sendable {
    /// The entity of the objects.
    package let entity: String
    /// The identity of the object that each object points to: an expression over its row.
    package let key: ExpressionGraph.ID
}
