/// One object's end of a relationship. Generated code stores one a relationship.
public struct RelationshipEnd {
    /// What is known of the far end.
    enum State {
        /// Nothing: the store has to be asked. Of an object that is in no store: nobody is there.
        case unknown
        /// The row that is there, of which no object was asked for yet.
        case row(Int64)
        /// The object that is there, or none.
        case one(ModelObject?)
        /// The objects of a to-many relationship, or their changes.
        case many(RelatedObjects)
    }

    var state: State

    /// An end of which nothing is known.
    public init() {
        state = .unknown
    }

    init(_ state: State) {
        self.state = state
    }
}

extension RowReader {
    /// The end of a to-one relationship.
    public func end(_ column: Int) -> RelationshipEnd {
        RelationshipEnd(isNull(column) ? .one(nil) : .row(int64(column)))
    }
}
