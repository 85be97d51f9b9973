/// A part of a composite may now be empty.
package struct PartBecameOptional: Difference {
    /// The part's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP260"
}
