/// A relationship that can no longer point to objects of some entities, or that their objects can no longer have.
package struct ReferencesNarrowed: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The older names of the entities.
    package let entities: [String]

    /// Whether objects of the entities had the relationship, and its inverse does not lead to them.
    package let isOfHolders: Bool

    /// Creates the difference.
    package init(name: String, entities: [String], isOfHolders: Bool = false) {
        self.name = name
        self.entities = entities
        self.isOfHolders = isOfHolders
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP313"
}
