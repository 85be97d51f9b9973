/// Another entity of the hierarchy declares a property than before: it was pulled up or pushed down.
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

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP211"
}
