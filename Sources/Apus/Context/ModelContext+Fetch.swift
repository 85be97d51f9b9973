import ApusSchema
import ApusStore
import GRDB

extension ModelContext {
    /// Fetches objects in the order of their rows, the new ones that are not saved yet last.
    ///
    /// Objects that the context has already keep the values that they have.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let table: EntityTable = try table(of: Model.self)
        let selection: Selection = container.selections[table.id]
        let map: IdentityMap = registered[table.root]
        var found: [ModelObject] = []
        try read { database in
            let statement: PreparedStatement = try container.statements.statement(
                .all(table.id),
                database,
                sql: selection.select(orderedBy: table.identity)
            )
            try statement.rows { row in
                let object: ModelObject = try object(selection, map, from: row)
                if !object.isDeleted { found.append(object) }
            }
        }
        // A row's object is of the class of its kind, and the rows are of kinds of this entity; an array of objects is one
        // of references, whatever their class.
        let models: [Model] = unsafeBitCast(found, to: [Model].self)
        return inserted.isEmpty ? models : models + inserted.compactMap { $0 as? Model }
    }

    /// The number of objects that a fetch would give.
    ///
    /// - Throws: ``ModelError`` where the store cannot be read.
    public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        let table: EntityTable = try table(of: Model.self)
        let condition: String? = container.selections[table.id].condition
        var count: Int = 0
        try read { database in
            let statement: PreparedStatement = try container.statements.statement(
                .count(table.id),
                database,
                sql: "SELECT count(*) FROM \(table.name)" + (condition.map { " WHERE \($0)" } ?? "")
            )
            try statement.rows { count = Int(RowReader.identity($0)) }
        }
        return count - deleted.count { $0 is Model } + inserted.count { $0 is Model }
    }

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
            guard let table = container.tables.first(where: { $0.entity.name == id.entityName }),
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
