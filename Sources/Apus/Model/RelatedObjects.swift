/// The objects of a to-many relationship, in the user's order if the relationship is ordered.
///
/// Until the stored objects are loaded, it only has the changes.
final class RelatedObjects {
    /// Whether the stored objects are loaded.
    private(set) var isLoaded: Bool = false

    /// Whether the order of the objects differs from the stored order.
    private(set) var isReordered: Bool = false

    /// Whether the list began without all of the stored objects, because the owner had left its context before they were read.
    var isPartial: Bool = false

    /// Whether the store has other objects by now.
    private var isOutdated: Bool = false

    private var loaded = ObjectList()
    private var additions = ObjectList()
    private var removals = ObjectList()

    /// The loaded objects.
    var objects: [ModelObject] { loaded.objects }

    /// The objects that were added since the last save. The store may already have them: writing a reference twice does
    /// no harm.
    var added: [ModelObject] { additions.objects }

    /// The objects that were removed since the last save, also if they were added again, which moved them to the end.
    var removed: [ModelObject] { removals.objects }

    /// Sets the order of the objects, which must be loaded.
    func reorder(_ objects: [ModelObject]) {
        loaded = ObjectList(objects)
        isReordered = true
    }

    /// Adds an object.
    func add(_ object: ModelObject) {
        additions.append(object)
        if isLoaded { loaded.append(object) }
    }

    /// Removes an object.
    func subtract(_ object: ModelObject) {
        additions.remove(object)
        removals.append(object)
        if isLoaded { loaded.remove(object) }
    }

    /// Whether the object is known to be in the relationship.
    func contains(_ object: ModelObject) -> Bool {
        isLoaded ? loaded.contains(object) : additions.contains(object)
    }

    /// Whether the object was added or removed since the last save.
    func hasChange(of object: ModelObject) -> Bool { additions.contains(object) || removals.contains(object) }

    /// Merges the stored objects with the changes.
    func load(_ stored: [ModelObject]) {
        isLoaded = true
        loaded = ObjectList(stored)
        for object in removed { loaded.remove(object) }
        for object in added { loaded.append(object) }
    }

    /// Forgets whether an object is in the relationship; the stored objects are loaded again.
    func forget(_ object: ModelObject) {
        let (wasAdded, wasRemoved) = (additions.contains(object), removals.contains(object))
        additions.remove(object)
        removals.remove(object)
        if !isReordered {
            unload()
        } else if wasAdded {
            loaded.remove(object)
        } else if wasRemoved {
            loaded.append(object)
        }
    }

    /// The same objects and changes, which later changes leave as they are.
    func copy() -> RelatedObjects {
        let copy = RelatedObjects()
        (copy.isLoaded, copy.isReordered, copy.isOutdated) = (isLoaded, isReordered, isOutdated)
        (copy.loaded, copy.additions, copy.removals) = (loaded, additions, removals)
        copy.isPartial = isPartial
        return copy
    }

    /// The same list of other objects, which stand for these; those without one are left out.
    func mapped(_ counterpart: (ModelObject) -> ModelObject?) -> RelatedObjects {
        let copy = copy()
        copy.loaded = ObjectList(objects.compactMap(counterpart))
        copy.additions = ObjectList(added.compactMap(counterpart))
        copy.removals = ObjectList(removed.compactMap(counterpart))
        return copy
    }

    /// Has the stored objects read again, under the changes; those in an order that is not saved yet after the save.
    func readAgain() {
        if isReordered { isOutdated = true } else { unload() }
    }

    /// Removes an object whose row is gone.
    func drop(_ object: ModelObject) { loaded.remove(object) }

    private func unload() {
        isLoaded = false
        loaded = ObjectList()
    }

    /// Marks the changes of one object as saved.
    func settle(_ object: ModelObject) {
        additions.remove(object)
        removals.remove(object)
    }

    /// Marks the changes as saved.
    func settle() {
        if isOutdated { unload() }
        (isOutdated, isPartial) = (false, false)
        additions = ObjectList()
        removals = ObjectList()
        isReordered = false
    }
}
