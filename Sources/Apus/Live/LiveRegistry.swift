import Foundation

/// The live results of a container.
final class LiveRegistry: @unchecked Sendable {
    private struct Entry {
        weak var query: LiveQuery?
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var isFinished = false

    /// Where live results without a context fetch.
    let queue = DispatchQueue(label: "apus.live", attributes: .concurrent)

    func add(_ query: LiveQuery) {
        let isLate = lock.withLock {
            entries[ObjectIdentifier(query)] = Entry(query: query)
            return isFinished
        }
        if isLate { query.signal.finish() }
    }

    func remove(_ query: LiveQuery) { lock.withLock { entries[ObjectIdentifier(query)] = nil } }

    /// The live results. They are not released while the lock is held, which their end takes.
    var queries: [LiveQuery] { lock.withLock { entries.values.compactMap(\.query) } }

    /// The number of live results.
    var count: Int { lock.withLock { entries.count } }

    /// Ends all live results.
    func finish() {
        lock.withLock { isFinished = true }
        for query in queries { query.finish() }
    }

    /// Notes that a store was erased, or that another process has changed one.
    func noteAnything(isEverythingUpdated: Bool) {
        for query in queries { query.noteAnything(isEverythingUpdated: isEverythingUpdated) }
    }

    /// Notes what a batch has written, of which no context has the objects.
    func note(_ save: SavedChanges, _ coordinator: StoreCoordinator) {
        if count == 0 { return }
        for query in queries {
            if let updated = query.effect(of: save, coordinator) { query.note(updated) }
        }
    }

    /// The live results that a save may have changed, with the objects that they may show. It is to be asked after the save was
    /// committed and before the context takes its changes as saved: later, observers may have changed the objects once more.
    ///
    /// - Parameters:
    ///   - changes: What was saved.
    ///   - context: The context.
    ///   - isUnsaved: Whether the context still has unsaved changes, because some stores could not be saved.
    /// - Returns: The live results.
    func effects(of changes: [LiveChange], in context: ModelContext, isUnsaved: Bool) -> [LiveEffect] {
        let isWholesale = changes.count > 10_000
        return queries.compactMap { query in
            if query.contextIDs.contains(ObjectIdentifier(context)), query.countsUnsavedChanges {
                if query.contextID == ObjectIdentifier(context) { query.noteUnsaved(isUnsaved) }
                if query.isProvisional { return LiveEffect(query: query, updated: []) }
            }
            // To ask that many objects takes longer than a fetch.
            if isWholesale { return LiveEffect(query: query, updated: nil) }
            return context.liveEffect(of: changes, on: query)
        }
    }
}

/// That a save may have changed a live result.
struct LiveEffect {
    let query: LiveQuery
    /// The changed objects that the result may show; `nil` for all.
    let updated: Set<LiveQuery.Key>?

    /// Notes it.
    ///
    /// - Parameter context: The context that has saved. What it has changed in its own live results was noted when it changed.
    func note(savedBy context: ModelContext) {
        if query.contextIDs.contains(ObjectIdentifier(context)), query.countsUnsavedChanges {
            if query.isProvisional { query.noteIdentifiers() } else { query.note([]) }
        } else {
            note()
        }
    }

    /// Notes it, whoever has saved.
    func note() {
        if let updated {
            query.note(updated)
        } else {
            query.noteAnything(isEverythingUpdated: true)
        }
    }
}
