package import ApusSchema

/// A choice of one object for a to-one relationship where the older version could have several.
package struct DuplicatesReduced: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The object that is chosen.
    package let choice: Mapping.Duplicates

    /// Creates the difference.
    package init(name: String, choice: Mapping.Duplicates) {
        self.name = name
        self.choice = choice
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP316"
}
