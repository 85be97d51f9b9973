/// A unique constraint that the newer schema adds.
package struct UniquenessAdded: Difference {
    /// The properties of the constraint.
    package let properties: [String]

    /// Creates the difference.
    package init(properties: [String]) {
        self.properties = properties
    }

    /// The stable code.
    package static let code = "AP110"
}
