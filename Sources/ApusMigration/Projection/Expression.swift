package import ApusSchema

/// A value computed from one row of an older extent.
///
/// Expressions are nodes of a shared ``ExpressionGraph``; they name each other by number, so a value that is used
/// twice is one node.
package enum Expression: Hashable, Sendable {
    /// A value of the row.
    case field(Field)
    /// The same value for every row.
    case literal(StoredValue)
    /// A value of another type. Fails where the conversion does.
    case converted(ExpressionGraph.ID, Conversion)
    /// Another value for each of a few. Fails for any other one.
    case recoded(ExpressionGraph.ID, Recoding)
    /// The first value, or where that is null the second.
    case coalesced(ExpressionGraph.ID, ExpressionGraph.ID)
    /// The first value, where any of the others is not null; null elsewhere.
    case present(ExpressionGraph.ID, ifAny: [ExpressionGraph.ID])
    /// The value. Fails where that is null.
    case required(ExpressionGraph.ID, ElementPath)
    /// A UUID that follows from the plan's seed, the key and the row's identity.
    case uuid(key: String)
    /// The moment of the migration.
    case now
    /// The place of the row, from 1, among all rows of those older extents in the order of their identities.
    case rowNumber(among: [String])
    /// The identity, where it is one of an object of those older extents; null otherwise.
    case reference(ExpressionGraph.ID, among: [String])
    /// The identity of the object that leads to this row, of which there is at most one; null where there is none.
    case referrer([Referrer])
    /// What the store computes itself.
    case computed
}

/// The objects of an older extent that lead somewhere, and where.
package struct Referrer: Hashable, Sendable {
    /// The entity of the objects.
    package let kind: String
    /// The identity of the object that each leads to: an expression over its row.
    package let key: ExpressionGraph.ID
}

/// A table from stored values to stored values, as an enum's cases give it.
package struct Recoding: Hashable, Sendable {
    /// A value and what it becomes; null for a case that is gone.
    package struct Row: Hashable, Sendable {
        /// The older value.
        package let from: StoredValue
        /// The newer value.
        package let to: StoredValue

        /// Creates a row.
        package init(from: StoredValue, to: StoredValue) {
            self.from = from
            self.to = to
        }
    }

    /// The rows, in the order of the older cases.
    package let rows: [Row]

    /// The type of the newer values.
    package let type: ScalarType

    /// Whether a value that is in no row becomes null instead of stopping the migration.
    package let isLenient: Bool

    /// Creates a table.
    package init(_ rows: [Row], type: ScalarType, isLenient: Bool = false) {
        self.rows = rows
        self.type = type
        self.isLenient = isLenient
    }

    /// What a value becomes; `nil` where the table does not have it.
    package func callAsFunction(_ value: StoredValue) -> StoredValue? {
        if value == .null { return .null }
        if let row = rows.first(where: { $0.from == value }) { return row.to }
        return isLenient ? .null : nil
    }

    /// This table after another one: what each of the other's values becomes in the end; `nil` where this table fails
    /// for one of them, since a failure keeps its place.
    func after(_ first: Recoding) -> Recoding? {
        var rows: [Row] = []
        for row in first.rows {
            guard let to = self(row.to) else { return nil }
            rows.append(Row(from: row.from, to: to))
        }
        return Recoding(rows, type: type, isLenient: first.isLenient)
    }

    /// Whether some value becomes null.
    var givesNull: Bool { isLenient || rows.contains { $0.to == .null } }
}
