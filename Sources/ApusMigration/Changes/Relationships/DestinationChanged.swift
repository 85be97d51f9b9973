/// A relationship that points to another entity.
package struct DestinationChanged: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The older destination.
    package let from: String

    /// The newer destination.
    package let to: String

    /// Creates the difference.
    package init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP306"
}
