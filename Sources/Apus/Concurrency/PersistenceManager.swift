public import ApusStore
import Foundation

/// Opens the store of a model, and has the contexts that an app usually needs: a thin layer over a ``ModelContainer``.
///
/// ```swift
/// let manager = PersistenceManager(TripsSchema.self, mergePolicy: .objectWins)
/// try await manager.load { print($0.title) }
/// let nights = try await manager.perform { context in
///     try context.fetch(FetchDescriptor<Trip>()).reduce(0) { $0 + $1.nights }
/// }
/// ```
public final class PersistenceManager: Sendable {
    /// The model's name, which is also that of the store's file.
    public let modelName: String

    /// How the contexts save changes that do not go together with what is in the store.
    public let mergePolicy: MergePolicy

    private let plan: any SchemaMigrationPlan.Type
    private let configuration: ModelConfiguration
    private let state = State()

    /// What has been opened.
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var container: ModelContainer?
        private var isOpening = false
        /// The task of the call that is opening the store.
        private var opener: Int?
        /// The calls that wait for the one that is opening the store.
        private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        private var lastNumber = 0

        /// Waits for another call that is opening the store.
        ///
        /// - Parameter model: The model's name, for errors.
        /// - Returns: Whether this call has to open it: it is not open, and no other one does. Then ``end(_:)`` is due.
        /// - Throws: ``ModelError/nestedLoad(model:)``, or `CancellationError` if the task is cancelled while it waits.
        func begin(_ model: String) async throws -> Bool {
            let task = Self.currentTask
            while true {
                var number = 0
                let answer: Bool? = try lock.withLock {
                    if container != nil { return false }
                    if isOpening {
                        // It would wait for itself.
                        if task != nil, task == opener { throw ModelError.nestedLoad(model: model) }
                        lastNumber += 1
                        number = lastNumber
                        return nil
                    }
                    (isOpening, opener) = (true, task)
                    return true
                }
                if let answer { return answer }
                await wait(number)
                try Task.checkCancellation()
            }
        }

