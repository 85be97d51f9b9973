/// The services that an object needs from its context: reading rows and recording changes.
///
/// Accesses to values in memory do not use it.
protocol ObjectContext: AnyObject {
    /// Records what objects were before they change; `nil` if neither undo nor a notification needs it.
    var changeRecorder: (any ChangeRecorder)? { get }

    /// Whether a value could not be read.
    var hasReadingError: Bool { get }

    /// Inserts a new object, and the new objects that it is related to.
    func insert(_ object: ModelObject)

    /// Records the first change of a property since the last save, before it is made.
    func noteChange(of object: ModelObject, at position: Int)

    /// Records an error of a call that cannot throw, and that had no effect: the next save throws it.
    func report(_ error: ModelError)

    /// Returns whether objects, and the new objects that they are related to, can be in the context; if not, it reports it.
    func canInsert(_ objects: [ModelObject]) -> Bool

    /// Reads the values of an object.
    func load(_ object: ModelObject)

    /// Reads the derived attributes of an object.
    func loadDerived(_ object: ModelObject)

    /// Reads a value of an object from an external file; `nil` if that fails.
    func load<Transformer: AttributeTransformer>(
        _ name: String,
        of object: ModelObject,
        at position: Int,
        by transformer: Transformer.Type
    ) -> Transformer.Value?

    /// The object of the row that a foreign key refers to; `nil` if the row does not exist, or the store cannot be
    /// read.
    func object(of entity: EntityDescription, row: Int64) -> ModelObject?

    /// The stored objects of a relationship; `nil` if the store cannot be read.
    func related(to object: ModelObject, at position: Int) -> [ModelObject]?
}
