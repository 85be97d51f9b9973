/// A store keeps the cases of an enum as another type.
package struct EnumRawTypeChanged: Difference {
    /// The older type.
    package let from: String

    /// The newer type.
    package let to: String

    /// Creates the difference.
    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP255"
}
