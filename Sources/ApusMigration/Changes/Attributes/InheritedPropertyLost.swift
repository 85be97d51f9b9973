/// An entity that no longer has a property that it inherited and that other entities keep.
package struct InheritedPropertyLost: Difference {
    /// The property's older name.
    package let property: String?

    /// The entity that declared it.
    package let declaredBy: String

    /// Whether a store held values or references of it that nothing keeps.
    package let isLoss: Bool

    /// Whether a mapping keeps the values elsewhere.
    package let isKept: Bool

    /// Creates the difference.
    package init(property: String, declaredBy: String, isLoss: Bool, isKept: Bool = false) {
        self.property = property
        self.declaredBy = declaredBy
        self.isLoss = isLoss
        self.isKept = isKept
    }

    /// The stable code.
    package static let code = "AP221"
}
