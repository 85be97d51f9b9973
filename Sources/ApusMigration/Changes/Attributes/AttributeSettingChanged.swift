/// An attribute says something else under a key that has no change of its own.
package struct AttributeSettingChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The key.
    package let key: String

    /// What the older schema says; `nil` for nothing.
    package let from: String?

    /// What the newer schema says; `nil` for nothing.
    package let to: String?

    /// Creates the difference.
    package init(name: String, key: String, from: String?, to: String?) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP210"
}
