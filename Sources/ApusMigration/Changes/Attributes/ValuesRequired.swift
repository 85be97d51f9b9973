/// Every row must have a value, although the property was required before.
package struct ValuesRequired: Difference {
    /// The property's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP223"
}
