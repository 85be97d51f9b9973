/// What to fetch: which objects, in which order, how many.
///
/// ```swift
/// var descriptor = FetchDescriptor(
///     where: Trip.columns.startDate >= Date.now,
///     sortBy: [Trip.columns.startDate.ascending]
/// )
/// descriptor.fetchLimit = 20
/// let trips = try context.fetch(descriptor)
/// ```
public struct FetchDescriptor<Model: PersistentModel>: Sendable {
    /// Which objects; `nil` for all.
    public var predicate: ModelPredicate<Model>?

    /// The order, the most significant key first. Objects that are equal in it come in the order of their rows, those
    /// that are not saved yet last.
    public var sortBy: [SortColumn<Model>]

    /// How many objects are fetched at most; `nil` for all.
    public var fetchLimit: Int?

    /// How many objects are left out at the beginning.
    public var fetchOffset: Int?

    /// How many objects' values are read at once: those of the others follow, as many at a time, when somebody asks for
    /// one of them; `nil` for all.
    public var fetchBatchSize: Int?

    /// Whether changes that are not saved yet count: new objects, deleted ones, and those that fulfil the predicate now
    /// or no longer do. Where a predicate asks other objects than the fetched ones, and there are changes, all rows are
    /// read. What the store computes (derived attributes) is as it was saved.
    public var includePendingChanges: Bool = true

    /// Whether objects of sub-entities are fetched as well.
    public var includesSubentities: Bool = true

    /// Whether values are read at once; otherwise an object's are when somebody asks for one.
    public var includesPropertyValues: Bool = true

    /// The relationships whose far ends are read along, by their names, with points between them where they lead on
    /// (`items.owner`); otherwise they are read object by object when somebody asks.
    public var relationshipKeyPathsForPrefetching: [String] = []

    /// Describes a fetch.
    ///
    /// - Parameters:
    ///   - predicate: Which objects; `nil` for all.
    ///   - order: Their order.
    public init(where predicate: ModelPredicate<Model>? = nil, sortBy order: [SortColumn<Model>] = []) {
        self.predicate = predicate
        sortBy = order
    }

    /// The number of objects to give, and how many to leave out before; no limit where it is 0, as in Core Data.
    var page: (offset: Int, limit: Int?) {
        (max(fetchOffset ?? 0, 0), fetchLimit.flatMap { $0 > 0 ? $0 : nil })
    }

    var batchSize: Int? { fetchBatchSize.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether all objects are fetched in the order of their rows.
    var isPlain: Bool {
        predicate == nil && sortBy.isEmpty && page == (0, nil) && includesSubentities && includesPropertyValues
            && batchSize == nil
    }
}
