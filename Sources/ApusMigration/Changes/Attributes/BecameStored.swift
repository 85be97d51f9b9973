/// Stores keep a property that lived in memory only.
package struct BecameStored: Difference {
    /// The property's newer name.
    package let name: String

    /// What existing rows get; `nil` for no value.
    package let fill: String?

    /// Creates the difference.
    package init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP213"
}
