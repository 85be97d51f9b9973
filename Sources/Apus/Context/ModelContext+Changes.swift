extension ModelContext {
    /// The new objects, in the order in which they were inserted.
    public var insertedModelsArray: [any PersistentModel] { own(inserted).compactMap { $0 as? any PersistentModel } }

    /// The objects with unsaved changes whose rows are in the store.
    public var changedModelsArray: [any PersistentModel] {
        own(changed).filter { !$0.isDeleted }.compactMap { $0 as? any PersistentModel }
    }

    /// The deleted objects whose rows are still in the store.
    public var deletedModelsArray: [any PersistentModel] { own(deleted).compactMap { $0 as? any PersistentModel } }

    /// Makes some changes, and saves the context.
    ///
    /// - Parameter block: The closure that makes the changes. If it throws, nothing is saved, and the changes stay.
    /// - Throws: The error of `block`, or of ``save()``.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }
}
