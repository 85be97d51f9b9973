/// There may be no objects of exactly this entity any more, only of its sub-entities.
package struct EntityBecameAbstract: Difference {
    /// The entity's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP106"
}
