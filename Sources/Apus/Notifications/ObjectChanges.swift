/// What has changed in a context: see ``ModelContext/objectsDidChange``.
public struct ObjectChanges: Sendable {
    /// The new objects, with temporary identifiers until they are saved, and those whose deletion was taken back.
    public internal(set) var inserted: [PersistentIdentifier] = []
    /// The changed objects, those included whose relationships changed.
    public internal(set) var updated: [PersistentIdentifier] = []
    /// The objects that were deleted, or that left the context because they are not in the store.
    public internal(set) var deleted: [PersistentIdentifier] = []
    /// The objects whose values are read again, because others have changed them, or their changes were discarded.
    public internal(set) var refreshed: [PersistentIdentifier] = []
    /// The objects that were in the context when it was reset.
    public internal(set) var invalidated: [PersistentIdentifier] = []

    var isEmpty: Bool { [inserted, updated, deleted, refreshed, invalidated].allSatisfy(\.isEmpty) }
}
