/// A property that another entity of the hierarchy now declares.
package struct PropertyMoved: Difference {
    /// The property's newer name.
    package let name: String

    /// The entities that declared it.
    package let from: [String]

    /// The entity that declares it now.
    package let to: String

    /// Creates the difference.
    package init(name: String, from: [String], to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP211"
}
