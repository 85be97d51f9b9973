/// An enum case with a new raw value.
package struct EnumRawValueChanged: Difference {
    /// The case's newer name.
    package let name: String

    /// The older raw value.
    package let from: String

    /// The newer raw value.
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
    package static let code = "AP254"
}
