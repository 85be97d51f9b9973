/// A new transformer or Swift type that reads the same stored bytes.
package struct CoderChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The setting: `transformer` or `swiftType`.
    package let key: String

    /// The older one; `nil` for none.
    package let from: String?

    /// The newer one; `nil` for none.
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
    package static let code = "AP219"
}
