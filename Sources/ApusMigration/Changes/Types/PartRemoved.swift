package import ApusSchema

/// A part that a composite no longer has.
package struct PartRemoved: Difference {
    /// The part in the older schema.
    package let part: Attribute

    /// Whether a mapping keeps the values elsewhere.
    package let isKept: Bool

    /// Creates the difference.
    package init(part: Attribute, isKept: Bool = false) {
        self.part = part
        self.isKept = isKept
    }

    /// The property, case or part that changes.
    package var property: String? { part.name }

    /// The stable code.
    package static let code = "AP257"
}
