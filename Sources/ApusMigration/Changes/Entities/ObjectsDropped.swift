/// Objects of an entity that no line of a mapping takes any more.
package struct ObjectsDropped: Difference {
    /// The older entity.
    package let entity: String

    /// Creates the difference.
    package init(entity: String) { self.entity = entity }

    /// The stable code.
    package static let code = "AP117"
}
