/// There may be objects of exactly this entity now.
package struct EntityBecameConcrete: Difference {
    /// The entity's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP107"
}
