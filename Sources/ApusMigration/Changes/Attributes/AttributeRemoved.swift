package import ApusSchema

/// The entity's attribute is gone, with its values.
package struct AttributeRemoved: Difference {
    /// The attribute, as the older schema has it.
    package let attribute: Attribute

    /// Whether a store held values of it.
    package let isLoss: Bool

    /// Creates the difference.
    package init(attribute: Attribute, isLoss: Bool) {
        self.attribute = attribute
        self.isLoss = isLoss
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { attribute.name }

    /// The stable code.
    package static let code = "AP202"
}
