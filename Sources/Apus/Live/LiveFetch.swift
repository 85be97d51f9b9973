import Foundation

/// A fetch of a context that is made again when its result may have changed.
final class LiveFetch<Model: PersistentModel> {
    private weak var context: ModelContext?
    private let descriptor: FetchDescriptor<Model>
    /// Whether something that the query does not read may change what is made of the objects.
    private let dependsOnEverything: Bool
    private var query: LiveQuery?
    private var results: [Model] = []
    private var isFirst = true
    private var notice: (@Sendable () -> Void)?

    init(_ descriptor: FetchDescriptor<Model>, in context: ModelContext?, dependsOnEverything: Bool = false) {
        (self.descriptor, self.context, self.dependsOnEverything) = (descriptor, context, dependsOnEverything)
    }

    /// Sets what is called, on any thread, when the result may have changed.
    func notify(_ notice: @escaping @Sendable () -> Void) { self.notice = notice }

    /// What wakes up the next fetch; `nil` before the first.
    var signal: LiveSignal? { query?.signal }

    /// Whether something was noted since the last fetch began.
    var isRaised: Bool { query?.isRaised == true }

    /// Whether the result may have changed since the last fetch. Only tests ask: they see that nothing is fetched in vain.
    var isStale: Bool { query?.isStale ?? true }

    /// Runs work that reads objects of the result.
    ///
    /// - Throws: The errors of the work, and the first one of a value that could not be read.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        guard let context else { return try work() }
        return try context.throwingReadingErrors(work)
    }

    /// Fetches again, if the result may have changed.
    ///
    /// - Parameter isForced: Whether an unchanged result is returned as well.
    /// - Returns: What has changed; `nil` if nothing has, or the context or its container has ended.
    /// - Throws: The errors of a fetch; the next call fetches again.
    func change(evenIfNone isForced: Bool = false) throws -> ResultsChange<Model>? {
        guard let context, !context.coordinator.isClosed, signal?.isOver != true else { return nil }
        // What has changed until now is not to be noted after the fetch that sees it.
        context.mergeSaves()
        context.tracker?.post()
        let query = try self.query ?? context.liveQuery(descriptor)
        if self.query == nil {
            self.query = query
            notice.map(query.notify)
        }
        guard query.isStale else { return nil }
        query.attempt()
        let compiled: CompiledQuery
        do {
            compiled = try context.query(descriptor, query.table)
        } catch {
            query.fail(LiveQuery.News())
            throw error
        }
        var dependencies = QueryDependencies(of: compiled, context.coordinator)
        if dependsOnEverything { dependencies.readEverything() }
        let news = query.begin(compiled, dependencies, in: context)
        let found: [Model]
        do {
            found = try context.fetch(descriptor)
        } catch {
            query.fail(news)
            if context.coordinator.isClosed { return nil }
            throw error
        }
        query.end(descriptor.page == (0, nil) ? Set(found.map { ($0 as ModelObject).persistentModelID.key }) : nil)
        let change = ResultsChange(from: results, to: found, news)
        let isChanged = isFirst || isForced || !change.isEmpty || dependsOnEverything
        results = found
        isFirst = false
        return isChanged ? change : nil
    }
}
