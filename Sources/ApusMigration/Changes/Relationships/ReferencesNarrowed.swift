/// A relationship that can no longer point to objects of some entities.
package struct ReferencesNarrowed: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The older names of the entities that it can no longer point to.
    package let entities: [String]

    /// Creates the difference.
    package init(name: String, entities: [String]) {
        self.name = name
        self.entities = entities
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP313"
}
