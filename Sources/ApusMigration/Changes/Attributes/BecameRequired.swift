/// An attribute or a to-one relationship that may no longer be empty.
package struct BecameRequired: Difference {
    /// The property's newer name.
    package let name: String

    /// The value that rows without one get; `nil` if there is none.
    package let fill: String?

    /// The rows of a relationship that stay without an object.
    package let rowsLeftEmpty: RowsLeftEmpty

    /// Creates the difference.
    package init(name: String, fill: String?, rowsLeftEmpty: RowsLeftEmpty = .none) {
        self.name = name
        self.fill = fill
        self.rowsLeftEmpty = rowsLeftEmpty
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP207"
}
