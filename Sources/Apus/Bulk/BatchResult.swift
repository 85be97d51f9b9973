/// What a batch has written to a store.
public struct BatchResult: Hashable, Sendable {
    /// The new objects.
    public let inserted: [PersistentIdentifier]

    /// The changed objects, those included that have lost a deleted one, or that a new one refers to.
    public let updated: [PersistentIdentifier]

    /// The deleted objects, those included that delete rules have deleted.
    public let deleted: [PersistentIdentifier]

    /// The number of objects that the predicate chose, or of rows that were given.
    public let count: Int
}

/// What happens to the objects that are related to those which ``ModelContext/batchDelete(model:where:includeSubclasses:rules:)-(_,Predicate<Model>?,_,_)``
/// deletes.
public enum BatchDeleteRules: Hashable, Sendable, CaseIterable {
    /// The delete rules of the model, as ``ModelContext/delete(_:)`` and ``ModelContext/save()`` carry them out.
    case model

    /// Nothing cascades, and no rule denies anything: references to deleted objects are set to nil, also those of relationships
    /// without an inverse. If one of them is required, or a relationship has too few objects afterwards, nothing is deleted.
    case ignored
}
