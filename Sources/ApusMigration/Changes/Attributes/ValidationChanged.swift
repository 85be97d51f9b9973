/// A changed rule for the valid values of an attribute.
package struct ValidationChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The rule: `minimum`, `maximum`, `length` or `pattern`.
    package let key: String

    /// The older rule; `nil` for none.
    package let from: String?

    /// The newer rule; `nil` for none.
    package let to: String?

    /// Whether values that were valid may no longer be.
    package let isTighter: Bool

    /// Creates the difference.
    package init(name: String, key: String, from: String?, to: String?, isTighter: Bool) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
        self.isTighter = isTighter
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP217"
}
