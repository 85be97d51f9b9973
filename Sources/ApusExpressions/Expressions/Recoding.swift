/// A table from stored values to stored values, as an enum's cases give it.
public struct Recoding: Hashable, Sendable {
    /// A value and its replacement; null for a case that was removed.
    public struct Row: Hashable, Sendable {
        /// The older value.
        public let from: StoredValue
        /// The newer value.
        public let to: StoredValue

        /// Creates a row.
        public init(from: StoredValue, to: StoredValue) {
            self.from = from
            self.to = to
        }
    }

    /// The rows, in the order of the older cases.
    public let rows: [Row]

    /// The type of the newer values.
    public let type: ScalarType

    /// Whether a value that is in no row becomes null instead of failing.
    public let isLenient: Bool

    /// Creates a table.
    public init(_ rows: [Row], type: ScalarType, isLenient: Bool = false) {
        self.rows = rows
        self.type = type
        self.isLenient = isLenient
    }

    /// The replacement of a value; `nil` if the table does not have the value. Null stays null.
    public func callAsFunction(_ value: StoredValue) -> StoredValue? {
        if value == .null { return .null }
        if let row = rows.first(where: { $0.from == value }) { return row.to }
        return isLenient ? .null : nil
    }

    /// This table after another one; `nil` if this table fails for one of the other's values, since a failure stays
    /// where it is.
    package func after(_ first: Recoding) -> Recoding? {
        var rows: [Row] = []
        for row in first.rows {
            guard let to = self(row.to) else { return nil }
            rows.append(Row(from: row.from, to: to))
        }
        return Recoding(rows, type: type, isLenient: first.isLenient)
    }

    /// Whether some value becomes null.
    package var givesNull: Bool { isLenient || rows.contains { $0.to == .null } }
}
