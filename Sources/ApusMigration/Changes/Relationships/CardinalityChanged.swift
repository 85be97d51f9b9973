/// A to-one relationship that became to-many, or a to-many one that became to-one.
package struct CardinalityChanged: Difference {
    /// The relationship's newer name.
    package let name: String

    /// Whether it is to-many now.
    package let isToMany: Bool

    /// Creates the difference.
    package init(name: String, isToMany: Bool) {
        self.name = name
        self.isToMany = isToMany
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP305"
}
