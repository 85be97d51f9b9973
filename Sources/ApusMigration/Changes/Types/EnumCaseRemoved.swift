/// An enum case that the newer schema no longer has.
package struct EnumCaseRemoved: Difference {
    /// The case's older name.
    package let name: String

    /// What a store keeps.
    package let rawValue: String

    /// Creates the difference.
    package init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP252"
}
