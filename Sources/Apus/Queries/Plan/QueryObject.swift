/// What a query calls an object, or several: ways from the object that is asked, through relationships.
indirect enum QueryObject: Hashable, Sendable {
    /// An object that a scope goes through: the one that is asked, or one of a collection.
    case scope(Int, EntityTable.ID)
    /// The object at the far end of a to-one relationship.
    case one(QueryObject, position: Int, EntityTable.ID)
    /// One object of a collection, counted in its order from the beginning or from the end.
    case element(QueryCollection, index: Int64, isFromEnd: Bool)
    /// An object where it is of an entity below its own one, else none.
    case kind(QueryObject, EntityTable.ID)

    /// The table of the object's entity.
    var table: EntityTable.ID {
        switch self {
        case .scope(_, let table), .one(_, _, let table), .kind(_, let table): table
        case .element(let collection, _, _): collection.table
        }
    }
}

/// Several objects at the far end of relationships; a scope goes through them.
struct QueryCollection: Hashable, Sendable {
    /// Where the objects are found.
    indirect enum Source: Hashable, Sendable {
        /// At the far end of an object's relationship.
        case object(QueryObject)
        /// At the far ends of the relationship of each of several objects.
        case collection(QueryCollection)
    }

    let source: Source

    /// The position of the relationship.
    let position: Int

    /// The number of the scope.
    let scope: Int

    /// The table of the objects' entity.
    let table: EntityTable.ID

    /// What must hold of each object.
    var conditions: [QueryCondition] = []

    /// Each of the objects.
    var each: QueryObject { .scope(scope, table) }

    /// The table of the entity that has the relationship.
    var near: EntityTable.ID {
        switch source {
        case .object(let object): object.table
        case .collection(let collection): collection.table
        }
    }
}
