/// Several objects may share these properties now.
package struct UniquenessRemoved: Difference {
    /// The properties of the constraint.
    package let properties: [String]

    /// Creates the difference.
    package init(properties: [String]) {
        self.properties = properties
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP111"
}
