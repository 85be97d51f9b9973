package import ApusSchema

/// An assertion of a stage, over the rows of a pass's source.
package struct ProjectedAssertion: Hashable, Sendable {
    /// The number of some objects, or an aggregate of a value of theirs.
    package struct Aggregate: ExpressionLeaf {
        /// Rows that are some of the objects.
        package struct Rows: Hashable, Sendable {
            /// The older extent.
            package let extent: Extent.Name
            /// The conditions of a row: it is one of the objects if none of them is null.
            package let conditions: [ExpressionGraph.ID]
            /// The value that is aggregated; `nil` if the objects are counted.
            package let value: ExpressionGraph.ID?
        }

        /// The rows.
        package let rows: [Rows]
        /// The aggregate; `nil` for the number of the objects.
        package let function: ExpressionFunction?
        /// The type of the values; `nil` if the objects are counted.
        package let valueType: ScalarType?
        /// The type of the result.
        package let type: ScalarType
        /// The value as the mapping has it.
        package let text: String
        /// Whether it is one of the stage's older schema.
        package let isOlder: Bool
    }

    /// The points at which the stage starts and ends.
    package let from, to: Stage.Point
    /// The line of the mapping.
    package let line: Mapping.Line
    /// The condition.
    package let condition: TypedCondition<Aggregate>

    /// The expressions over the rows.
    package var rows: [Aggregate.Rows] { condition.leaves.flatMap(\.rows) }
}
