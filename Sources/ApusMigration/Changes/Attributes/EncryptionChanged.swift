/// An attribute, or a part of a composite, whose values are encrypted now, or no longer, or with another key.
package struct EncryptionChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The name of the key in the older schema; `nil` if the values were not encrypted.
    package let from: String?

    /// The name of the key in the newer schema; `nil` if the values are not encrypted.
    package let to: String?

    /// Creates the difference.
    package init(name: String, from: String?, to: String?) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP225"
}
