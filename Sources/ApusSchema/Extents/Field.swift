/// What one value of an object, or of a pair of related objects, is: a column's meaning, whatever its name.
package enum Field: Hashable, Sendable {
    /// The object's identity: an integer, given once and never used again.
    case identity
    /// The name of the object's entity, in a table of several.
    case entity
    /// A value of an attribute: its name, then those of the parts of composites down to a part that is none.
    case attribute([String])
    /// The identity of the object that a to-one relationship leads to.
    case key(String)
    /// The object's place among those that the far object's ordered relationship leads to, the named relationship's
    /// inverse.
    case place(String)
    /// In a pair: the object whose relationship holds the pairs.
    case source
    /// In a pair: the object at the far end.
    case target
    /// In a pair: the target's place among those that the source leads to.
    case targetPlace
    /// In a pair: the source's place among those that the target leads back to.
    case sourcePlace
}
