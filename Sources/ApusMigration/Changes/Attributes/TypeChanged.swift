/// An attribute with a new type.
package struct TypeChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// The older type.
    package let from: String

    /// The newer type.
    package let to: String

    /// The conversion that turns older values into newer ones; `nil` if there is none.
    package let conversion: String?

    /// Creates the difference.
    package init(name: String, from: String, to: String, conversion: String?) {
        self.name = name
        self.from = from
        self.to = to
        self.conversion = conversion
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP205"
}
