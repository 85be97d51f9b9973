/// A fill of missing values that no other change asks for.
package struct ValuesFilled: Difference {
    /// The newer name of the attribute, or of the part of a composite.
    package let name: String

    /// The value that rows without one get.
    package let fill: String

    /// Creates the difference.
    package init(name: String, fill: String) {
        self.name = name
        self.fill = fill
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP222"
}
