extension ModelContext {
    /// Reads an object again: the properties that are not changed get the values that the store has now, when one of them is
    /// accessed. Changes of the object stay, and are in no conflict with what the store, or the parent, has now.
    ///
    /// New and deleted objects stay as they are. If the store cannot be read, the next ``save()`` throws the error.
    ///
    /// - Parameter object: An object of this context; of another one, the next save throws
    ///   ``ModelError/foreignObject(_:)``.
    public func refresh(_ object: some PersistentModel) {
        refresh(object as ModelObject)
    }

    func refresh(_ object: ModelObject) {
        nesting?.follow()
        if nesting?.accept(lossOf: object) == true, object.context == nil { return }
        guard object.context === self else { return report(.foreignObject(object.persistentModelID)) }
        nesting?.acknowledge(object)
        nesting?.revision += 1
        guard object.lifecycle == .stored else { return }
        if object.isUnchanged { return readAgain([object]) }
        guard let found = changesByOthers(of: object) else { return }
        tracker?.noteRefresh(of: [object])
        takeUnchanged(found)
        acknowledge(found.conflicts + found.reverted, of: found)
    }

    /// Reads what others have changed in an object, but for what this context has changed.
    func readUnchanged(_ object: ModelObject) {
        guard object.lifecycle == .stored else { return }
        if object.isUnchanged { return readAgain([object]) }
        guard let found = changesByOthers(of: object) else { return }
        tracker?.noteRefresh(of: [object])
        takeUnchanged(found)
    }

    /// Has the unchanged ones of some objects read again when they are accessed, and notifies their observers.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - positions: The properties that may have changed, by entity.
    func readAgain(
        _ objects: [ModelObject],
        _ positions: (EntityDescription) -> some Sequence<Int> = \.properties.indices
    ) {
        let unchanged = objects.filter(\.isUnchanged)
        tracker?.noteRefresh(of: unchanged)
        unchanged.changing(positions) {
            // An observer may have changed them just now.
            for object in unchanged where object.isUnchanged { object.turnIntoFault() }
        }
    }

    /// What others have changed in an object's row; `nil` for nothing, or if the store cannot be read.
    func changesByOthers(of object: ModelObject) -> ConflictFinder.Found? {
        var found: ConflictFinder.Found?
        do {
            guard let table = object.table else { return nil }
            try read(table) {
                found = try ConflictFinder(context: self, store: coordinator.stores[table.store], access: $0).find(
                    object
                )
            }
        } catch {
            if readingError == nil { readingError = error }
        }
        return found
    }

    /// Lets go of all objects, and discards all changes. Objects that are in use keep what was read, and belong to no context
    /// any more. Nothing can be undone or redone afterwards.
    public func reset() {
        recorder?.clear()
        tracker?.noteReset()
        letGoOfObjects()
        if parent != nil { return }
        pins = nil
        try? pinAgain()
    }
}
