/// A new default, for new objects only.
package struct DefaultChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The older default; `nil` for none.
    package let from: String?

    /// The newer default; `nil` for none.
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
    package static let code = "AP208"
}
