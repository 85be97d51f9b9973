/// Rows without a value get one, although nothing about the attribute or part asks for it.
package struct ValuesFilled: Difference {
    /// The newer name of the attribute, or of the part of a composite.
    package let name: String

    /// What rows without a value get.
    package let fill: String

    /// Creates the difference.
    package init(name: String, fill: String) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP222"
}
