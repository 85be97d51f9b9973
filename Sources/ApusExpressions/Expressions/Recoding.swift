/// A mapping from stored values to stored values, such as the raw values of an enum's cases.
package struct Recoding: Hashable, Sendable {
    /// A value and its replacement, which is null for a removed case.
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

    /// Whether a value without a row becomes null instead of a failure.
    package let isLenient: Bool

    /// Creates a recoding.
    package init(_ rows: [Row], type: ScalarType, isLenient: Bool = false) {
        self.rows = rows
        self.type = type
        self.isLenient = isLenient
    }

    /// Returns the replacement of a value; `nil` if the value has no row. Null stays null.
    package func callAsFunction(_ value: StoredValue) -> StoredValue? {
        if value == .null { return .null }
        if let row = rows.first(where: { $0.from == value }) { return row.to }
        return isLenient ? .null : nil
    }

    /// Returns the composition of another recoding and this one; `nil` if this one fails for a value of the other. Such
    /// a failure must not move.
    package func after(_ first: Recoding) -> Recoding? {
        var rows: [Row] = []
        for row in first.rows {
            guard let to = self(row.to) else { return nil }
            rows.append(Row(from: row.from, to: to))
        }
        return Recoding(rows, type: type, isLenient: first.isLenient)
    }

    /// Whether a non-null value can become null.
    package var givesNull: Bool { isLenient || rows.contains { $0.to == .null } }
}
