/// An encrypted attribute, or a part of a composite, whose values a store can look up now, or no longer.
package struct LookupChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// Whether values can be looked up in the newer schema.
    package let isAdded: Bool

    /// Creates the difference.
    package init(name: String, isAdded: Bool) {
        self.name = name
        self.isAdded = isAdded
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP226"
}
