/// The store computes an attribute that objects had values of their own for.
package struct BecameDerived: Difference {
    /// The attribute's newer name.
    package let name: String

    /// How it is computed.
    package let derivation: String

    /// Creates the difference.
    package init(name: String, derivation: String) {
        self.name = name
        self.derivation = derivation
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP215"
}
