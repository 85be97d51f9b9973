/// The values of an object. Generated code has a subclass per entity, with a stored property for each property of the
/// entity.
///
/// The values are separate from the object, so that an object can exist before its row is read and can be rolled back,
/// and so that its class can be written by hand: a generated extension cannot add stored properties.
open class ModelBacking {
    /// Creates the values of a new object: each type's empty value, and no related objects.
    public required init() {}

    /// Reads the values from a row.
    ///
    /// - Parameter row: The row: the columns of the inherited attributes, then of the inherited foreign keys, then the
    ///   entity's own columns.
    /// - Throws: ``ModelError`` if a column's value does not have its property's type.
    public required init(apusRow row: RowReader) throws {}

    /// The entity whose values these are.
    open var apusEntity: EntityDescription { preconditionFailure("run 'apus generate'") }

    /// Reads the derived attributes from a row, and keeps the other values.
    ///
    /// - Throws: ``ModelError`` if a column's value does not have its property's type.
    open func apusTakeDerived(_ row: RowReader) throws {}

    /// Takes over the value of an attribute from the values of another object of the same entity.
    open func apusTake(_ position: Int, from other: ModelBacking) {}

    /// Binds an attribute's value to a statement.
    open func apusBind(_ position: Int, to statement: inout RowWriter) {}

    /// The object's end of a relationship.
    open subscript(apusEnd position: Int) -> RelationshipEnd {
        get { RelationshipEnd() }
        set {}
    }
}
