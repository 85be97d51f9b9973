/// A structure that its element reads and writes itself.
package enum KeyStructure: Hashable, Sendable {
    /// The type of an attribute.
    case type
    /// What a relationship leads to.
    case destination
    /// Attributes by name.
    case attributes
    /// Relationships by name.
    case relationships
    /// Fetched properties by name.
    case fetchedProperties
    /// Names, or lists of names.
    case constraints
    /// Indexes by name.
    case indexes
    /// What an index sorts by.
    case indexElements
    /// What fetched objects are sorted by.
    case sortKeys
    /// Types by the names of variables.
    case variables
    /// The cases of an enum.
    case cases
    /// The raw value of an enum's case.
    case rawValue
    /// The entities by name.
    case entities
    /// The composites by name.
    case composites
    /// The enums by name.
    case enumerations
    /// The fetch requests by name.
    case fetchRequests
    /// The configurations by name.
    case configurations
}
