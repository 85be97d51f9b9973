/// A relationship whose references move to another column or table of the store.
package struct StorageMoved: Difference {
    /// The relationship's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP309"
}
