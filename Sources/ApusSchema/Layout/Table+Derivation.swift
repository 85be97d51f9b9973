extension Table {
    /// The computation of a column's values by the store.
    package struct Derivation: Hashable, Sendable {
        /// A step from a row to related rows.
        package enum Step: Hashable, Sendable {
            /// To the row of a table that a key of this row refers to.
            case key(String, to: String)
            /// To the rows of a table whose key refers to this row.
            case referrers(String, key: String)
            /// To the rows of a table that a join table relates to this row: `near` is the join table's column for this
            /// row, `far` the one for the related rows.
            case joinTable(String, near: String, far: String, to: String)

            /// The destination table of the step.
            package var table: String {
                switch self {
                case .key(_, let table), .referrers(let table, _), .joinTable(_, _, _, let table): table
                }
            }
        }

        /// A source that the value is computed from.
        package enum Source: ExpressionLeaf {
            /// The value of a column in the row at the end of the steps, each of which points to at most one row.
            case value([Step], column: String)
            /// The number of rows that a step points to.
            case count(Step)
            /// The sum of a column over the rows that a step points to; 0 if there are none.
            case sum(Step, column: String, ScalarType)
            /// The time when the row was last written.
            case now
        }

        /// The derived column.
        package let column: String

        /// The concrete entities whose rows have the column; `nil` for all.
        package let entities: [String]?

        /// The value.
        package let expression: TypedExpression<Source>

        /// Creates a derivation.
        package init(_ column: String, entities: [String]? = nil, _ expression: TypedExpression<Source>) {
            self.column = column
            self.entities = entities
            self.expression = expression
        }
    }
}
