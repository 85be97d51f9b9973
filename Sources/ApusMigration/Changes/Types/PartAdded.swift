package import ApusSchema

/// A part that the newer schema adds to a composite.
package struct PartAdded: Difference {
    /// The part.
    package let part: Attribute

    /// The value that existing rows get; `nil` for none.
    package let fill: String?

    /// Creates the difference.
    package init(part: Attribute, fill: String?) {
        self.part = part
        self.fill = fill
    }

    /// The property, case or part that changes.
    package var property: String? { part.name }

    /// The stable code.
    package static let code = "AP256"
}
