/// An attribute or a to-one relationship may no longer be empty.
package struct BecameRequired: Difference {
    /// The property's newer name.
    package let name: String

    /// What rows without a value get; `nil` where nothing is given.
    package let fill: String?

    /// Creates the difference.
    package init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP207"
}
