import ApusSchema

/// A value that an assertion compares: the number of some objects of one of the two schemas, or an aggregate of a value of
/// theirs.
struct AssertedValue: ExpressionLeaf {
    /// Objects of an entity, those of its sub-entities included.
    struct Objects: Hashable, Sendable {
        /// Whether they are those before the stage.
        let isOlder: Bool
        /// Their entity.
        let entity: String
        /// The conditions that they satisfy.
        var conditions: [TypedCondition<OlderValue>] = []
    }

    /// The objects.
    let objects: Objects
    /// The aggregate; `nil` for the number of the objects.
    let function: ExpressionFunction?
    /// The value of each object; `nil` for their number.
    let value: OlderValue?
    /// The type of the aggregate.
    let type: ScalarType
    /// The value as the mapping has it.
    let text: String

    /// Whether there is a value if there are no objects.
    var isNeverNull: Bool { function == nil || function == .sum }
}
