package import ApusSchema

/// A part of a composite is gone, with its values.
package struct PartRemoved: Difference {
    /// The part, as the older schema has it.
    package let part: Attribute

    /// Creates the difference.
    package init(part: Attribute) {
        self.part = part
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { part.name }

    /// The stable code.
    package static let code = "AP257"
}
