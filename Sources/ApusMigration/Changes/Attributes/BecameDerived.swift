/// An attribute whose values the store now computes.
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

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP215"
}
