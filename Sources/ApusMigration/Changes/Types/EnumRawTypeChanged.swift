/// An enum whose cases are stored as another type.
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

    /// The stable code.
    package static let code = "AP255"
}
