extension ModelContext {
    /// Saves a value as its object, in a transaction of its own.
    ///
    /// The object is the one with the value's uid, or else with its identifier. If the value has neither, or no object has the
    /// uid, a new object is made. So saving a value with a uid twice makes one row; without a uid, save the returned value.
    ///
    /// Unsaved changes of the context stay unsaved; they are merged with what was saved, as with another context's changes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - shouldOverwrite: Whether an object that exists takes the value.
    /// - Returns: The value as it is in the store now, with its identifier and what the store computes, whatever this context
    ///   has changed or is pinned to.
    /// - Throws: ``ModelError/staleIdentifier(_:)`` if an identifier's object is not in the store, ``ModelError/readOnly`` if the
    ///   context only reads, and the errors of ``save()``. Nothing is saved then. If what was saved cannot be read again, the
    ///   error of reading; ``ModelError/objectGone(_:)`` if another context or process has deleted it meanwhile.
    @discardableResult
    public func save<Value: PersistentValue>(_ value: Value, shouldOverwrite: Bool = true) throws -> Value {
        let saved = try Value.save(models: [value], shouldOverwrite: shouldOverwrite, in: self)
        // A type that replaces saving may have saved nothing.
        guard let identifier = saved.first else { return value }
        // This context may have changes of its own, or read an older state.
        let reader = sibling()
        guard let object = try reader.fetch(Value.Object.self, id: identifier) else {
            throw ModelError.objectGone(identifier)
        }
        return try reader.throwingReadingErrors { try Value(object) }
    }

    /// Saves values as their objects, all or none, in a transaction of their own.
    ///
    /// The result is that of saving one after the other. So of several values of one object, the last one counts; with
    /// `shouldOverwrite: false`, the first one does, and only if the object is new: that is for pages of results of which some
    /// are known. All objects that exist are read with a few statements, whatever the number of values.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - shouldOverwrite: Whether objects that exist take the values.
    /// - Returns: The identifiers of the objects, in the order of the values.
    /// - Throws: As ``save(_:shouldOverwrite:)-(Value,_)``.
    @discardableResult
    public func save<Value: PersistentValue>(
        _ values: some Sequence<Value>,
        shouldOverwrite: Bool = true
    ) throws -> [PersistentIdentifier] {
        try Value.save(models: Array(values), shouldOverwrite: shouldOverwrite, in: self)
    }

    /// Returns the object with a uid; `nil` if there is none.
    public func fetchRecord<Value: RecordModel>(_ type: Value.Type, uid: Value.UidType) throws -> Value.Object? {
        try Value.fetchRecord(uid: uid, in: self)
    }

    /// Returns the objects with uids, as far as there are any, in the order of their rows.
    public func fetchRecords<Value: RecordModel>(
        _ type: Value.Type,
        uids: some Sequence<Value.UidType>
    ) throws -> [Value.Object] {
        try Value.fetchRecords(uids: Array(uids), in: self)
    }

    /// Returns the model with a uid; `nil` if there is none.
    public func fetchModel<Value: RecordModel>(_ type: Value.Type, uid: Value.UidType) throws -> Value? {
        try Value.fetchModel(uid: uid, in: self)
    }

    /// Returns the models with uids, as far as there are any, in the order of their rows.
    public func fetchModels<Value: RecordModel>(
        _ type: Value.Type,
        uids: some Sequence<Value.UidType>
    ) throws -> [Value] {
        try Value.fetchModels(uids: Array(uids), in: self)
    }

    /// Returns the values of the objects that a descriptor fetches.
    public func fetchModels<Value: PersistentValue>(
        _ type: Value.Type,
        _ descriptor: FetchDescriptor<Value.Object> = FetchDescriptor()
    ) throws -> [Value] {
        try Value.fetchModels(descriptor, in: self)
    }

    /// Deletes the objects with uids, as far as there are any, in a transaction of its own.
    public func deleteRecords<Value: RecordModel>(_ type: Value.Type, uids: some Sequence<Value.UidType>) throws {
        try Value.deleteRecords(uids: Array(uids), in: self)
    }

    /// Deletes a value's object, if there is one, in a transaction of its own.
    public func deleteModel<Value: PersistentValue>(_ value: Value) throws { try Value.deleteModel(value, in: self) }

    /// Deletes the objects of values, as far as there are any, in a transaction of its own.
    public func deleteModels<Value: PersistentValue>(_ values: some Sequence<Value>) throws {
        try Value.deleteModels(Array(values), in: self)
    }

    // MARK: - The work

    func saveValues<Value: PersistentValue>(
        _ values: [Value],
        shouldOverwrite: Bool
    ) throws -> [PersistentIdentifier] {
        if values.isEmpty { return [] }
        return try withWorker(of: Value.self) { worker in
            let saver = ValueSaver(worker, overwrites: shouldOverwrite)
            saver.need(values)
            // Another object's unique values are no reason to change it instead of the one with the uid.
            if saver.hasUids { worker.mergePolicy = .error }
            try saver.find()
            return try values.map { try saver.save($0) }
        }
    }

    func deleteValues<Value: PersistentValue>(_ values: [Value]) throws {
        if values.isEmpty { return }
        try withWorker(of: Value.self) { worker in
            let saver = ValueSaver(worker, overwrites: false)
            saver.need(values)
            try saver.find()
            for value in values {
                if let object = saver.existing(value), !object.isDeleted { worker.delete(object) }
            }
            return []
        }
    }

    /// Does work in a context of its own, and saves it: all or nothing, whatever this context has changed.
    ///
    /// If another context or process saves the same objects in between, the work is done once more with what they are now.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - work: The work, which returns objects.
    /// - Returns: The identifiers of the objects after the save.
    /// - Throws: The error of the work or the save; that of a value that could not be read in this context, from which the
    ///   values may have been copied; ``ModelError/readOnly``.
    @discardableResult
    func withWorker<Value: PersistentValue>(
        of type: Value.Type,
        _ work: (ModelContext) throws -> [Value.Object]
    ) throws -> [PersistentIdentifier] {
        if let readingError { throw readingError }
        guard accesses.allSatisfy({ $0 == nil }) else { throw ModelError.nestedSave }
        guard !onlyReads else { throw ModelError.readOnly }
        var attempts = 0
        while true {
            attempts += 1
            let worker = sibling()
            (worker.author, worker.name, worker.mergePolicy) = (author, name, mergePolicy)
            do {
                let objects = try work(worker)
                try worker.save()
                let identifiers = objects.map(\.persistentModelID)
                mergeSaves()
                return identifiers
            } catch let error as ModelError where error.isAboutOthers(afterAttempts: attempts) {
                continue
            }
        }
    }

    /// A new context that saves to where this one does.
    private func sibling() -> ModelContext {
        parent.map { ModelContext(parent: $0, isObservable: false) } ?? ModelContext(container, isObservable: false)
    }
}

extension ModelError {
    /// Whether another context or process may have caused the error by saving at the same time.
    fileprivate func isAboutOthers(afterAttempts attempts: Int) -> Bool {
        switch self {
        case .conflict, .objectGone: attempts < 3
        // Mostly the values themselves are the cause. If another save was, the next attempt finds its object.
        case .notUnique: attempts < 2
        default: false
        }
    }
}
