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
        /// The objects of either kind that were known when the context was deallocated.
        case detached([DetachedReference])
    }

    var state: State

    /// Creates an end about which nothing is known.
    @_spi(Generated)
    public init() {
        state = .unknown
    }

    init(_ state: State) {
        self.state = state
    }

    /// The objects, as far as they are known without reading the store.
    var known: [ModelObject] {
        switch state {
        case .one(let object): object.map { [$0] } ?? []
        case .many(let related): related.isLoaded ? related.objects : related.added
        case .detached(let references): references.compactMap(\.object)
        case .unknown, .row: []
        }
    }

    /// Whether a known object is in no context.
    var knowsNew: Bool {
        switch state {
        case .one(let object): object.map { $0.context == nil } ?? false
        case .many, .detached: known.contains { $0.context == nil }
        case .unknown, .row: false
        }
    }

    /// Whether the end may retain objects.
    var isLoaded: Bool {
        switch state {
        case .one(let object): object != nil
        case .many: true
        case .unknown, .row, .detached: false
        }
    }

    /// Whether all objects of an end that is loaded are known.
    var isWhole: Bool {
        if case .many(let related) = state { related.isLoaded && !related.isPartial } else { true }
    }

    /// Whether an object is among those that are known.
    func isKnownToHave(_ object: ModelObject) -> Bool {
        switch state {
        case .one(let other): other === object
        case .many(let related): related.contains(object)
        case .unknown, .row, .detached: false
        }
    }

    /// The end of a stored to-one relationship, with the row of the object instead of the object.
    var asKey: RelationshipEnd {
        if case .one(let object?) = state, object.lifecycle == .stored, let row = object.row {
            return RelationshipEnd(.row(row))
        }
        return self
    }

    /// The same end, which later changes leave as it is.
    func copy() -> RelationshipEnd {
        if case .many(let related) = state { return RelationshipEnd(.many(related.copy())) }
        return self
    }

    /// Removes an object.
    mutating func subtract(_ object: ModelObject) {
        switch state {
        case .one(let other) where other === object: state = .one(nil)
        case .many(let related): related.subtract(object)
        case .one, .unknown, .row, .detached: break
        }
    }
}

extension RowReader {
    /// The end of a to-one relationship.
    @_spi(Generated)
    public func end(_ column: Int) -> RelationshipEnd {
        RelationshipEnd(isNull(column) ? .one(nil) : .row(int64(column)))
    }
}
