public import ApusSchema

/// The entity's attribute is gone, with its values.
public struct AttributeRemoved: Difference {
    /// The attribute, as the older schema has it.
    public let attribute: Attribute

    /// Whether a store held values of it.
    public let isLoss: Bool

    /// Creates the difference.
    public init(attribute: Attribute, isLoss: Bool) {
        self.attribute = attribute
        self.isLoss = isLoss
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { attribute.name }

    /// The stable code.
    public static let code = "AP202"
}
