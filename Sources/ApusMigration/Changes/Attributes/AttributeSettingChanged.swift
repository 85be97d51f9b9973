/// A setting of an attribute that has no change type of its own.
package struct AttributeSettingChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The key.
    package let key: String

    /// The setting in the older schema; `nil` for none.
    package let from: String?

    /// The setting in the newer schema; `nil` for none.
    package let to: String?

    /// Creates the difference.
    package init(name: String, key: String, from: String?, to: String?) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP210"
}
