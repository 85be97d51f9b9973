/// A column, or a relationship's join table, with a new name in the store.
package struct ColumnNameChanged: Difference {
    /// The property's newer name.
    package let name: String

    /// The older column.
    package let from: String

    /// The newer column.
    package let to: String

    /// Creates the difference.
    package init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP220"
}
