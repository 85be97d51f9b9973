public import ApusSchema
public import ApusStore
public import Foundation

/// An open store and its model.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self, Person.self)
/// let context = container.mainContext
/// ```
///
/// The classes, or the generated schema, say which model it is. A store always has all entities of its model.
public final class ModelContainer: Sendable {
    /// The store's schema.
    public var schema: Schema {
        var schema = coordinator.schema
        schema.origin.value = SchemaSource(plan: coordinator.plan)
        return schema
    }

    /// The model's versions, and how its stores are migrated.
    public var migrationPlan: any SchemaMigrationPlan.Type { coordinator.plan }

    /// Where the container's stores are.
    public var configurations: Set<ModelConfiguration> { Set(coordinator.configurations) }

    /// The context for the main thread, such as that of a user interface. The container retains it.
    @MainActor public var mainContext: ModelContext {
        if let made = main.context { return made }
        let made = ModelContext(mainOf: self)
        main.context = made
        return made
    }

    let coordinator: StoreCoordinator
    private let main = MainContext()

    /// The main context, which only the main actor uses.
    private final class MainContext: @unchecked Sendable {
        var context: ModelContext?
    }

    /// Opens the store of some classes. Creates the store if it does not exist, and migrates it if it has an older version.
    ///
    /// - Parameters:
    ///   - types: Classes of one model.
    ///   - migrationPlan: The model's generated schema, which the classes know as well.
    ///   - configurations: Where the store is; by default at ``ModelConfiguration/defaultURL(for:)``. With several, the container
    ///     has as many stores: those of the classes of each configuration's schema, and of what these are related to.
    /// - Throws: `StoreError` if the store cannot be used, or its migration is refused; a ``ModelError``. The store is
    ///   unchanged then.
    public convenience init(
        for types: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: types, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the store of an array of classes, as the initializer for single classes does.
    public convenience init(
        for types: [any PersistentModel.Type],
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration] = []
    ) throws {
        try self.init(of: SchemaSource(types), migrationPlan, configurations)
    }

    /// Opens the store of a schema, as the initializer for classes does.
    public convenience init(
        for schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the store of a schema, as the initializer for classes does.
    public convenience init(
        for schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        try self.init(of: schema.source, migrationPlan, configurations)
    }

    /// Opens the store of a model, as the initializer for classes does.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - configurations: Where the store is.
    /// - Throws: As the other initializers.
    public convenience init(
        for plan: any SchemaMigrationPlan.Type,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(of: SchemaSource(plan: plan), nil, configurations)
    }

    /// Opens the store of a model in a file, as the initializer for classes does.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - url: The store's file.
    ///   - checks: How thoroughly a store is checked before it is migrated.
    /// - Throws: As the other initializers.
    public convenience init(for plan: any SchemaMigrationPlan.Type, url: URL, checks: StoreChecks = .usual) throws {
        try self.init(of: SchemaSource(plan: plan), nil, [ModelConfiguration(url: url)], checks: checks)
    }

    private init(
        of source: SchemaSource,
        _ migrationPlan: (any SchemaMigrationPlan.Type)?,
        _ configurations: [ModelConfiguration],
        checks: StoreChecks = .usual
    ) throws {
        let (plan, configurations) = try source.resolved(migrationPlan, configurations)
        coordinator = try StoreCoordinator(plan, configurations) { migrator, _ in migrator.checks = checks }
    }

    /// A container of an open store, with the context that outlived its last one.
    init(_ coordinator: StoreCoordinator, main context: ModelContext? = nil) {
        self.coordinator = coordinator
        main.context = context
    }

    deinit {
        // The main thread may be using the context and its objects.
        if main.context != nil, !ContextThread.main.isCurrent { DispatchQueue.main.async { [main] in _ = main } }
    }
}
