/// A setting of an entity that has no change type of its own.
package struct EntitySettingChanged: Difference {
    /// The key.
    package let key: String

    /// The setting in the older schema; `nil` for none.
    package let from: String?

    /// The setting in the newer schema; `nil` for none.
    package let to: String?

    /// Creates the difference.
    package init(key: String, from: String?, to: String?) {
        self.key = key
        self.from = from
        self.to = to
    }

    /// The stable code.
    package static let code = "AP105"
}
