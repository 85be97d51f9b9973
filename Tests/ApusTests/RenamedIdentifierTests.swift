@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import Testing

/// Identifiers that an app kept while migrations renamed their entities.
struct RenamedIdentifierTests {
    private static let newest = try? FeaturesSchema.planner().state(of: .head).schema

    /// A version of the tests' model in which entities had other names.
    private static func frozen(
        _ version: String,
        _ names: [String: String] = [:],
        originals: [String: String] = [:],
        adding added: [String] = []
    ) -> FrozenSchema {
        var renames = Renames()
        renames.entities = names
        var schema = (newest ?? Schema(model: FeaturesSchema.modelName)).renaming(renames)
        for index in schema.entities.indices {
            schema.entities[index].originalName = originals[schema.entities[index].name]
        }
        schema.entities += added.map { Entity($0) }
        return FrozenSchema(version, json: String(decoding: schema.json, as: UTF8.self))
    }

    private enum Chain: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            frozen("1", ["Tag": "Mark", "Dog": "Hound"]),
            frozen("2", ["Tag": "Label"], originals: ["Label": "Mark", "Dog": "Hound"]),
            frozen("3", originals: ["Tag": "Label"]),
        ]
        static let head: FrozenSchema? = nil
        static let mappings: [StageMapping] = []
    }

    private enum Swap: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            frozen("1", ["Tag": "Guest", "Guest": "Tag"]),
            frozen("2", originals: ["Tag": "Guest", "Guest": "Tag"]),
        ]
        static let head: FrozenSchema? = nil
        static let mappings: [StageMapping] = []
    }

    /// The tags' first name was that of another entity later, which was removed.
    private enum Reuse: SchemaMigrationPlan {
        static let modelName = FeaturesSchema.modelName
        static let entities = FeaturesSchema.entities
        static let versions = [
            frozen("1", ["Tag": "Mark"]), frozen("2", originals: ["Tag": "Mark"], adding: ["Mark"]), frozen("3"),
        ]
        static let head: FrozenSchema? = nil
        static let mappings = [StageMapping(from: "2", to: "3", json: #"{"accept":["Mark"]}"#)]
    }

    /// An identifier as an app keeps it.
    private func kept(_ name: String, _ row: Int64) throws -> PersistentIdentifier {
        let json = try JSONEncoder().encode(PersistentIdentifier(entityName: name, row: row))
        return try JSONDecoder().decode(PersistentIdentifier.self, from: json)
    }

    /// Makes a store of version 1 with some rows, and migrates it.
    private func migrated(_ plan: any SchemaMigrationPlan.Type, _ store: TemporaryStore, _ sql: String) throws
        -> ModelContext
    {
        _ = try Store.open(at: store.url, planner: plan.planner(), target: .version(Schema.Version(1)))
        try store.tell(sql)
        return ModelContext(try ModelContainer(for: plan, url: store.url))
    }

    @Test(arguments: ["Mark", "Label", "Tag"])
    func anOlderNameFindsTheObject(name: String) throws {
        let store = try TemporaryStore()
        let context = try migrated(
            Chain.self,
            store,
            "INSERT INTO Mark (_id, name) VALUES (5, 'kept'), (6, 'other')"
        )
        let id = try kept(name, 5)
        #expect(context.registeredModel(for: id) as Tag? == nil)
        let tag = try #require(try context.fetch(Tag.self, id: id))
        #expect(tag.name == "kept" && tag.persistentModelID == PersistentIdentifier(entityName: "Tag", row: 5))
        #expect(context.model(for: id) as? Tag === tag)
        #expect(context.registeredModel(for: id) as Tag? === tag)
        let found = try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.persistentModelID == id }))
        #expect(found.map(\.name) == ["kept"])
        #expect(try context.fetch(Tag.self, id: kept(name, 7)) == nil)
    }

    @Test func anOlderNameOfASubEntityFindsTheObject() throws {
        let store = try TemporaryStore()
        let context = ModelContext(try ModelContainer(for: Chain.self, url: store.url))
        #expect(context.model(for: try kept("Hound", 5)) is Dog)
        #expect(context.model(for: try kept("Wolf", 5)) == nil)
    }

    @Test func aNameThatAnotherEntityHasNowIsThatEntitys() throws {
        let store = try TemporaryStore()
        let context = try migrated(
            Swap.self,
            store,
            "INSERT INTO Guest (_id, name) VALUES (5, 'a tag'); INSERT INTO Tag (_id, name) VALUES (5, 'a guest')"
        )
        #expect(try context.fetch(Tag.self, id: kept("Tag", 5))?.name == "a tag")
        #expect(try context.fetch(Guest.self, id: kept("Guest", 5))?.name == "a guest")
        #expect(try context.fetch(Guest.self, id: kept("Tag", 5)) == nil)
    }

    @Test func aNameThatTwoEntitiesHadFindsNone() throws {
        let store = try TemporaryStore()
        let context = try migrated(Reuse.self, store, "INSERT INTO Mark (_id, name) VALUES (5, 'kept')")
        #expect(try context.fetch(Tag.self, id: kept("Tag", 5))?.name == "kept")
        #expect(context.model(for: try kept("Mark", 5)) == nil)
    }
}
