import ApusStore

extension ModelContext {
    /// Has the context read one state of the stores, that of now, until ``unpin()``. Core Data calls it a query generation.
    ///
    /// Whatever others save meanwhile is not seen, and ``didMerge`` waits. Unsaved changes stay. Unchanged objects are read again
    /// when they are accessed, so that they are of the same state. Of several stores, each has a state of its own.
    ///
    /// ``save()`` takes over what others have saved, also if it fails, and finds conflicts with it; then the context reads the
    /// newest state, and so it does after ``reset()``, or if it is pinned again. A large value in a file that others have replaced
    /// cannot be read any more.
    ///
    /// As long as a context is pinned, SQLite cannot reuse its write-ahead log, which grows by each page that is written: unpin it
    /// soon. A nested context pins the one that its saves go to, with all that are nested in that.
    ///
    /// - Throws: ``ModelError/cannotPin(configuration:)`` if a store is in memory; ``ModelError/nestedSave`` during a save;
    ///   `StoreError` if a store cannot be read. The context is not pinned then.
    public func pin() throws {
        if let parent { return try parent.pin() }
        guard activeAccesses == 0, !isSaving else { throw ModelError.nestedSave }
        unpin()
        isPinnedItself = true
        do {
            try pinAgain()
        } catch {
            isPinnedItself = false
            throw error
        }
    }

    /// Has the context read what is in the stores, and takes over what others have saved since ``pin()``. During a save, it does
    /// nothing.
    public func unpin() {
        if let parent { return parent.unpin() }
        if isSaving { return }
        let wasPinned = isPinnedItself
        (isPinnedItself, pins) = (false, nil)
        nesting?.revision += 1
        mergeSaves()
        if wasPinned { noteLiveState() }
    }

    /// Takes over what others have saved, before a fetch.
    func takeOverSaves() throws {
        mergeSaves()
        try pinAgain()
    }

    /// Begins to read the newest state, if a save has ended the former one. Not in the middle of an access: unchanged objects are
    /// read again.
    func pinAgain() throws {
        if let parent { return try parent.pinAgain() }
        guard isPinned, pins == nil, activeAccesses == 0, !isSaving else { return }
        mergeSaves()
        pins = try coordinator.stores.map { try PinnedState($0) }
        readAgain(registered.flatMap(\.objects))
        nesting?.revision += 1
        noteLiveState()
    }
}

/// One state of a store, until this is deallocated.
final class PinnedState {
    /// The number of the store's changes that the state has at least.
    let known: Int
    private let store: PersistentStore
    private let connection: StoreConnection

    init(_ store: PersistentStore) throws {
        self.store = store
        known = store.changes.known
        let connection = try store.file.wrappingErrors { try store.connections.pin() }
        guard let connection else { throw ModelError.cannotPin(configuration: store.configuration.name) }
        self.connection = connection
    }

    deinit { store.connections.unpin(connection) }

    /// Runs work that reads the state.
    func read(_ work: (StoreAccess) throws -> Void) throws {
        try store.connections.read(pinned: connection, work)
    }
}
