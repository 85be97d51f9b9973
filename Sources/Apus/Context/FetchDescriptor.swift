public import Foundation

/// The objects to fetch: their predicate, order and number.
///
/// ```swift
/// var descriptor = FetchDescriptor<Trip>(
///     predicate: #Predicate { $0.nights > 7 },
///     sortBy: [SortDescriptor(\.startDate)]
/// )
/// descriptor.fetchLimit = 20
/// let trips = try context.fetch(descriptor)
/// ```
///
/// Conditions and orders of ``EntityColumns`` say more than Foundation's: `FetchDescriptor(where: Trip.columns.nights > 7)`.
public struct FetchDescriptor<Model: PersistentModel>: Sendable {
    /// The condition that fetched objects fulfil; `nil` fetches all objects.
    public var predicate: Predicate<Model>?

    /// The sort order, the most significant key first. Objects that compare equal are in the order of their rows, and
    /// unsaved objects come last.
    public var sortBy: [SortDescriptor<Model>] = []

    /// Another condition that fetched objects fulfil, made of columns.
    public var filter: ModelPredicate<Model>?

    /// The sort order among objects that are equal by ``sortBy``, made of columns.
    public var order: [SortColumn<Model>]

    /// The maximum number of objects to fetch; `nil` for no limit.
    public var fetchLimit: Int?

    /// The number of objects to skip at the beginning.
    public var fetchOffset: Int?

    /// The number of objects whose values are read at a time: reading a value of an object that has none yet reads
    /// those of its whole batch. `nil` reads all values with the fetch.
    public var fetchBatchSize: Int?

    /// Whether the fetch considers unsaved changes: inserted and deleted objects, and changed ones that now fulfil the
    /// predicate or no longer do. If there are unsaved changes and the predicate follows relationships, all rows are
    /// read. Derived attributes have the values that they had at the last save.
    public var includePendingChanges: Bool = true

    /// Whether objects of sub-entities are fetched as well.
    public var includesSubentities: Bool = true

    /// Whether the fetch reads the objects' values; otherwise an object's values are read when one is accessed.
    public var includesPropertyValues: Bool = true

    /// The properties whose values the fetch reads; if there are none, those of all. Others are read with the object's whole row
    /// when one of them is accessed, or anything of the object is changed.
    ///
    /// Foreign keys are read in any case, and so are required values of enums, composites, coders and transformers, and required
    /// values that may be in files. If the fetch depends on unsaved changes, and with a batch size, whole rows are read.
    public var propertiesToFetch: [any PartialKeyPath<Model> & Sendable] = []

    /// The relationships to prefetch: `[\.accommodation, \.leader?.friends]`. Others are read object by object when they are
    /// accessed.
    public var relationshipKeyPathsForPrefetching: [any PartialKeyPath<Model> & Sendable] = []

    /// More relationships to prefetch, by names, which lead through to-many relationships as well: `items.owner`.
    public var relationshipNamesForPrefetching: [String] = []

    /// Creates a fetch descriptor of columns: its ``filter`` and ``order``.
    ///
    /// - Parameters:
    ///   - filter: The condition that fetched objects fulfil; `nil` fetches all objects.
    ///   - order: The sort order, the most significant key first.
    public init(where filter: ModelPredicate<Model>? = nil, sortBy order: [SortColumn<Model>] = []) {
        self.filter = filter
        self.order = order
    }

    /// The whole condition.
    var condition: ModelPredicate<Model>? {
        guard let predicate else { return filter }
        return filter.map { ModelPredicate(predicate) && $0 } ?? ModelPredicate(predicate)
    }

    /// The whole order.
    var keys: [SortColumn<Model>] { sortBy.map { SortColumn($0) } + order }

    /// The number of objects to skip and the maximum to return. A limit of 0 means no limit, as in Core Data.
    var page: (offset: Int, limit: Int?) {
        (max(fetchOffset ?? 0, 0), fetchLimit.flatMap { $0 > 0 ? $0 : nil })
    }

    var batchSize: Int? { fetchBatchSize.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the descriptor fetches all objects, with their values, in the order of their rows.
    var isPlain: Bool {
        predicate == nil && filter == nil && sortBy.isEmpty && order.isEmpty && page == (0, nil) && includesSubentities
            && includesPropertyValues && propertiesToFetch.isEmpty
            && batchSize == nil
    }
}
