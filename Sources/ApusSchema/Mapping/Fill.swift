/// A value for rows that have none, as somebody wrote it.
public enum Fill: Hashable, Sendable {
    /// A way to make a value of each row's own.
    public enum Generator: String, CaseIterable, Hashable, Sendable {
        /// A new UUID a row: for `uuid` and `string`.
        case uuid = "uuid()"
        /// The moment of the migration, the same for all rows: for `date`.
        case now = "now()"
        /// 1, 2, 3 … in the order of identities, over the entity and its sub-entities: for integers.
        case rowNumber = "rowNumber()"

        /// The types of the attributes that it can fill.
        public var types: [ScalarType] {
            switch self {
            case .uuid: [.uuid, .string]
            case .now: [.date]
            case .rowNumber: [.int16, .int32, .int64]
            }
        }
    }

    /// The same value for every row, in the form that a model's default has; its type is the attribute's.
    case literal(String)
    /// A value of each row's own.
    case generated(Generator)

    /// Whether it is the same value for every row.
    package var isLiteral: Bool { if case .literal = self { true } else { false } }
}
