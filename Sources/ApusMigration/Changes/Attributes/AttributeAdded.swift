package import ApusSchema

/// An attribute that the newer schema adds to an entity.
package struct AttributeAdded: Difference {
    /// The attribute.
    package let attribute: Attribute

    /// The value that existing rows get; `nil` for none.
    package let fill: String?

    /// Creates the difference.
    package init(attribute: Attribute, fill: String?) {
        self.attribute = attribute
        self.fill = fill
    }

    /// The property, case or part that changes.
    package var property: String? { attribute.name }

    /// The stable code.
    package static let code = "AP201"
}