        private func wait(_ number: Int) async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    let waits = lock.withLock {
                        // The handler finds it from here on, unless it has run.
                        guard isOpening, !Task.isCancelled else { return false }
                        waiting[number] = continuation
                        return true
                    }
                    if !waits { continuation.resume() }
                }
            } onCancel: {
                lock.withLock { waiting.removeValue(forKey: number) }?.resume()
            }
        }

        /// What tells the tasks apart that are running; `nil` outside of a task.
        private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

        /// Ends the opening of the store.
        ///
        /// - Parameter opened: The store; `nil` if it cannot be opened. Then the next call that waits tries it with what it was given.
        func end(_ opened: ModelContainer?) {
            let resumed = lock.withLock {
                (container, isOpening, opener) = (opened, false, nil)
                defer { waiting = [:] }
                return waiting.values
            }
            for continuation in resumed { continuation.resume() }
        }
    }

    /// Creates a manager, which opens nothing yet.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - modelName: The name of the store's file in ``ModelConfiguration/defaultURL(for:)``; `nil` for the model's.
    ///   - mergePolicy: How the contexts save changes that do not go together with what is in the store.
    ///   - configuration: Where the store is, if that is elsewhere.
    public init(
        _ plan: any SchemaMigrationPlan.Type,
        modelName: String? = nil,
        mergePolicy: MergePolicy = .upsert,
        configuration: ModelConfiguration? = nil
    ) {
        self.plan = plan
        self.modelName = modelName ?? plan.modelName
        self.mergePolicy = mergePolicy
        self.configuration =
            configuration
            ?? ModelConfiguration(self.modelName, url: ModelConfiguration.defaultURL(for: self.modelName))
    }

    /// Opens the store, and migrates it if it has an older version. If it is open, nothing happens.
    ///
    /// A call while another one is opening the store waits for it, without calling its own closures. If that one fails, this one
    /// tries it itself. `willMigrate` must not wait for another call.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `willMigrate` is called on.
    ///   - willMigrate: Called before a migration. If it throws, the store is not opened, and is unchanged.
    ///   - progress: Called from time to time during a migration, on another thread.
    /// - Throws: The error of `willMigrate`, and those of a ``ModelContainer``: `StoreError`, ``ModelError``, whose description
    ///   says what to do. The store is unchanged then, and can be loaded again. ``ModelError/nestedLoad(model:)`` in `willMigrate`;
    ///   `CancellationError` if the task is cancelled while it waits for another call.
    public func load(
        isolation: isolated (any Actor)? = #isolation,
        willMigrate: (ModelContainer.Migration) async throws -> Void = { _ in },
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws {
        guard try await state.begin(modelName) else { return }
        var opened: ModelContainer?
        defer { state.end(opened) }
        opened = try await ModelContainer.open(
            for: plan,
            configurations: configuration,
            isolation: isolation,
            willMigrate: willMigrate,
            progress: progress
        )
    }

    /// The open store.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)`` before ``load(isolation:willMigrate:progress:)``.
    public var container: ModelContainer {
        get throws {
            guard let container = state.lock.withLock({ state.container }) else {
                throw ModelError.notLoaded(model: modelName)
            }
            return container
        }
    }

    /// The context for the main thread, which the container retains.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)``.
    @MainActor public var mainContext: ModelContext {
        get throws {
            let context = try container.mainContext
            context.mergePolicy = mergePolicy
            return context
        }
    }

    /// Returns a new context, for one task.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)``.
    public func workerContext() throws -> ModelContext {
        let context = ModelContext(try container, isObservable: false)
        context.mergePolicy = mergePolicy
        return context
    }

    /// Returns a new context that only reads: saving changes throws ``ModelError/readOnly``. Each fetch takes over what other
    /// contexts have saved.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)``.
    public func readingContext() throws -> ModelContext {
        let context = try workerContext()
        context.isForReading = true
        return context
    }

    /// The context of the thread: the same one for each call on that thread, and ``mainContext`` on the main thread.
    ///
    /// This is for code with threads of its own. A task is resumed on any thread: use ``workerContext()`` or ``perform(_:)``
    /// there, and never keep this context over an `await`. The thread keeps its context, and so the container, until it ends.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)``.
    public var contextForThread: ModelContext {
        get throws {
            let container = try container
            if Thread.isMainThread {
                nonisolated(unsafe) var context: ModelContext?
                MainActor.assumeIsolated { context = container.mainContext }
                if let context {
                    context.mergePolicy = mergePolicy
                    return context
                }
            }
            let key = "apus.context.\(ObjectIdentifier(container).hashValue)"
            // Another container may have had the same address.
            if let known = Thread.current.threadDictionary[key] as? ModelContext, known.container === container {
                return known
            }
            let context = try workerContext()
            Thread.current.threadDictionary[key] = context
            return context
        }
    }

    /// Runs work with a new context, and saves its changes: see ``ModelContainer/perform(_:)``. Calls run one after the other,
    /// so this is where an app writes.
    ///
    /// - Throws: ``ModelError/notLoaded(model:)``, and the errors of ``ModelContainer/perform(_:)``.
    @discardableResult
    public func perform<Result: Sendable>(
        _ body: @escaping @Sendable (ModelContext) throws -> Result
    ) async throws -> Result {
        let policy = mergePolicy
        return try await container.perform { context in
            context.mergePolicy = policy
            return try body(context)
        }
    }

    /// Starts ``perform(_:)`` without waiting for it.
    ///
    /// - Returns: The task, whose value is the result.
    @discardableResult
    public func performTask<Result: Sendable>(
        _ body: @escaping @Sendable (ModelContext) throws -> Result
    ) -> Task<Result, any Error> {
        Task { try await perform(body) }
    }
}
