/// The values of one object. Generated code makes a subclass an entity, with a stored property each.
///
/// The values are kept apart from the object, so that an object can be there before its row was read, can go back to
/// what the store has, and can be a class that a person wrote, which a generated extension cannot give stored
/// properties.
open class ModelBacking {
    /// Creates the values of a new object: each type's empty one, and no related objects.
    public required init() {}

    /// The entity whose values these are.
    open var apusEntity: EntityDescription { EntityDescription("") }

    /// Takes the values from a row: the attributes, then the keys of the to-one relationships that keep one.
    ///
    /// - Throws: ``ModelError`` where a column holds what its type cannot be.
    open func apusRead(_ row: RowReader) throws {}

    /// Gives an attribute's value to a statement.
    open func apusBind(_ position: Int, to statement: inout RowWriter) {}

    /// The end of a relationship.
    open subscript(apusEnd position: Int) -> RelationshipEnd {
        get { RelationshipEnd() }
        set {}
    }
}
