/// A value of an object or of a join table's row: the meaning of a column, independent of its name.
package enum Field: Hashable, Sendable {
    /// The object's identity: an integer that is never reused.
    case identity
    /// The name of the object's entity, in a table of several entities.
    case entity
    /// A value of an attribute: its name, then those of the parts of composites down to the innermost part.
    case attribute([String])
    /// The lookup of an encrypted attribute's value, for which the store is asked instead. Not a member of an extent: it follows
    /// from the value.
    case lookup([String])
    /// The identity of the object that a to-one relationship points to.
    case key(String)
    /// The order key of the object in the ordered to-many inverse of a to-one relationship.
    case orderKey(String)
    /// The identity of the object whose relationship owns the join table.
    case source
    /// The identity of the object that the join table's relationship points to.
    case target
    /// The target's order key in the source's relationship, in a join table.
    case targetOrderKey
    /// The source's order key in the target's inverse relationship, in a join table.
    case sourceOrderKey
}
