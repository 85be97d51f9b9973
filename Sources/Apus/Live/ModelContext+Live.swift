extension ModelContext {
    /// The live results of a context that have to be notified of unsaved changes.
    struct LiveQueries {
        private struct Entry {
            weak var query: LiveQuery?
        }

        private var entries: [Entry] = []
        /// The number of entries from which on those of ended results are removed: not each time, or adding many would take the
        /// square of the time.
        private var limit = 16
        /// Whether all of them know that the context has unsaved changes.
        var isUnsavedNoted = false

        mutating func add(_ query: LiveQuery) {
            if entries.count >= limit {
                entries.removeAll { $0.query == nil }
                limit = max(16, entries.count * 2)
            }
            entries.append(Entry(query: query))
            isUnsavedNoted = false
        }

        var isEmpty: Bool { entries.isEmpty }

        var all: [LiveQuery] { entries.compactMap(\.query) }
    }

    /// Notifies live results of the context, and of those nested in it, at the end of an event.
    ///
    /// - Parameters:
    ///   - changes: What has changed.
    ///   - wasReset: Whether all objects have left the context.
    func noteLive(_ changes: [LiveChange], wasReset: Bool) {
        if wasReset {
            for query in liveQueries.all { query.noteAnything(isEverythingUpdated: true) }
            return
        }
        if !liveQueries.isUnsavedNoted {
            for query in liveQueries.all { query.noteUnsaved(true) }
            liveQueries.isUnsavedNoted = true
        }
        let changes = LiveChanges(changes, in: coordinator)
        var budget = coordinator.live.budget
        for query in coordinator.live.queries(of: changes.roots, in: self) {
            liveEffect(of: changes, on: query, &budget)?.note(isByOthers: false)
        }
    }

    /// Has the next event note that there are unsaved changes: a live result of the context, or of one nested in it, may not know.
    func forgetUnsavedIsNoted() {
        for context in sequence(first: self, next: \.parent) { context.liveQueries.isUnsavedNoted = false }
    }

    /// The effect of changes of the context on a live result; `nil` if there is none.
    func liveEffect(of changes: LiveChanges, on query: LiveQuery, _ budget: inout Int) -> LiveEffect? {
        do {
            // What cannot be read is not the fault of the changes.
            return try throwingReadingErrors(keeping: false) {
                query.effect(of: changes, in: self, &budget)
            }
        } catch {
            return LiveEffect(query: query, updated: nil)
        }
    }

    /// Notes that any live result may have changed, if the context reads another state.
    func noteLiveState() { for query in liveQueries.all { query.noteAnything(isEverythingUpdated: true) } }

    /// What of this context is about to be saved, or has just been saved, for live results.
    ///
    /// - Parameters:
    ///   - stores: The stores that were saved; `nil` for all.
    ///   - others: The objects whose rows others have changed as well; `nil` if that is unknown. They do not have those values yet.
    ///   - losses: What has lost deleted objects, and the context did not know of.
    /// - Returns: The live results that it may change.
    func liveEffects(
        in stores: [PersistentStore]? = nil,
        changedByOthers others: [ModelObject]?,
        and losses: UnknownLosses
    ) -> [LiveEffect] {
        let registry = coordinator.live
        if registry.count == 0 { return [] }
        // Code of values runs, which must not save what was just saved once more.
        isFindingEffects = true
        defer { isFindingEffects = false }
        var changes = inserted.of(stores).map { LiveChange(object: $0, kind: .inserted) }
        let mixed = others.map { Set($0.map { ObjectIdentifier($0) }) }
        for object in changed.of(stores) where object.lifecycle == .stored {
            let isMixed = mixed?.contains(ObjectIdentifier(object)) ?? true
            changes.append(
                LiveChange(object: object, kind: .updated(object.changes), isChangedByOthers: isMixed)
            )
        }
        changes += deleted.of(stores).map { LiveChange(object: $0, kind: .deleted) }
        let effects = registry.effects(of: changes, in: self, isUnsaved: stores != nil)
        return losses.isEmpty ? effects : effects + registry.effects(of: losses.asSave, coordinator)
    }

    /// Makes what is fetched live.
    func liveQuery<Model>(_ descriptor: FetchDescriptor<Model>) throws -> LiveQuery {
        let table = try table(of: Model.self)
        let query: CompiledQuery
        var dependencies: QueryDependencies
        do {
            query = try self.query(descriptor, table)
            dependencies = QueryDependencies(of: query, coordinator)
        } catch {
            // The fetch throws the error; any change may be one after which it does not.
            query = try self.query(FetchDescriptor<Model>(), table)
            dependencies = QueryDependencies(of: query, coordinator)
            dependencies.readEverything()
        }
        let live = LiveQuery(
            query,
            dependencies,
            .rows,
            context: self,
            countsUnsavedChanges: descriptor.includePendingChanges,
            in: coordinator.live
        )
        coordinator.watchOtherProcesses()
        // The unsaved changes of an outer context are in the results of a nested one.
        for context in sequence(first: self, next: \.parent) {
            context.liveQueries.add(live)
            if context.knownTracker == nil { context.knownTracker = ChangeTracker(context) }
        }
        return live
    }
}
