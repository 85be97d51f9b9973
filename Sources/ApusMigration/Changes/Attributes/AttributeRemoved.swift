package import ApusSchema

/// An attribute that the newer schema no longer has.
package struct AttributeRemoved: Difference {
    /// The attribute in the older schema.
    package let attribute: Attribute

    /// Whether a store held values of it.
    package let isLoss: Bool

    /// Creates the difference.
    package init(attribute: Attribute, isLoss: Bool) {
        self.attribute = attribute
        self.isLoss = isLoss
    }

    /// The property, case or part that changes.
    package var property: String? { attribute.name }

    /// The stable code.
    package static let code = "AP202"
}
