/// An entity with a new name.
package struct EntityRenamed: Difference {
    /// The older name.
    package let from: String

    /// The newer name.
    package let to: String

    /// Creates the difference.
    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The stable code.
    package static let code = "AP104"
}
