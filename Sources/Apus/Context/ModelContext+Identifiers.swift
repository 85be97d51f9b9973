extension ModelContext {
    /// Fetches one object by its identifier; `nil` where the store has no such row.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetch<Model: PersistentModel>(_ type: Model.Type, id: PersistentIdentifier) throws -> Model? {
        guard let object = model(for: id) as? Model else { return nil }
        if object.isFault { try loadRow(of: object) }
        return object.isDeleted ? nil : object
    }

    /// The object with that identifier, without asking the store: its values are read when they are needed.
    ///
    /// - Returns: The object; `nil` where the model has no such entity, or the identifier is a temporary one that no
    ///   object of this context has.
    public func model(for id: PersistentIdentifier) -> (any PersistentModel)? {
        switch id.key {
        case .row(let row):
            guard let table = container.table(named: id.entityName),
                !table.entity.isAbstract, row > 0
            else { return nil }
            let object: ModelObject = fault(in: table, row: row)
            return object.table === table ? object as? any PersistentModel : nil
        case .temporary: return inserted.first { $0.persistentModelID == id } as? any PersistentModel
        }
    }

    /// The object with that identifier, where the context has it already.
    public func registeredModel<Model: PersistentModel>(for id: PersistentIdentifier) -> Model? {
        guard let table = container.table(of: Model.self) else { return nil }
        switch id.key {
        case .row(let row):
            let object: Model? = registered[table.root][row] as? Model
            return object?.entity.name == id.entityName ? object : nil
        case .temporary: return inserted.first { $0.persistentModelID == id } as? Model
        }
    }

    func table(of type: any PersistentModel.Type) throws -> EntityTable {
        guard let table = container.table(of: type) else { throw ModelError.unknownClass("\(type)") }
        return table
    }
}
