/// A part of a composite that may no longer be empty.
package struct PartBecameRequired: Difference {
    /// The part's newer name.
    package let name: String

    /// The value that rows without one get; `nil` if there is none.
    package let fill: String?

    /// Creates the difference.
    package init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP261"
}
