import ApusSchema
import ApusStore
public import Foundation

extension ModelContext {
    /// Deletes the objects that fulfil a condition, in the store and at once, without fetching them. Core Data calls it a batch
    /// delete request.
    ///
    /// It is a transaction of its own, like a save of another context: ``delete(model:where:includeSubclasses:)`` deletes with the
    /// next save instead. What is unsaved in this context is neither deleted nor saved; a changed object whose row is deleted is one
    /// that another context has deleted (``ModelError/objectGone(_:)``). Objects of all contexts follow, live results and the history
    /// know of it, and this context posts ``didSave``. It cannot be undone.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - predicate: The condition; `nil` deletes all objects.
    ///   - includeSubclasses: Whether objects of subclasses are deleted as well.
    ///   - rules: What happens to related objects.
    /// - Returns: What was deleted and changed.
    /// - Throws: ``ModelError``, such as ``ModelError/validation(_:)`` if the rule `deny` does not allow it; `StoreError` if the store
    ///   cannot be written. Nothing is deleted then.
    @discardableResult
    public func batchDelete<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true,
        rules: BatchDeleteRules = .model
    ) throws -> BatchResult {
        try batchDelete(
            FetchDescriptor(predicate: predicate),
            includeSubclasses: includeSubclasses,
            rules: rules
        )
    }

    /// Deletes the objects that fulfil a condition made of columns: see
    /// ``batchDelete(model:where:includeSubclasses:rules:)-(_,Predicate<Model>?,_,_)``.
    @discardableResult
    public func batchDelete<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: ModelPredicate<Model>,
        includeSubclasses: Bool = true,
        rules: BatchDeleteRules = .model
    ) throws -> BatchResult {
        try batchDelete(FetchDescriptor(where: predicate), includeSubclasses: includeSubclasses, rules: rules)
    }

    private func batchDelete<Model>(
        _ descriptor: FetchDescriptor<Model>,
        includeSubclasses: Bool,
        rules: BatchDeleteRules
    ) throws -> BatchResult {
        var descriptor = descriptor
        descriptor.includesSubentities = includeSubclasses
        return try runBatch(on: descriptor) { batch, query in
            try BatchDeletion(batch: batch, rules: rules).run(query)
        }
    }

    /// Sets properties of the objects that fulfil a condition, in the store and at once, without fetching them. Core Data calls it a
    /// batch update request.
    ///
    /// ```swift
    /// let columns = Trip.columns
    /// try context.batchUpdate(
    ///     model: Trip.self, where: columns.destination == "Oslo",
    ///     set: columns.nights.to(columns.nights + 1), columns.leader.to(nil))
    /// ```
    ///
    /// All values are computed from the objects as they were before. Each has to keep the model's rules, or nothing is changed. What
    /// ``batchDelete(model:where:includeSubclasses:rules:)-(_,Predicate<Model>?,_,_)`` says of transactions and unsaved changes holds
    /// here, too: of an object that this context has changed, the next save finds the conflict, as ``mergePolicy`` says.
    ///
    /// An expression without a value, as after a division by zero, sets nil.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - predicate: The condition; `nil` changes all objects.
    ///   - includeSubclasses: Whether objects of subclasses are changed as well.
    ///   - assignments: The properties, each with a value or an expression over the object.
    /// - Returns: What was changed.
    /// - Throws: ``ModelError``, such as ``ModelError/validation(_:)`` and ``ModelError/notUnique(object:columns:)``; `StoreError` if
    ///   the store cannot be written. Nothing is changed then.
    @discardableResult
    public func batchUpdate<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true,
        set assignments: ColumnAssignment<Model>...
    ) throws -> BatchResult {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.includesSubentities = includeSubclasses
        return try batchUpdate(descriptor, assignments)
    }

    /// Sets properties of the objects that fulfil a condition made of columns: see
    /// ``batchUpdate(model:where:includeSubclasses:set:)-(_,Predicate<Model>?,_,_)``.
    @discardableResult
    public func batchUpdate<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: ModelPredicate<Model>,
        includeSubclasses: Bool = true,
        set assignments: ColumnAssignment<Model>...
    ) throws -> BatchResult {
        var descriptor = FetchDescriptor(where: predicate)
        descriptor.includesSubentities = includeSubclasses
        return try batchUpdate(descriptor, assignments)
    }

    func batchUpdate<Model>(
        _ descriptor: FetchDescriptor<Model>,
        _ assignments: [ColumnAssignment<Model>]
    ) throws -> BatchResult {
        try runBatch(on: descriptor) { batch, query in
            let values = try assignments.map { try AssignedValue($0.assignment, query.table, batch.context) }
            try BatchUpdate(batch: batch, query: query, values: values).run()
        }
    }

    /// Inserts objects from their values, in the store and at once, without making objects. Core Data calls it a batch insert request.
    ///
    /// ```swift
    /// let columns = Trip.columns
    /// try context.batchInsert(into: Trip.self, from: lines) { line in
    ///     [columns.name.to(line.name), columns.nights.to(line.nights), columns.leader.to(leader)]
    /// }
    /// ```
    ///
    /// The sequence is read once, and never kept. Properties that are not given have the defaults of the model. All rows that break a
    /// rule of the model are counted, and nothing is inserted then. A row with the unique values of an object changes that object, or
    /// is left out, or refused, as ``mergePolicy`` says; unlike in a save, properties that are not given stay as they are.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - elements: What the objects are made of, one each.
    ///   - row: Returns the properties that an element gives. Expressions over the object are not possible.
    /// - Returns: What was inserted and changed.
    /// - Throws: ``ModelError``, such as ``ModelError/refusedRows(count:_:)``; an error of `row`; `StoreError` if the store cannot be
    ///   written. Nothing is inserted then.
    @discardableResult
    public func batchInsert<Model: PersistentModel, Element>(
        into type: Model.Type,
        from elements: some Sequence<Element>,
        row: (Element) throws -> [ColumnAssignment<Model>]
    ) throws -> BatchResult {
        let table = try table(of: Model.self)
        // An error of a file of the caller's is not one of the store.
        var callersError: (any Error)?
        do {
            return try runBatch(in: table) { batch in
                var insertion = try BatchInsertion(batch, table, mergePolicy.takesDuplicates)
                for element in elements {
                    let assignments: [ColumnAssignment<Model>]
                    do {
                        assignments = try row(element)
                    } catch {
                        callersError = error
                        throw error
                    }
                    try insertion.insert(assignments.map { $0.assignment })
                }
                try insertion.finish()
            }
        } catch {
            throw callersError ?? error
        }
    }

    // MARK: - Transactions

    private func runBatch<Model>(
        on descriptor: FetchDescriptor<Model>,
        _ work: (BatchTransaction, CompiledQuery) throws -> Void
    ) throws -> BatchResult {
        let table = try table(of: Model.self)
        let query = try self.query(descriptor, table)
        return try runBatch(in: table) { try work($0, query) }
    }

    /// Runs a batch in a transaction of the store that has a table, and has all contexts follow it.
    private func runBatch(in table: EntityTable, _ work: (BatchTransaction) throws -> Void) throws -> BatchResult {
        // What is written at once is not a change of a nested context: it follows the outer one.
        if let parent { return try parent.runBatch(in: table, work) }
        guard accesses.allSatisfy({ $0 == nil }), !isSaving, !isRunningBatch else { throw ModelError.nestedSave }
        let store = coordinator.stores[table.store]
        guard store.configuration.allowsSave else { throw ModelError.readOnly }
        pins = nil
        var result: BatchTransaction?
        do {
            (isSaving, isRunningBatch) = (true, true)
            defer { (isSaving, isRunningBatch) = (false, false) }
            try accessStore(store) {
                result = try store.write(author: author, context: name) { access in
                    let batch = BatchTransaction(self, access, FileChanges(store.file))
                    do {
                        try work(batch)
                    } catch {
                        batch.files.undo()
                        throw error
                    }
                    return batch
                } undo: {
                    $0.files.undo()
                }
            }
        } catch {
            try? pinAgain()
            throw error
        }
        guard let result else { throw ModelError.containerClosed }
        result.files.settle()
        post(result)
        return BatchResult(
            inserted: result.inserted,
            updated: result.updated.map(\.object),
            deleted: result.deleted,
            count: result.count
        )
    }

    /// Has this context and all others take over what a batch has written.
    private func post(_ batch: BatchTransaction) {
        let save = SavedChanges(
            inserted: batch.inserted,
            updated: batch.updated.map(\.object),
            deleted: batch.deleted,
            properties: batch.updated.map(\.properties)
        )
        // Objects that this context has must follow, too.
        coordinator.observers.post(save, from: nil)
        coordinator.live.note(save, coordinator)
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: save.userInfo)
        mergeSaves()
        // If it fails, the next fetch throws the error.
        try? pinAgain()
    }
}
