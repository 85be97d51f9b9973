import ApusMigration
public import ApusSchema
public import ApusStore

/// Code in Swift over the objects of a stage between two versions, which the stage's mapping names.
///
/// ```yaml
/// # Migrations/Trips/2-3.yaml
/// swift: TripsStages.split
/// ```
///
/// The code runs in the migration's transaction, with the classes of both versions. An error that it throws leaves the store as it
/// was. See `Documentation/SwiftStages.md`.
public struct MigrationStage: Sendable {
    /// The name by which mappings know the code.
    public let name: String

    /// The version of the code.
    public let version: Int

    let fromVersion: any SchemaMigrationPlan.Type
    let toVersion: any SchemaMigrationPlan.Type
    let policies: [any EntityMigrationPolicy.Type]
    let willMigrate: (@Sendable (ModelContext) throws -> Void)?
    let didMigrate: (@Sendable (MigrationContexts) throws -> Void)?

    /// Returns the code of a stage.
    ///
    /// - Parameters:
    ///   - name: The name by which the mapping knows it: identifiers with dots between them.
    ///   - version: The version of the code, from 1. What the mapping of a released version names never changes: stores in the
    ///     field were migrated by it.
    ///   - fromVersion: The generated schema of the older version, such as `TripsV2.self`.
    ///   - toVersion: That of the newer version, such as `TripsV3.self`, or `TripsSchema.self` as long as that is the head.
    ///   - policies: The policies of entities, in the order in which each of their passes runs. They run after the mapping.
    ///   - willMigrate: Runs before all else that the stage does, with a context of the older version.
    ///   - didMigrate: Runs after all else that the stage does, with contexts of both versions.
    /// - Returns: The code.
    public static func custom(
        _ name: String,
        version: Int = 1,
        fromVersion: any SchemaMigrationPlan.Type,
        toVersion: any SchemaMigrationPlan.Type,
        policies: [any EntityMigrationPolicy.Type] = [],
        willMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
        didMigrate: (@Sendable (MigrationContexts) throws -> Void)? = nil
    ) -> MigrationStage {
        precondition(
            SwiftStage.isName(name),
            "'\(name)' is not the name of a stage: write identifiers with dots between them"
        )
        precondition(version > 0, "the version of a stage is a number from 1")
        let names = policies.map { "\($0)" }
        precondition(
            Set(policies.map(StageObjects.key)).count == names.count,
            "a policy of '\(name)' is there twice: \(names)"
        )
        return MigrationStage(
            name: name,
            version: version,
            fromVersion: fromVersion,
            toVersion: toVersion,
            policies: policies,
            willMigrate: willMigrate,
            didMigrate: didMigrate
        )
    }
}

extension MigrationCode {
    /// Creates the code of a model's migrations.
    ///
    /// - Parameters:
    ///   - functions: The functions. Two of one name must have different versions.
    ///   - stages: The code of stages, of which the same holds.
    public init(functions: [MigrationFunction] = [], stages: [MigrationStage]) {
        self.init(functions: functions, stageCode: stages)
    }
}

extension MigrationStage: StageCode {
    package var declaration: SwiftStage { SwiftStage(name, version: version) }

    package var runsBefore: Bool { willMigrate != nil }

    package var runsAfter: Bool { didMigrate != nil || !policies.isEmpty }

    package func foreignClasses(from old: Schema, to new: Schema) -> String? {
        [(fromVersion, old), (toVersion, new)].first { plan, schema in
            (try? plan.planner().state(of: .head).schema.means(schema)) != true
        }
        .map { "\($0.0)" }
    }

    package func runBefore(_ older: Store, _ work: StageWork) throws {
        try Self.use(fromVersion, older, allowsSave: true) { context in
            try willMigrate?(context)
            try context.save()
        }
    }

    package func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws {
        try Self.use(fromVersion, older, allowsSave: false) { old in
            try Self.use(toVersion, newer, allowsSave: true) { new in
                let contexts = MigrationContexts(old: old, new: new, work)
                try runPolicies(contexts)
                try didMigrate?(contexts)
                // What the code has not saved is not lost, and what it has changed in the older version was meant.
                try contexts.objects.save()
            }
        }
    }

    /// Runs each pass of all policies before the next one, as Core Data does.
    private func runPolicies(_ contexts: MigrationContexts) throws {
        func run(_ policy: (some EntityMigrationPolicy).Type) -> any PolicyRunning { PolicyRun(policy, contexts) }
        var runs = policies.map { run($0) }
        for one in runs { try one.checkClasses() }
        for index in runs.indices { try runs[index].create() }
        for index in runs.indices { try runs[index].relate() }
        for index in runs.indices { try runs[index].validate() }
    }

    /// Runs code with a context of a store, which is closed afterwards.
    private static func use(
        _ plan: any SchemaMigrationPlan.Type,
        _ store: Store,
        allowsSave: Bool,
        _ body: (ModelContext) throws -> Void
    ) throws {
        let coordinator = try StoreCoordinator(plan, allowsSave: allowsSave, within: store)
        // Otherwise the migration would go on with statements of the context on its connection.
        defer { try? coordinator.close() }
        let context = ModelContext(ModelContainer(coordinator), isObservable: false)
        // To unite objects with the same unique values in silence, as in SwiftData, would lose some.
        context.mergePolicy = .error
        try body(context)
    }
}
