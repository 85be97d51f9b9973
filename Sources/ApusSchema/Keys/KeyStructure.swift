/// A structure that its element reads and writes itself.
package enum KeyStructure: Hashable, Sendable {
    /// The type of an attribute.
    case type
    /// The destination of a relationship.
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
    /// The elements of an index.
    case indexElements
    /// The sort keys of fetched objects.
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
