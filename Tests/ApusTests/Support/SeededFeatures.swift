import ApusSchema

@_spi(Generated) @testable import Apus

/// The plan of a model with seed data, as generated code has it.
enum SeededFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static var entities: [EntityDescription] { FeaturesSchema.entities }
    static var versions: [FrozenSchema] { FeaturesSchema.versions }
    static var head: FrozenSchema? { FeaturesSchema.head }
    static var mappings: [StageMapping] { FeaturesSchema.mappings }

    static let seedData: SeedData? = {
        let json = SeedRows([
            SeedRows.Row(
                entity: "Playlist",
                key: "best",
                values: [["name"]: .text("Best of")],
                references: ["tracks": ["two", "one"], "guests": ["kim"]]
            ),
            SeedRows.Row(entity: "Track", key: "one", values: [["title"]: .text("One")]),
            SeedRows.Row(entity: "Track", key: "two", values: [["title"]: .text("Two")]),
            SeedRows.Row(entity: "Guest", key: "kim", values: [["name"]: .text("Kim \"K\"\n")]),
        ]).json
        return SeedData(digest: SeedRows.digest(of: json), json: json)
    }()
}

/// The same in stores that keep a history.
enum SeededHistoryFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static var entities: [EntityDescription] { FeaturesSchema.entities }
    static let versions: [FrozenSchema] = []
    static let mappings: [StageMapping] = []
    static let head: FrozenSchema? = HistoryFeatures.frozen("head")
    static var seedData: SeedData? { SeededFeatures.seedData }
}
