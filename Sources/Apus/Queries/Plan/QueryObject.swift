/// An object in a query: a path through relationships from the fetched object, or from an object of a collection.
indirect enum QueryObject: Hashable, Sendable {
    /// The object of a scope: the fetched one, or one of a collection.
    case scope(Int, EntityTable.ID)
    /// The object of a to-one relationship.
    case one(QueryObject, position: Int, EntityTable.ID)
    /// The object at an index of an ordered collection, counted from the beginning or from the end.
    case element(QueryCollection, index: Int64, isFromEnd: Bool)
    /// The object if it is of a sub-entity; otherwise none.
    case kind(QueryObject, EntityTable.ID)

    /// The table of the object's entity.
    var table: EntityTable.ID {
        switch self {
        case .scope(_, let table), .one(_, _, let table), .kind(_, let table): table
        case .element(let collection, _, _): collection.table
        }
    }
}

/// The objects of a to-many relationship. A scope ranges over them.
struct QueryCollection: Hashable, Sendable {
    /// The objects that have the relationship.
    indirect enum Source: Hashable, Sendable {
        /// One object.
        case object(QueryObject)
        /// Each object of another collection.
        case collection(QueryCollection)
    }

    let source: Source

    /// The position of the relationship.
    let position: Int

    /// The scope's number.
    let scope: Int

    /// The table of the objects' entity.
    let table: EntityTable.ID

    /// The conditions that the objects fulfil.
    var conditions: [QueryCondition] = []

    /// The scope's object.
    var each: QueryObject { .scope(scope, table) }

    /// The table of the entity that has the relationship.
    var near: EntityTable.ID {
        switch source {
        case .object(let object): object.table
        case .collection(let collection): collection.table
        }
    }
}
