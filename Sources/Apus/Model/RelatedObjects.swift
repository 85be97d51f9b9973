/// The objects at the far end of a to-many relationship: in the user's order where the relationship is ordered,
/// otherwise in no particular one.
///
/// Before they are loaded only the changes are kept; the store's own objects join them when somebody asks.
class RelatedObjects {
    /// Whether the objects are all there.
    fileprivate(set) var isLoaded: Bool = false

    /// What was added and is not in the store yet.
    fileprivate(set) var added: [ModelObject] = []

    /// What was removed and is in the store still.
    fileprivate(set) var removed: [ModelObject] = []

    /// Whether the objects are in another order than the store has them.
    fileprivate(set) var isReordered: Bool = false

    /// The objects, without those that were not loaded yet.
    var objects: [ModelObject] { [] }

    /// Puts the objects, which are loaded, in an order.
    func reorder(_ objects: [ModelObject]) {
        isReordered = true
    }

    fileprivate func append(_ object: ModelObject) {}

    fileprivate func remove(_ object: ModelObject) {}

    /// Adds an object that is not there yet, or of which that is not known.
    func add(_ object: ModelObject) {
        // Whether the store has it is not known here, so the change is kept in any case; writing it twice does no harm.
        if let index = removed.lastIndex(where: { $0 === object }) { removed.remove(at: index) }
        added.append(object)
        if isLoaded { append(object) }
    }

    /// Removes an object that is there, or of which that is not known.
    func subtract(_ object: ModelObject) {
        if let index = added.lastIndex(where: { $0 === object }) { added.remove(at: index) }
        removed.append(object)
        if isLoaded { remove(object) }
    }

    /// Whether the object is known to be there.
    func contains(_ object: ModelObject) -> Bool {
        (isLoaded ? objects : added).contains { $0 === object }
    }

    /// Joins what the store has with the changes.
    func load(_ stored: [ModelObject]) {
        isLoaded = true
        var passed: Set<ObjectIdentifier> = Set(removed.map { ObjectIdentifier($0) })
        for object in stored + added where passed.insert(ObjectIdentifier(object)).inserted { append(object) }
    }

    /// Takes the changes as saved.
    func settle() {
        added = []
        removed = []
        isReordered = false
    }
}

/// The objects of one class.
final class TypedRelatedObjects<Model: PersistentModel>: RelatedObjects {
    private(set) var models: [Model] = []

    override var objects: [ModelObject] { models }

    override func reorder(_ objects: [ModelObject]) {
        models = objects.map { unsafeDowncast($0, to: Model.self) }
        super.reorder(objects)
    }

    fileprivate override func append(_ object: ModelObject) {
        models.append(unsafeDowncast(object, to: Model.self))
    }

    fileprivate override func remove(_ object: ModelObject) {
        guard let index = models.lastIndex(where: { $0 === object }) else { return }
        models.remove(at: index)
    }
}
