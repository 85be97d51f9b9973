import ApusMigration
public import ApusSchema
public import ApusStore
public import Foundation

extension ModelContainer {
    /// A migration that opening a store needs.
    public struct Migration: Hashable, Sendable {
        /// The store's file.
        public let url: URL

        /// The store's version; `nil` for an unreleased schema.
        public let from: String?

        /// The version that the store is migrated to; `nil` for an unreleased schema.
        public let to: String?

        /// The estimated duration in seconds.
        public let seconds: Double

        /// The estimated disk space in bytes.
        public let bytesNeeded: Int

        /// What is lost, as the mappings accept: entities and properties, such as `Trip.note`.
        public let losses: [String]

        /// The migrations of several stores as one, which is called after the longest; `nil` if there is none.
        fileprivate init?(_ all: [Migration]) {
            guard let longest = all.max(by: { $0.seconds < $1.seconds }) else { return nil }
            (url, from, to) = (longest.url, longest.from, longest.to)
            seconds = all.reduce(0) { $0 + $1.seconds }
            bytesNeeded = all.reduce(0) { $0 + $1.bytesNeeded }
            // The stores have the tables of one model.
            var seen: Set<String> = []
            losses = all.flatMap(\.losses).filter { seen.insert($0).inserted }
        }

        fileprivate init(_ estimate: MigrationEstimate, of url: URL) {
            self.url = url
            from = estimate.plan.source.version?.description
            to = estimate.plan.target.version?.description
            (seconds, bytesNeeded) = (estimate.seconds, estimate.bytesNeeded)
            losses = estimate.plan.stages.flatMap(\.losses).map(\.description)
        }
    }

    /// A container that was opened, or what opening it would need.
    public enum Opening: Sendable {
        /// The open container.
        case opened(ModelContainer)
        /// The store was not opened, because its migration would take too long. It is unchanged.
        case needs(Migration)
    }

