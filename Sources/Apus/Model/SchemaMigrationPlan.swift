public import ApusStore

/// A model's classes, its released versions and the mappings between them. Generated code conforms to it.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The model's name.
    static var modelName: String { get }

    /// The descriptions of the newest schema's entities.
    static var entities: [EntityDescription] { get }

    /// The released versions whose schemas were removed, oldest first. Their stores cannot be opened.
    static var retired: [RetiredVersion] { get }

    /// The released schemas, oldest first.
    static var versions: [FrozenSchema] { get }

    /// The schema being edited, if it differs from the newest version.
    static var head: FrozenSchema? { get }

    /// The mappings of the stages between the versions.
    static var mappings: [StageMapping] { get }

    /// The rows that a new store begins with; `nil` if the model has no seed data.
    static var seedData: SeedData? { get }

    /// The code of the functions that the mappings call. An extension of the generated schema has it:
    ///
    /// ```swift
    /// extension TripsSchema {
    ///     static let code = MigrationCode(functions: [MigrationFunction("geocode", version: 1, geocode)])
    /// }
    /// ```
    static var code: MigrationCode { get }
}

extension SchemaMigrationPlan {
    /// The classes of the newest schema's entities.
    public static var models: [any PersistentModel.Type] { entities.map(\.type) }

    /// No code: the mappings call no functions in Swift.
    public static var code: MigrationCode { MigrationCode() }

    /// No seed data.
    public static var seedData: SeedData? { nil }

    /// No version: none was retired.
    public static var retired: [RetiredVersion] { [] }

    /// The released schemas up to and including a version. Generated code calls it.
    @_spi(Generated)
    public static func versions(through version: String) -> [FrozenSchema] {
        versions.firstIndex { $0.version == version }.map { Array(versions[...$0]) } ?? []
    }

    /// The mappings of the stages between the released schemas up to and including a version. Generated code calls it.
    @_spi(Generated)
    public static func mappings(through version: String) -> [StageMapping] {
        let known = Set(versions(through: version).map(\.version))
        return mappings.filter { known.contains($0.from) && known.contains($0.to) }
    }
}
