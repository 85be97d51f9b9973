/// A changed limit on the number of objects in a to-many relationship.
package struct CountsChanged: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The rule: `minimumModelCount`, `maximumModelCount` or `optional`.
    package let key: String

    /// The older number; `nil` for none.
    package let from: String?

    /// The newer number; `nil` for none.
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
    package static let code = "AP314"
}
