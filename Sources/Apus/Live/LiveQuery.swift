import ApusSchema
import Foundation

/// What a live result depends on, and whether it may have changed since it was fetched.
///
/// Saves of all threads ask it, so its state has a lock. A fetch begins with ``begin(_:_:in:)`` and ends with ``end(_:)``: in between,
/// it is unknown what the result has, so any change that may matter is one.
final class LiveQuery: @unchecked Sendable {
    /// What a change of an object that was in the result, and still is, matters for.
    enum Interest {
        /// The result shows the objects' values.
        case rows
        /// Only what the query itself reads matters.
        case columns
    }

    /// The key of a row among those of its hierarchy.
    typealias Key = PersistentIdentifier.Key

    /// Which objects may have changed.
    struct News {
        var updated: Set<Key> = []
        /// Whether each object may have changed.
        var isEverythingUpdated = false
        /// Whether other live results have the same set, which may be very large. It is kept, but not added to another: each result
        /// would have its own.
        var isShared = false

        mutating func add(_ other: News) {
            if isEverythingUpdated || other.isEverythingUpdated {
                self = News(isEverythingUpdated: true)
            } else if updated.isEmpty {
                self = other
            } else if other.updated.isEmpty {
                return
            } else if isShared || other.isShared {
                self = News(isEverythingUpdated: true)
            } else {
                updated.formUnion(other.updated)
            }
        }
    }

    let table: EntityTable
    let interest: Interest
    /// The context that fetches, and whose unsaved changes count; `nil` if there is none.
    let contextID: ObjectIdentifier?
    /// The context, and those that it is nested in, whose unsaved changes are in its results.
    let contextIDs: Set<ObjectIdentifier>
    /// Whether unsaved changes of the context count.
    let countsUnsavedChanges: Bool
    let signal = LiveSignal()
    private weak var registry: LiveRegistry?

    private struct State {
        var query: CompiledQuery
        var dependencies: QueryDependencies
        /// The roots of the hierarchies that the query depends on; `nil` for all.
        var roots: Set<Int>?
        var members: Set<Key>?
        /// Whether the context had new objects, whose identifiers a save changes.
        var isProvisional = false
        /// Whether the context has unsaved changes, so that objects of others do not say what is in its results.
        var isUnsaved = false
        var isStale = true
        /// Whether a change was noted since the last attempt to fetch. It is not the same as stale: after a fetch that failed, the
        /// result is stale, but only the next change has it fetched again.
        var isRaised = false
        /// What has changed in the context.
        var news = News()
        /// What others have written, which the context does not see as long as it is pinned.
        var newsByOthers = News()
        var notice: (@Sendable () -> Void)?

        init(_ query: CompiledQuery, _ dependencies: QueryDependencies) {
            (self.query, self.dependencies) = (query, dependencies)
            roots = dependencies.roots(of: query.table)
        }
    }

    private let lock = NSLock()
    private var state: State
    private var dependsOnEverything = false

    init(
        _ query: CompiledQuery,
        _ dependencies: QueryDependencies,
        _ interest: Interest,
        context: ModelContext? = nil,
        countsUnsavedChanges: Bool = false,
        in registry: LiveRegistry
    ) {
        state = State(query, dependencies)
        (table, self.interest, self.registry) = (query.table, interest, registry)
        self.countsUnsavedChanges = countsUnsavedChanges
        contextID = context.map { ObjectIdentifier($0) }
        contextIDs = Set(sequence(first: context, next: { $0?.parent }).compactMap { $0.map { ObjectIdentifier($0) } })
        registry.add(self, roots: state.roots)
    }

    deinit { registry?.remove(self) }

    // MARK: - Fetching

    /// Whether the result may have changed since the last fetch.
    var isStale: Bool { lock.withLock { state.isStale } }

    /// Whether something was noted since the last attempt to fetch.
    var isRaised: Bool { lock.withLock { state.isRaised } }

    /// Has the next change notified, even if the fetch does not begin because its query cannot be compiled.
    func attempt() { lock.withLock { state.isRaised = false } }

