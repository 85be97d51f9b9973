package import ApusSchema

/// A composite has a part more.
package struct PartAdded: Difference {
    /// The part.
    package let part: Attribute

    /// What existing rows get; `nil` for no value.
    package let fill: String?

    /// Creates the difference.
    package init(part: Attribute, fill: String?) {
        self.part = part
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { part.name }

    /// The stable code.
    package static let code = "AP256"
}
