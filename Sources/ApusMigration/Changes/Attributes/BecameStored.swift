/// A property that lived in memory only and is now stored.
package struct BecameStored: Difference {
    /// The property's newer name.
    package let name: String

    /// The value that existing rows get; `nil` for none.
    package let fill: String?

    /// Creates the difference.
    package init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP213"
}
