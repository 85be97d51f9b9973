import Apus
import ApusSchema
import Foundation
import Testing

/// Classes of frozen versions, which create and read old stores.
struct FrozenVersionTests {
    @Test func anOldStoreIsMadeReadAndMigrated() throws {
        let store = try TemporaryStore()
        let url: URL = store.url
        func first() throws -> ModelContext { ModelContext(try ModelContainer(for: FeaturesV1.self, url: url)) }
        do {
            let context = try first()
            context.insert(FeaturesV1.Trip(title: "Alps", legacyCode: "x", weight: 1.5, note: "n"))
            context.insert(FeaturesV1.Trip(weight: 2.5, note: "m"))
            context.insert(FeaturesV1.Old())
            try context.save()
            let found = try first()
            let light = FetchDescriptor(where: FeaturesV1.Trip.columns.weight < 2)
            #expect(
                try found.fetch(light).map(\.title) == ["Alps"]
                    && found.fetchCount(FetchDescriptor<FeaturesV1.Old>()) == 1
            )
            #expect(found.container.schema.entities.map(\.name) == ["Trip", "Old"])
        }
        do {
            // The next version's classes migrate the store, with the mapping of the stage.
            let context = ModelContext(try ModelContainer(for: FeaturesV1_1.self, url: url))
            let trips: [FeaturesV1_1.Trip] = try context.fetch(
                FetchDescriptor(sortBy: [FeaturesV1_1.Trip.columns.number.ascending])
            )
            #expect(trips.map(\.title) == ["Alps", "a \"quoted\" \\ \\#(text)\n#"] && trips.map(\.weight) == [2, 3])
            #expect(trips.map(\.code) == ["none \"yet\"\n", "none \"yet\"\n"] && trips.map(\.number) == [1, 2])
        }
        let context = try store.open()
        #expect(try context.all(Trip.self).map(\.name) == ["Alps", "a \"quoted\" \\ \\#(text)\n#"])
        // A newer store is refused.
        #expect(throws: (any Error).self) { try first() }
    }

    @Test func aVersionKnowsThoseBeforeItOnly() throws {
        #expect(FeaturesV1.versions.map(\.version) == ["1"] && FeaturesV1.mappings.isEmpty)
        #expect(FeaturesV1_1.versions.map(\.version) == ["1", "1.1"] && FeaturesV1_1.mappings.map(\.to) == ["1.1"])
        #expect(FeaturesV1.versions.map(\.digest) == ["d1"])
    }
}
