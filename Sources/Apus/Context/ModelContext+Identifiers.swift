extension ModelContext {
    /// Fetches an object by its identifier; `nil` if the store does not have its row.
    ///
    /// - Throws: ``ModelError`` if the store cannot be read.
    public func fetch<Model: PersistentModel>(_ type: Model.Type, id: PersistentIdentifier) throws -> Model? {
        guard let object = model(for: id) as? Model else { return nil }
        if object.isFault { try loadRow(of: object) }
        return object.isDeleted ? nil : object
    }

    /// Returns the object with an identifier, as a fault: the store is read when a value is accessed.
    ///
    /// - Returns: The object; `nil` if the model does not have the entity, or the identifier is temporary and belongs
    ///   to no object of this context.
    public func model(for id: PersistentIdentifier) -> (any PersistentModel)? {
        // It may be one that the parent has not saved.
        nesting?.follow()
        switch id.key {
        case .row(let row):
            guard let table = coordinator.table(of: id),
                !table.entity.isAbstract, row != ModelObject.noRow
            else { return nil }
            if let object = reinserted(row, of: table) { return object as? any PersistentModel }
            let object = fault(in: table, row: row)
            return object.table === table ? object as? any PersistentModel : nil
        case .temporary: return inserted.first { $0.persistentModelID == id } as? any PersistentModel
        }
    }

    /// Returns the object with an identifier if it is already in the context.
    public func registeredModel<Model: PersistentModel>(for id: PersistentIdentifier) -> Model? {
        switch id.key {
        case .row(let row):
            guard let table = coordinator.table(of: id) else { return nil }
            let object = reinserted(row, of: table) ?? registered[table.root][row]
            return object?.entity === table.entity ? object as? Model : nil
        case .temporary: return inserted.first { $0.persistentModelID == id } as? Model
        }
    }

    /// The object whose deletion was undone after it was saved.
    private func reinserted(_ row: Int64, of table: EntityTable) -> ModelObject? {
        hasReturned ? inserted.first { $0.row == row && $0.table === table } : nil
    }

    func table(of type: any PersistentModel.Type) throws -> EntityTable {
        guard let table = coordinator.table(of: type) else { throw ModelError.unknownClass("\(type)") }
        return table
    }
}
