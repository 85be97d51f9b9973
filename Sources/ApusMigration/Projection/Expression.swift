public import ApusSchema

/// A value computed from one row of an older table.
///
/// Expressions are nodes of a shared ``ExpressionGraph``; they name each other by number, so a value that is used
/// twice is one node.
public enum Expression: Hashable, Sendable {
    /// The value of a column of the row.
    case column(String)
    /// The same value for every row.
    case literal(StoredValue)
    /// A value as its widened type stores it.
    case widened(ExpressionGraph.ID, from: ScalarType, to: ScalarType)
    /// The first value, or where that is null the second.
    case coalesced(ExpressionGraph.ID, ExpressionGraph.ID)
}
