package import ApusSchema

/// Objects or values that a stage removes, and that a store keeps in a table beside the model's, over the rows of a pass's source.
package struct ProjectedAside: Hashable, Sendable {
    /// The points at which the stage starts and ends.
    package let from, to: Stage.Point
    /// Why the objects are set aside.
    package let reason: Reason
    /// The newer entity of the objects.
    package let entity: String
    /// The older extent.
    package let extent: Extent.Name
    /// Whether the object goes with its values; otherwise only these do.
    package let isWhole: Bool
    /// The conditions of a row: its object is set aside if none of them is null.
    package let conditions: [ExpressionGraph.ID]
    /// The identity of the object.
    package let identity: ExpressionGraph.ID
    /// The values of the object, by the names of attributes, parts and to-one relationships.
    package let values: [NamedValue]

    /// A value of an object.
    package struct NamedValue: Hashable, Sendable {
        /// The name: `email`, `home.city`.
        package let name: String
        /// The value.
        package let value: ExpressionGraph.ID
    }

    /// Why objects are set aside.
    package enum Reason: Hashable, Sendable {
        /// Another object with the same values in the properties of a unique constraint stays.
        case duplicate([String])
        /// The newer type cannot hold a value.
        case conversion(String)
    }
}
