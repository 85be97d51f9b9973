/// A value that each object of an entity has.
public struct Attribute: Hashable, Sendable {
    /// The name, which is also the Swift property's and the column's.
    public var name: String

    /// The name in an older version, where the attribute was renamed.
    public var originalName: String?

    /// The type of the values.
    public var type: AttributeType

    /// Whether an object may have no value here.
    public var isOptional: Bool

    /// The value of a new object, and of the rows that exist when the attribute is added or made required.
    public var defaultValue: Value?

    /// Creates an attribute.
    public init(
        _ name: String,
        _ type: AttributeType,
        isOptional: Bool = false,
        default defaultValue: Value? = nil,
        originalName: String? = nil
    ) {
        self.name = name
        self.originalName = originalName
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }
}
