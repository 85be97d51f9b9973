extension ModelContext {
    /// The new objects, in the order in which they were inserted. A nested context has those that it has inserted by itself; so it
    /// is with changed and deleted ones.
    public var insertedModelsArray: [any PersistentModel] {
        (parent == nil ? inserted : nesting?.changes.inserted ?? []).compactMap { $0 as? any PersistentModel }
    }

    /// The objects with unsaved changes whose rows are in the store.
    public var changedModelsArray: [any PersistentModel] {
        (parent == nil ? changed.filter { !$0.isDeleted } : nesting?.changes.updated ?? [])
            .compactMap { $0 as? any PersistentModel }
    }

    /// The deleted objects whose rows are still in the store.
    public var deletedModelsArray: [any PersistentModel] {
        (parent == nil ? deleted : nesting?.changes.deleted ?? []).compactMap { $0 as? any PersistentModel }
    }

    /// Makes some changes, and saves the context.
    ///
    /// - Parameter block: The closure that makes the changes. If it throws, nothing is saved, and the changes stay.
    /// - Throws: The error of `block`, or of ``save()``.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }
}
