package import ApusSchema

/// A value of a newer row, from one row of an older extent.
///
/// Values are nodes of a shared ``ExpressionGraph``; they refer to each other by number, so a value that is used twice is
/// one node. What computes a value is an expression over nodes; the other cases are what only a migration has.
package enum ProjectedValue: Hashable, Sendable {
    /// A value of the row.
    case field(Field)
    /// A value computed from others.
    case computed(TypedExpression<ExpressionGraph.ID>)
    /// The value. Fails if it is null.
    case required(ExpressionGraph.ID, ElementPath)
    /// A UUID that follows from the plan's seed, the key and the row's identity.
    case uuid(key: String)
    /// The moment of the migration.
    case now
    /// The number of the row, from 1, among all rows of those older extents in the order of their identities.
    case rowNumber(among: [String])
    /// The identity, where it is one of an object of those older extents; null otherwise.
    case reference(ExpressionGraph.ID, among: [String])
    /// The identity of the object that leads to this row, of which there is at most one; null where there is none.
    case referrer([Referrer])
    /// What the store computes itself.
    case derived
}

/// The objects of an older extent that lead somewhere, and where.
package struct Referrer: Hashable, Sendable {
    /// The entity of the objects.
    package let kind: String
    /// The identity of the object that each leads to: an expression over its row.
    package let key: ExpressionGraph.ID
}
