public import ApusSchema

/// The entity has an attribute more.
public struct AttributeAdded: Difference {
    /// The attribute.
    public let attribute: Attribute

    /// What existing rows get; `nil` for no value.
    public let fill: String?

    /// Creates the difference.
    public init(attribute: Attribute, fill: String?) {
        self.attribute = attribute
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { attribute.name }

    /// The stable code.
    public static let code = "AP201"
}
