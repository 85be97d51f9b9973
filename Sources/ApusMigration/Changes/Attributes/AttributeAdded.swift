package import ApusSchema

/// The entity has an attribute more.
package struct AttributeAdded: Difference {
    /// The attribute.
    package let attribute: Attribute

    /// What existing rows get; `nil` for no value.
    package let fill: String?

    /// Creates the difference.
    package init(attribute: Attribute, fill: String?) {
        self.attribute = attribute
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { attribute.name }

    /// The stable code.
    package static let code = "AP201"
}
