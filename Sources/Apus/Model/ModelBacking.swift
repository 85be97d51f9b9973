/// The values of one object. Generated code makes a subclass an entity, with a stored property for each of the entity's
/// properties.
///
/// The values are kept apart from the object, so that an object can be there before its row was read, can go back to
/// what the store has, and can be a class that a person wrote, which a generated extension cannot give stored
/// properties.
open class ModelBacking {
    /// Creates the values of a new object: each type's empty one, and no related objects.
    public required init() {}

    /// Takes the values from a row.
    ///
    /// - Parameter row: The row: the columns of the inherited attributes, then those of the inherited keys, then the
    ///   entity's own ones.
    /// - Throws: ``ModelError`` where a column holds what its type cannot be.
    public required init(apusRow row: RowReader) throws {}

    /// The entity whose values these are.
    open var apusEntity: EntityDescription { preconditionFailure("run 'apus generate'") }

    /// Takes the values that the store computes from a row, and leaves the others as they are.
    ///
    /// - Throws: ``ModelError`` where a column holds what its type cannot be.
    open func apusTakeDerived(_ row: RowReader) throws {}

    /// Gives an attribute's value to a statement.
    open func apusBind(_ position: Int, to statement: inout RowWriter) {}

    /// The end of a relationship.
    open subscript(apusEnd position: Int) -> RelationshipEnd {
        get { RelationshipEnd() }
        set {}
    }
}
