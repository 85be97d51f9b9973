import Foundation

/// An actor with a context of its own, for work in the background.
///
/// ```swift
/// actor Importer: ModelActor {
///     nonisolated let modelContainer: ModelContainer
///     nonisolated let modelExecutor: any ModelExecutor
///
///     init(modelContainer: ModelContainer) {
///         self.modelContainer = modelContainer
///         modelExecutor = DefaultSerialModelExecutor(modelContainer)
///     }
///
///     func importTrips(_ names: [String]) throws {
///         for name in names { modelContext.insert(Trip(name: name)) }
///         try modelContext.save()
///     }
/// }
/// ```
///
/// The actor's code runs on a thread of its executor, so that waiting for the store blocks no task.
public protocol ModelActor: Actor {
    /// The container whose store the actor uses.
    nonisolated var modelContainer: ModelContainer { get }

    /// Runs the actor's code, and has its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's code runs on its model executor.
    nonisolated public var unownedExecutor: UnownedSerialExecutor { modelExecutor.asUnownedSerialExecutor() }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The object with an identifier; `nil` if the store does not have its row.
    public subscript<Model: PersistentModel>(id: PersistentIdentifier, as type: Model.Type) -> Model? {
        modelContext.model(for: id) as? Model
    }
}

/// An executor with a context, which only the code that it runs may use.
public protocol ModelExecutor: SerialExecutor {
    /// The context.
    var modelContext: ModelContext { get }
}

/// An executor that runs its jobs one after the other.
public typealias SerialModelExecutor = ModelExecutor

/// Runs the code of a ``ModelActor`` on a dispatch queue, one job after the other.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
    /// The context, which only the jobs use.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "apus.model-executor")

    /// Creates an executor of a new context.
    ///
    /// - Parameter container: The container whose store the context uses.
    public convenience init(_ container: ModelContainer) {
        self.init(modelContext: ModelContext(container, isObservable: false))
    }

    /// Creates an executor of a context.
    ///
    /// - Parameter modelContext: The context; nothing else may use it from then on.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        let thread = ContextThread.queue(queue)
        thread.mark()
        modelContext.belongs(to: thread)
    }

    /// Runs a job after those before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Returns the executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
