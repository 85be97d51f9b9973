/// An enum or a composite with a new name.
package struct TypeRenamed: Difference {
    /// The older name.
    package let from: String

    /// The newer name.
    package let to: String

    /// Creates the difference.
    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The stable code.
    package static let code = "AP263"
}