    /// Opens the store of some classes without blocking the caller, with the progress of a migration.
    ///
    /// ```swift
    /// let container = try await ModelContainer.open(for: Trip.self) { migration in
    ///     if migration.seconds > 60, await !asksUser() { throw CancellationError() }
    /// } progress: { progress in
    ///     print(progress.title, progress.rowsDone, progress.rows)
    /// }
    /// ```
    ///
    /// If the task is cancelled, a migration is rolled back, and opening throws.
    ///
    /// - Parameters:
    ///   - types: Classes of one model.
    ///   - configurations: Where the store is.
    ///   - isolation: The actor that `willMigrate` is called on.
    ///   - willMigrate: Called before a migration. If it throws, the store is not opened, and is unchanged.
    ///   - progress: Called from time to time during a migration, on another thread.
    /// - Returns: The container.
    /// - Throws: The error of `willMigrate`, and the errors of the initializers.
    public static func open(
        for types: any PersistentModel.Type...,
        configurations: ModelConfiguration...,
        isolation: isolated (any Actor)? = #isolation,
        willMigrate: (Migration) async throws -> Void = { _ in },
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> ModelContainer {
        let (plan, configurations) = try SchemaSource(types).resolved(nil, configurations)
        return try await open(
            plan,
            configurations: configurations,
            isolation: isolation,
            willMigrate: { for migration in $0 { try await willMigrate(migration) } },
            progress: progress
        )
    }

    /// Opens the store of a model: see ``open(for:configurations:isolation:willMigrate:progress:)``.
    public static func open(
        for plan: any SchemaMigrationPlan.Type,
        configurations: ModelConfiguration...,
        isolation: isolated (any Actor)? = #isolation,
        willMigrate: (Migration) async throws -> Void = { _ in },
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> ModelContainer {
        let (plan, configurations) = try SchemaSource(plan: plan).resolved(nil, configurations)
        return try await open(
            plan,
            configurations: configurations,
            isolation: isolation,
            willMigrate: { for migration in $0 { try await willMigrate(migration) } },
            progress: progress
        )
    }

    /// Opens the store of a schema: see ``open(for:configurations:isolation:willMigrate:progress:)``.
    public static func open(
        for schema: Schema,
        configurations: [ModelConfiguration] = [],
        isolation: isolated (any Actor)? = #isolation,
        willMigrate: (Migration) async throws -> Void = { _ in },
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> ModelContainer {
        let (plan, configurations) = try schema.source.resolved(nil, configurations)
        return try await open(
            plan,
            configurations: configurations,
            isolation: isolation,
            willMigrate: { for migration in $0 { try await willMigrate(migration) } },
            progress: progress
        )
    }

    /// Opens the stores of some classes, unless their migrations would take too long together.
    ///
    /// The duration is estimated; a migration that has begun is not stopped. What several stores need is the sum of their
    /// seconds and bytes, with all losses, and the URL and versions of the store that takes longest.
    ///
    /// - Parameters:
    ///   - types: Classes of one model.
    ///   - configurations: Where the store is.
    ///   - duration: The longest duration of all migrations together.
    ///   - isolation: The caller's actor.
    /// - Returns: The container, or what the migrations need.
    /// - Throws: The errors of the initializers.
    public static func open(
        for types: any PersistentModel.Type...,
        configurations: ModelConfiguration...,
        within duration: Duration,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Opening {
        let (plan, configurations) = try SchemaSource(types).resolved(nil, configurations)
        var needed: Migration?
        do {
            let container = try await open(
                plan,
                configurations: configurations,
                isolation: isolation,
                willMigrate: { migrations in
                    let whole = Migration(migrations)
                    guard let whole, whole.seconds > duration / .seconds(1) else { return }
                    needed = whole
                    throw CancellationError()
                },
                progress: { _ in }
            )
            return .opened(container)
        } catch let error as CancellationError {
            guard let needed else { throw error }
            return .needs(needed)
        }
    }

    private static func open(
        _ plan: any SchemaMigrationPlan.Type,
        configurations: [ModelConfiguration],
        isolation: isolated (any Actor)?,
        willMigrate: ([Migration]) async throws -> Void,
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) async throws -> ModelContainer {
        while true {
            var known: [URL: Plan] = [:]
            var migrations: [Migration] = []
            for configuration in configurations {
                let estimate = try await onThread { try Self.estimate(plan, configuration, $0) }
                if let estimate {
                    migrations.append(Migration(estimate, of: configuration.url))
                    known[configuration.url] = estimate.plan
                }
                try Task.checkCancellation()
            }
            try await willMigrate(migrations)
            try Task.checkCancellation()
            let opening = StoreOpening(known: known)
            let found = try await onThread {
                try opening.open(plan, configurations: configurations, cancellation: $0, progress: progress)
            }
            // Another process has changed a store meanwhile, which needs another migration now.
            if let found { return ModelContainer(found) }
        }
    }

    /// What opening a store needs; `nil` if it is not migrated.
    private static func estimate(
        _ plan: any SchemaMigrationPlan.Type,
        _ configuration: ModelConfiguration,
        _ cancellation: Cancellation
    ) throws -> MigrationEstimate? {
        guard configuration.allowsSave, !configuration.isStoredInMemoryOnly,
            let url = configuration.firstURL
        else {
            return nil
        }
        var migrator = try Migrator(planner: plan.planner(), target: .head)
        migrator.code = plan.code
        migrator.keys = configuration.keys
        migrator.defersWork = configuration.defersMigration
        migrator.isCancelled = { cancellation.isCancelled }
        do throws(StoreError) {
            let estimate = try migrator.estimate(url)
            return estimate.plan.isEmpty ? nil : estimate
        } catch {
            switch error.reason {
            // Opening rolls an interrupted transaction back, and then this is asked again.
            case .needsRecovery: return nil
            case .cancelled: throw CancellationError()
            default: throw ModelError(error) ?? error
            }
        }
    }

    /// Runs blocking work elsewhere than on the threads of tasks, which are few.
    static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(with: Swift.Result { try work(cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Whether work on another thread is to stop.
final class Cancellation: @unchecked Sendable {
    private let lock = NSLock()
    private var isSet = false

    var isCancelled: Bool { lock.withLock { isSet } }

    func cancel() { lock.withLock { isSet = true } }
}

/// Opens stores if their migrations are those that the caller has agreed to.
private final class StoreOpening: @unchecked Sendable {
    private let known: [URL: Plan]
    private var isOther = false

    init(known: [URL: Plan]) { self.known = known }

    /// Returns `nil` if a store needs another migration.
    func open(
        _ plan: any SchemaMigrationPlan.Type,
        configurations: [ModelConfiguration],
        cancellation: Cancellation,
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws -> StoreCoordinator? {
        do {
            return try StoreCoordinator(plan, configurations, progress: progress) { migrator, configuration in
                let known = known[configuration.url]
                migrator.isCancelled = { cancellation.isCancelled }
                migrator.knownPlan = known
                migrator.mayMigrate = { [self] plan in
                    isOther = plan != known
                    return !isOther
                }
            }
        } catch let error as StoreError where error.reason == .cancelled {
            if isOther { return nil }
            throw CancellationError()
        }
    }
}

extension ModelConfiguration {
    /// The file with the first content of the store: its own, or the ready-made one that will be copied; `nil` if there is neither.
    fileprivate var firstURL: URL? {
        [url, initialStore].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
