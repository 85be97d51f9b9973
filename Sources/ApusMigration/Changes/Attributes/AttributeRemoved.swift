package import ApusSchema

/// An attribute that the newer schema no longer has.
package struct AttributeRemoved: Difference {
    /// The attribute in the older schema.
    package let attribute: Attribute

    /// Whether a store held values of it that nothing keeps.
    package let isLoss: Bool

    /// Whether a mapping keeps the values elsewhere.
    package let isKept: Bool

    /// Creates the difference.
    package init(attribute: Attribute, isLoss: Bool, isKept: Bool = false) {
        self.attribute = attribute
        self.isLoss = isLoss
        self.isKept = isKept
    }

    /// The property, case or part that changes.
    package var property: String? { attribute.name }

    /// The stable code.
    package static let code = "AP202"
}
