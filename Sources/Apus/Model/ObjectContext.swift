/// What an object needs of the context that it belongs to: rows to be read, and changes to be remembered.
///
/// Reading or changing a value that is there asks nothing of it.
protocol ObjectContext: AnyObject {
    /// Whether reading a property of the context's objects can be observed.
    var isObservable: Bool { get }

    /// Adds a new object, and the new objects that it is related to.
    func insert(_ object: ModelObject)

    /// Remembers that an object is to be saved: of each object, the first change since the last save.
    func noteChange(of object: ModelObject)

    /// Reads the values of an object.
    func load(_ object: ModelObject)

    /// Reads what the store computes of an object.
    func loadDerived(_ object: ModelObject)

    /// Reads a value of an object from a file beside the store; `nil` where that cannot be done.
    func load<Transformer: AttributeTransformer>(
        _ name: String,
        of object: ModelObject,
        at position: Int,
        by transformer: Transformer.Type
    ) -> Transformer.Value?

    /// The one object of a row that a key names; `nil` where there is none, or the store cannot be read.
    func object(of entity: EntityDescription, row: Int64) -> ModelObject?

    /// The stored objects at the far end of a relationship; `nil` where the store cannot be read.
    func related(to object: ModelObject, at position: Int) -> [ModelObject]?
}
