/// The objects of a to-many relationship, in the user's order if the relationship is ordered.
///
/// Until the stored objects are loaded, it only has the changes.
class RelatedObjects {
    /// Whether the stored objects are loaded.
    fileprivate(set) var isLoaded: Bool = false

    /// The objects that were added since the last save.
    fileprivate(set) var added: [ModelObject] = []

    /// The objects that were removed since the last save.
    fileprivate(set) var removed: [ModelObject] = []

    /// Whether the order of the objects differs from the stored order.
    fileprivate(set) var isReordered: Bool = false

    /// The loaded objects.
    var objects: [ModelObject] { [] }

    /// Sets the order of the objects, which must be loaded.
    func reorder(_ objects: [ModelObject]) {
        isReordered = true
    }

    fileprivate func append(_ object: ModelObject) {}

    fileprivate func remove(_ object: ModelObject) {}

    /// Adds an object that is not in the relationship, as far as known.
    func add(_ object: ModelObject) {
        // The store may already have it. The change is recorded anyway: writing a reference twice does no harm.
        if let index = removed.lastIndex(where: { $0 === object }) { removed.remove(at: index) }
        added.append(object)
        if isLoaded { append(object) }
    }

    /// Removes an object that is in the relationship, as far as known.
    func subtract(_ object: ModelObject) {
        if let index = added.lastIndex(where: { $0 === object }) { added.remove(at: index) }
        removed.append(object)
        if isLoaded { remove(object) }
    }

    /// Whether the object is known to be in the relationship.
    func contains(_ object: ModelObject) -> Bool {
        (isLoaded ? objects : added).contains { $0 === object }
    }

    /// Merges the stored objects with the changes.
    func load(_ stored: [ModelObject]) {
        isLoaded = true
        var passed: Set<ObjectIdentifier> = Set(removed.map { ObjectIdentifier($0) })
        for object in stored + added where passed.insert(ObjectIdentifier(object)).inserted { append(object) }
    }

    /// Marks the changes as saved.
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
