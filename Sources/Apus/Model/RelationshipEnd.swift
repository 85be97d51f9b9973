/// An object's end of a relationship. Generated code has one per relationship.
public struct RelationshipEnd {
    /// What is known about the related objects.
    enum State {
        /// Nothing: they have to be read from the store. An object without a row has no related objects then.
        case unknown
        /// The row of a to-one relationship, whose object has not been accessed yet.
        case row(Int64)
        /// The object of a to-one relationship, or none.
        case one(ModelObject?)
        /// The objects of a to-many relationship, or the changes to them.
        case many(RelatedObjects)
    }

    var state: State

    /// Creates an end about which nothing is known.
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
