/// The existing rows that stay without an object of a required to-one relationship, as in Core Data.
package enum RowsLeftEmpty: Hashable, Sendable {
    /// None: the relationship may be empty, or the mapping gives or requires an object.
    case none
    /// Those that have none.
    case some
    /// All of them: nothing determines an object.
    case all
}

extension Difference {
    /// The rows that stay without an object of a required relationship.
    package var rowsLeftEmpty: RowsLeftEmpty {
        switch self {
        case let one as RelationshipAdded: one.rowsLeftEmpty
        case let one as BecameRequired: one.rowsLeftEmpty
        default: .none
        }
    }
}