    /// Begins a fetch.
    ///
    /// - Parameters:
    ///   - query: The query, compiled with the values that its arguments have now.
    ///   - dependencies: What the query depends on.
    ///   - context: The context that fetches.
    /// - Returns: What has changed since the last fetch.
    func begin(_ query: CompiledQuery, _ dependencies: QueryDependencies, in context: ModelContext) -> News {
        let outer = sequence(first: context, next: \.parent)
        let isProvisional = outer.contains { !$0.insertions.isEmpty }
        let isUnsaved = outer.contains { $0.differsFromStore }
        var new = State(query, dependencies)
        (new.isStale, new.isUnsaved, new.isProvisional) = (false, isUnsaved && countsUnsavedChanges, isProvisional)
        let news = lock.withLock {
            new.notice = state.notice
            defer { state = new }
            var news = state.news
            // The end of the pin has everything noted.
            if !context.isPinned { news.add(state.newsByOthers) }
            return news
        }
        if countsUnsavedChanges, !isUnsaved { context.forgetUnsavedIsNoted() }
        // The fetch sees what was committed before.
        registry?.set(new.roots, of: self)
        return news
    }

    /// Begins a fetch of values, of which it stays unknown which objects they are of.
    ///
    /// - Parameters:
    ///   - query: The query, compiled with the values that its arguments have now.
    ///   - dependencies: What the query depends on.
    func begin(_ query: CompiledQuery, _ dependencies: QueryDependencies) {
        var dependencies = dependencies
        if lock.withLock({ dependsOnEverything }) { dependencies.readEverything() }
        var new = State(query, dependencies)
        new.isStale = false
        lock.withLock {
            new.notice = state.notice
            state = new
        }
        registry?.set(new.roots, of: self)
    }

    /// Ends a fetch.
    ///
    /// - Parameter members: All objects that fulfil the condition; `nil` if that is unknown.
    func end(_ members: Set<Key>?) { lock.withLock { state.members = members } }

    /// Has any change matter, because what is made of the objects has values of others. The fetch is made again: changes of the others
    /// since it began were not noted.
    func dependOnEverything() {
        let isKnown = lock.withLock {
            defer { dependsOnEverything = true }
            return dependsOnEverything
        }
        if !isKnown { noteAnythingByOthers(isEverythingUpdated: false) }
    }

    /// Has a fetch that failed made again. What made it fail is unknown, so any change may matter.
    func fail(_ news: News) {
        registry?.set(nil, of: self)
        lock.withLock {
            state.isStale = true
            state.dependencies.readEverything()
            state.roots = nil
            state.news.add(news)
        }
    }

    /// Sets what is called, on any thread, when the result may have changed.
    func notify(_ notice: @escaping @Sendable () -> Void) { lock.withLock { state.notice = notice } }

    // MARK: - Changes

    /// Notes that anything may have changed in the context.
    func noteAnything(isEverythingUpdated: Bool) {
        raise { $0.news.add(News(isEverythingUpdated: isEverythingUpdated)) }
    }

    /// Notes that others may have written anything.
    func noteAnythingByOthers(isEverythingUpdated: Bool) {
        raise { $0.newsByOthers.add(News(isEverythingUpdated: isEverythingUpdated)) }
    }

    /// Notes what has changed: whether that concerns the result was asked before.
    ///
    /// - Parameters:
    ///   - news: The objects that may have changed.
    ///   - isByOthers: Whether it was written to the store, by another context or a batch.
    func note(_ news: News, isByOthers: Bool) {
        raise { state in
            if isByOthers { state.newsByOthers.add(news) } else { state.news.add(news) }
        }
    }

    private func raise(_ change: (inout State) -> Void) {
        let notice = lock.withLock {
            change(&state)
            state.isStale = true
            defer { state.isRaised = true }
            return state.isRaised ? nil : state.notice
        }
        notice?()
        signal.raise()
    }

    /// Ends the live result, because the container is closed.
    func finish() {
        signal.finish()
        let notice = lock.withLock { state.notice }
        notice?()
    }

