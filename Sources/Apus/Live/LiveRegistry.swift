import Foundation

/// The live results of a container, by the roots of the hierarchies that they depend on, and by the contexts whose unsaved changes
/// they show.
final class LiveRegistry: @unchecked Sendable {
    private struct Entry {
        weak var query: LiveQuery?
        /// The roots; `nil` for all.
        var roots: Set<Int>?
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var index: [Key: Set<ObjectIdentifier>] = [:]
    private var isFinished = false
    private var mostAsked = 100_000

    /// What live results are found by.
    private struct Key: Hashable {
        /// The context whose unsaved changes count; `nil` for saves.
        let context: ObjectIdentifier?
        /// The root; `nil` for results that depend on all.
        let root: Int?
    }

    /// How many objects the live results may ask, all together, whether a save or an event concerns them. To ask more takes longer
    /// than the fetches. Only tests set it.
    var budget: Int {
        get { lock.withLock { mostAsked } }
        set { lock.withLock { mostAsked = newValue } }
    }

    /// Where live results without a context fetch, one after the other: each waits for the store, and ten thousand must not wait on
    /// as many threads.
    let queue = DispatchQueue(label: "apus.live")

    func add(_ query: LiveQuery, roots: Set<Int>?) {
        let isLate = lock.withLock {
            let id = ObjectIdentifier(query)
            entries[id] = Entry(query: query, roots: roots)
            for key in keys(of: query, roots) { index[key, default: []].insert(id) }
            return isFinished
        }
        if isLate { query.signal.finish() }
    }

    /// Sets which roots a live result depends on; `nil` for all.
    func set(_ roots: Set<Int>?, of query: LiveQuery) {
        let id = ObjectIdentifier(query)
        lock.withLock {
            guard let entry = entries[id], entry.roots != roots else { return }
            entries[id]?.roots = roots
            for key in keys(of: query, entry.roots) { removeFromIndex(id, key) }
            for key in keys(of: query, roots) { index[key, default: []].insert(id) }
        }
    }

    func remove(_ query: LiveQuery) {
        let id = ObjectIdentifier(query)
        lock.withLock {
            guard let entry = entries.removeValue(forKey: id) else { return }
            for key in keys(of: query, entry.roots) { removeFromIndex(id, key) }
        }
    }

    private func keys(of query: LiveQuery, _ roots: Set<Int>?) -> [Key] {
        let contexts = [nil] + (query.countsUnsavedChanges ? query.contextIDs.map { Optional($0) } : [])
        return contexts.flatMap { context in
            roots?.map { Key(context: context, root: $0) } ?? [Key(context: context, root: nil)]
        }
    }

    private func removeFromIndex(_ id: ObjectIdentifier, _ key: Key) {
        index[key]?.remove(id)
        // Contexts come and go.
        if index[key]?.isEmpty == true { index[key] = nil }
    }

    /// The live results. They are not released while the lock is held, which their end takes.
    var queries: [LiveQuery] { lock.withLock { entries.values.compactMap(\.query) } }

    /// The live results that depend on some roots.
    ///
    /// - Parameters:
    ///   - roots: The roots.
    ///   - context: The context whose unsaved changes the results show; `nil` for all results.
    /// - Returns: The results.
    func queries(of roots: some Sequence<Int>, in context: ModelContext? = nil) -> [LiveQuery] {
        let context = context.map { ObjectIdentifier($0) }
        return lock.withLock {
            var ids = index[Key(context: context, root: nil)] ?? []
            for root in roots { ids.formUnion(index[Key(context: context, root: root)] ?? []) }
            return ids.compactMap { entries[$0]?.query }
        }
    }

    /// The number of live results.
    var count: Int { lock.withLock { entries.count } }

    /// Ends all live results.
    func finish() {
        lock.withLock { isFinished = true }
        for query in queries { query.finish() }
    }

    /// Notes that a store was erased, or that another process has changed one.
    func noteAnything(isEverythingUpdated: Bool) {
        for query in queries { query.noteAnythingByOthers(isEverythingUpdated: isEverythingUpdated) }
    }

    /// Notes what a batch has written, of which no context has the objects.
    func note(_ save: SavedChanges, _ coordinator: StoreCoordinator) {
        if count == 0 { return }
        for effect in effects(of: save, coordinator) { effect.note(isByOthers: true) }
    }

    /// The live results that may have changed by what was written without objects.
    func effects(of save: SavedChanges, _ coordinator: StoreCoordinator) -> [LiveEffect] {
        queries.compactMap { query in
            query.effect(of: save, coordinator).map { LiveEffect(query: query, updated: $0) }
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
        let changes = LiveChanges(changes, in: context.coordinator)
        var effects: [LiveEffect] = []
        // Whatever it has saved, its own live results know it by other identifiers now.
        var known: Set<ObjectIdentifier> = []
        if !isUnsaved { context.forgetUnsavedIsNoted() }
        for query in context.liveQueries.all where query.countsUnsavedChanges {
            if query.contextID == ObjectIdentifier(context) { query.noteUnsaved(isUnsaved) }
            if !query.isProvisional { continue }
            known.insert(ObjectIdentifier(query))
            effects.append(LiveEffect(query: query, updated: []))
        }
        var budget = budget
        for query in queries(of: changes.roots) where !known.contains(ObjectIdentifier(query)) {
            if let effect = context.liveEffect(of: changes, on: query, &budget) { effects.append(effect) }
        }
        return effects
    }
}

/// That a save may have changed a live result.
struct LiveEffect {
    let query: LiveQuery
    /// The changed objects that the result may show; `nil` for all.
    let updated: Set<LiveQuery.Key>?
    /// Whether other live results have the same set.
    var isShared = false

    /// Notes it.
    ///
    /// - Parameter context: The context that has saved. What it has changed in its own live results was noted when it changed.
    func note(savedBy context: ModelContext) {
        if query.contextIDs.contains(ObjectIdentifier(context)), query.countsUnsavedChanges {
            if query.isProvisional { query.noteIdentifiers() } else { query.note(LiveQuery.News(), isByOthers: false) }
        } else {
            note(isByOthers: true)
        }
    }

    /// Notes it.
    ///
    /// - Parameter isByOthers: Whether it was written to the store, rather than changed in the result's context.
    func note(isByOthers: Bool) {
        let news = updated.map { LiveQuery.News(updated: $0, isShared: isShared) }
        query.note(news ?? LiveQuery.News(isEverythingUpdated: true), isByOthers: isByOthers)
    }
}
