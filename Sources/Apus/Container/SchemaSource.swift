import ApusMigration
public import ApusSchema

// The schema that a container is made from, in code that imports nothing else.
@_exported public import struct ApusSchema.Schema

/// The models of the classes that a container or a schema is made from.
struct SchemaSource: Sendable {
    private let plans: [any SchemaMigrationPlan.Type]

    /// The classes; `nil` for all of a model.
    let types: [any PersistentModel.Type]?

    /// Finds the models of classes.
    init(_ types: [any PersistentModel.Type]) {
        self.types = types
        plans = types.map { $0.apusPlan }
    }

    init(plan: any SchemaMigrationPlan.Type) { (types, plans) = (nil, [plan]) }

    /// Returns the model and the configurations that a container is opened for.
    ///
    /// - Parameters:
    ///   - stated: The model that the caller states as well.
    ///   - configurations: The container's configurations.
    /// - Returns: The model's generated schema, and at least one configuration.
    /// - Throws: As ``plan(_:_:)``.
    func resolved(
        _ stated: (any SchemaMigrationPlan.Type)?,
        _ configurations: [ModelConfiguration]
    ) throws(ModelError) -> (any SchemaMigrationPlan.Type, [ModelConfiguration]) {
        (try plan(stated, configurations), configurations.isEmpty ? [ModelConfiguration()] : configurations)
    }

    /// Returns the model that a container is opened for.
    ///
    /// - Parameters:
    ///   - stated: The model that the caller states as well.
    ///   - configurations: The container's configurations, whose schemas are of the same model.
    /// - Returns: The model's generated schema.
    /// - Throws: ``ModelError/noModel``, ``ModelError/severalModels(_:)``.
    func plan(
        _ stated: (any SchemaMigrationPlan.Type)?,
        _ configurations: [ModelConfiguration]
    ) throws(ModelError) -> any SchemaMigrationPlan.Type {
        var known: Set<ObjectIdentifier> = []
        let given = stated ?? (types == nil ? plans.first : nil)
        let own = Set(given?.models.map { ObjectIdentifier($0) } ?? [])
        let others = configurations.compactMap(\.source).flatMap { source in
            // A plan of the caller's own has the classes of a generated schema, which know that schema only. A plan that was given
            // as one is another one, whatever it has.
            source.plans.filter { plan in
                source.types == nil || plan.models.isEmpty
                    || !own.isSuperset(of: plan.models.map { ObjectIdentifier($0) })
            }
        }
        let all = (plans + (stated.map { [$0] } ?? []) + others).filter { known.insert(ObjectIdentifier($0)).inserted }
        guard let plan = all.first else { throw .noModel }
        if all.count > 1 { throw .severalModels(all.map { "\($0)" }) }
        return plan
    }
}

extension Schema {
    /// Creates the schema of the model that has some classes. It has all entities of the model, as its stores do.
    ///
    /// If the classes are of several models, or the generated schema was edited, opening a container throws.
    ///
    /// - Parameter types: Classes of one model.
    public init(_ types: [any PersistentModel.Type]) {
        self.init(SchemaSource(types))
    }

    /// Creates the schema of the model that has some classes. It has all entities of the model, as its stores do.
    public init(_ types: any PersistentModel.Type...) {
        self.init(SchemaSource(types))
    }

    /// Creates the schema of a generated one, such as `TripsSchema.self`.
    public init(versionedSchema plan: any SchemaMigrationPlan.Type) {
        self.init(SchemaSource(plan: plan))
    }

    private init(_ source: SchemaSource) {
        let plan = try? source.plan(nil, [])
        self = (try? plan?.planner().state(of: .head).schema) ?? Schema(model: plan?.modelName ?? "")
        origin.value = source
    }

    /// The classes that the schema was made from; none if it was read from a file.
    var source: SchemaSource { origin.value as? SchemaSource ?? SchemaSource([]) }
}
