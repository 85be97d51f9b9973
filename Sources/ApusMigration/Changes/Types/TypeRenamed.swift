/// An enum or a composite has another name.
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

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP263"
}
