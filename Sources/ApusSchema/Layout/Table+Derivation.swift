extension Table {
    /// A column that the store computes, and how.
    public struct Derivation: Hashable, Sendable {
        /// A step from a row to others.
        public enum Step: Hashable, Sendable {
            /// To the row of a table that a key of this row names.
            case key(String, to: String)
            /// To the rows of a table whose key names this row.
            case referrers(String, key: String)
            /// To the rows of a table that a table of pairs relates to this row: its columns of this row and of the
            /// others.
            case joinTable(String, near: String, far: String, to: String)

            /// The table that the step leads to.
            public var table: String {
                switch self {
                case .key(_, let table), .referrers(let table, _), .joinTable(_, _, _, let table): table
                }
            }
        }

        /// What the value is computed from.
        public enum Source: ExpressionLeaf {
            /// The value of a column of the row at the end of steps, each to one row at most.
            case value([Step], column: String)
            /// How many rows a step leads to.
            case count(Step)
            /// The sum of a column over the rows that a step leads to; 0 if there are none.
            case sum(Step, column: String, ScalarType)
            /// The moment when the row was last written.
            case now
        }

        /// The column.
        public let column: String

        /// The kinds whose rows have it; `nil` where all have.
        public let entities: [String]?

        /// The value.
        public let expression: TypedExpression<Source>

        /// Creates a derivation.
        public init(_ column: String, entities: [String]? = nil, _ expression: TypedExpression<Source>) {
            self.column = column
            self.entities = entities
            self.expression = expression
        }
    }
}
