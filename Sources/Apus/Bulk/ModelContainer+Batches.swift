public import Foundation

extension ModelContainer {
    /// Deletes objects in the store: see ``ModelContext/batchDelete(model:where:includeSubclasses:rules:)-(_,Predicate<Model>?,_,_)``. It can be called on any
    /// thread; contexts follow when they next fetch or save.
    @discardableResult
    public func batchDelete<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true,
        rules: BatchDeleteRules = .model
    ) throws -> BatchResult {
        try ModelContext(self, isObservable: false)
            .batchDelete(model: type, where: predicate, includeSubclasses: includeSubclasses, rules: rules)
    }

    /// Deletes objects that fulfil a condition made of columns: see
    /// ``ModelContext/batchDelete(model:where:includeSubclasses:rules:)-(_,Predicate<Model>?,_,_)``.
    @discardableResult
    public func batchDelete<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: ModelPredicate<Model>,
        includeSubclasses: Bool = true,
        rules: BatchDeleteRules = .model
    ) throws -> BatchResult {
        try ModelContext(self, isObservable: false)
            .batchDelete(model: type, where: predicate, includeSubclasses: includeSubclasses, rules: rules)
    }

    /// Sets properties of objects in the store: see ``ModelContext/batchUpdate(model:where:includeSubclasses:set:)-(_,Predicate<Model>?,_,_)``.
    @discardableResult
    public func batchUpdate<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true,
        set assignments: ColumnAssignment<Model>...
    ) throws -> BatchResult {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.includesSubentities = includeSubclasses
        return try ModelContext(self, isObservable: false).batchUpdate(descriptor, assignments)
    }

    /// Sets properties of objects that fulfil a condition made of columns: see
    /// ``ModelContext/batchUpdate(model:where:includeSubclasses:set:)-(_,Predicate<Model>?,_,_)``.
    @discardableResult
    public func batchUpdate<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: ModelPredicate<Model>,
        includeSubclasses: Bool = true,
        set assignments: ColumnAssignment<Model>...
    ) throws -> BatchResult {
        var descriptor = FetchDescriptor(where: predicate)
        descriptor.includesSubentities = includeSubclasses
        return try ModelContext(self, isObservable: false).batchUpdate(descriptor, assignments)
    }

    /// Inserts objects into the store: see ``ModelContext/batchInsert(into:from:row:)``.
    @discardableResult
    public func batchInsert<Model: PersistentModel, Element>(
        into type: Model.Type,
        mergePolicy: MergePolicy = .upsert,
        from elements: some Sequence<Element>,
        row: (Element) throws -> [ColumnAssignment<Model>]
    ) throws -> BatchResult {
        let context = ModelContext(self, isObservable: false)
        context.mergePolicy = mergePolicy
        return try context.batchInsert(into: type, from: elements, row: row)
    }
}
