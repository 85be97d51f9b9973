import ApusSchema
import Foundation

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

/// The same with a configuration of the playlists, for containers with several stores: the classes know only the plan without
/// seed data, so a configuration with a schema of classes would be of another model.
enum SeededStoresFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static var entities: [EntityDescription] { FeaturesSchema.entities }
    static let versions: [FrozenSchema] = []
    static let mappings: [StageMapping] = []
    static var seedData: SeedData? { SeededFeatures.seedData }

    static let head: FrozenSchema? = {
        guard let plain = FeaturesSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else { return nil }
        schema.configurations = [Configuration("playlists", entities: ["Guest", "Playlist", "Track"])]
        return FrozenSchema("head", json: String(decoding: schema.json, as: UTF8.self))
    }()
}

/// A plan with some of the classes of another one.
enum SomeFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static var entities: [EntityDescription] { FeaturesSchema.entities.filter { $0.name == "Playlist" } }
    static var versions: [FrozenSchema] { FeaturesSchema.versions }
    static var head: FrozenSchema? { FeaturesSchema.head }
    static var mappings: [StageMapping] { FeaturesSchema.mappings }
}

/// A plan without classes.
enum NoFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static let entities: [EntityDescription] = []
    static var versions: [FrozenSchema] { FeaturesSchema.versions }
    static var head: FrozenSchema? { FeaturesSchema.head }
    static var mappings: [StageMapping] { FeaturesSchema.mappings }
}