    /// What changes have to do with the result; `nil` if they cannot have changed it. It asks objects for their values.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - context: The context that has changed the objects.
    ///   - budget: How many objects may still be asked. If there are more, the result is fetched, which is faster.
    /// - Returns: The effect.
    func effect(of changes: LiveChanges, in context: ModelContext, _ budget: inout Int) -> LiveEffect? {
        let state = lock.withLock { self.state }
        let (query, dependencies, members) = (state.query, state.dependencies, state.members)
        let count = changes.count(of: state.roots)
        if count == 0 { return nil }
        // For a result that any change may change, no object is asked.
        budget -= state.roots == nil ? 1 : count
        if budget < 0 || state.roots == nil {
            // The result ignores those that it does not show.
            let keys = interest == .rows ? changes.keys(ofRoot: table.root) : []
            return LiveEffect(query: self, updated: keys, isShared: true)
        }
        let changes = changes.of(state.roots)
        let isEvaluable =
            dependencies.isEvaluable && (!state.isUnsaved || contextID == ObjectIdentifier(context))
        var isAffected = false
        var updated: Set<Key> = []
        for change in changes {
            let object = change.object
            let isConcerned = query.concerns(object)
            let key = object.persistentModelID.key
            // In the result before and now, if that is known.
            let before = isConcerned ? members?.contains(key) : false
            func isNow() -> Bool {
                isConcerned && (!isEvaluable || change.isChangedByOthers || query.matches(object, context.coordinator))
            }
            switch change.kind {
            case .inserted:
                // A deletion that was taken back may have taken other changes back as well.
                if interest == .rows, before != false { updated.insert(key) }
                isAffected = isAffected || dependencies.areRelated(object.entity) || isNow()
            case .deleted:
                isAffected = isAffected || dependencies.areRelated(object.entity) || before != false
            case .updated(let properties):
                let isRead = dependencies.areRead(properties, of: object.entity)
                if interest == .rows, before != false { updated.insert(key) }
                if isAffected { continue }
                if !isRead {
                    isAffected = interest == .rows && before != false
                } else if !isEvaluable {
                    isAffected = true
                } else {
                    isAffected = before != false || isNow()
                }
            }
        }
        return isAffected ? LiveEffect(query: self, updated: updated) : nil
    }

    /// Which changed objects the result may show, if what was written without objects may have changed it at all; otherwise `nil`.
    ///
    /// - Parameters:
    ///   - save: What was written.
    ///   - coordinator: The coordinator.
    /// - Returns: The keys of the objects.
    func effect(of save: SavedChanges, _ coordinator: StoreCoordinator) -> Set<Key>? {
        let state = lock.withLock { self.state }
        let (dependencies, members) = (state.dependencies, state.members)
        var entities: [String: (entity: EntityDescription, isConcerned: Bool, isRelated: Bool)] = [:]
        func facts(_ name: String) -> (entity: EntityDescription, isConcerned: Bool, isRelated: Bool)? {
            if let known = entities[name] { return known }
            guard let entity = coordinator.table(named: name)?.entity else { return nil }
            let isConcerned =
                state.query.includesSubentities ? entity.isKind(of: table.entity) : entity === table.entity
            entities[name] = (entity, isConcerned, dependencies.areRelated(entity))
            return entities[name]
        }
        var isAffected = false
        var updated: Set<Key> = []
        for object in save.inserted where !isAffected {
            guard let facts = facts(object.entityName) else { continue }
            isAffected = facts.isConcerned || facts.isRelated
        }
        for object in save.deleted where !isAffected {
            guard let facts = facts(object.entityName) else { continue }
            isAffected = facts.isRelated || facts.isConcerned && members?.contains(object.key) != false
        }
        for (object, properties) in zip(save.updated, save.properties) {
            guard let facts = facts(object.entityName) else { continue }
            let isShown = facts.isConcerned && members?.contains(object.key) != false
            if interest == .rows, isShown {
                updated.insert(object.key)
                isAffected = true
            }
            if !isAffected { isAffected = dependencies.areRead(properties, of: facts.entity) }
        }
        return isAffected ? updated : nil
    }

    /// Notes that a save has given objects of the context other identifiers, by which they are unknown.
    func noteIdentifiers() {
        raise { state in
            let isTemporary = state.news.updated.contains { if case .temporary = $0 { true } else { false } }
            if isTemporary { state.news.isEverythingUpdated = true }
            state.members = nil
        }
    }

    /// Notes whether the context has unsaved changes.
    func noteUnsaved(_ isUnsaved: Bool) {
        if countsUnsavedChanges { lock.withLock { state.isUnsaved = isUnsaved } }
    }

    /// Whether a save of the context itself may have changed what the query asks for.
    var isProvisional: Bool { lock.withLock { state.isProvisional } }
}
