/// An enum case with a new name and the same raw value.
package struct EnumCaseRenamed: Difference {
    /// The older name.
    package let from: String

    /// The newer name.
    package let to: String

    /// Creates the difference.
    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { to }

    /// The stable code.
    package static let code = "AP253"
}
