import Apus

/// Stands for the generated schema of `Documentation/SwiftFunctions.md`: the command reads the project's files.
nonisolated enum TripsSchema: SchemaMigrationPlan {
    static let modelName = "Trips"
    static let entities: [EntityDescription] = []
    static let versions: [FrozenSchema] = []
    static let head: FrozenSchema? = nil
    static let mappings: [StageMapping] = []
}
