import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// A container brings an older store to the model of its classes, by the planner of the command line.
struct MigrationTests {
    @Test(arguments: [Schema.Version(1), Schema.Version(1, 1)])
    func anOlderStoreIsMigratedWhenItIsOpened(_ version: Schema.Version) throws {
        let store = try TemporaryStore()
        do {
            let older: Store = try Store.open(
                at: store.url,
                planner: FeaturesSchema.planner(),
                target: .version(version)
            )
            let isFirst: Bool = version == Schema.Version(1)
            let sql: String =
                isFirst
                ? "INSERT INTO Trip (title, legacyCode) VALUES ('kept', 'x')"
                : "INSERT INTO Trip (title, rank) VALUES ('kept', 3)"
            try older.database.write { try $0.execute(sql: sql) }
        }
        let context = try store.open()
        let trip = try #require(try context.firstAndOnly(Trip.self)).object
        #expect(trip.name == "kept" && trip.nights == 1 && trip.destination == nil && trip.bucketList.isEmpty)
        trip.name = "changed"
        trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        try context.save()
        let again = try #require(try store.open().firstAndOnly(Trip.self))
        #expect(again.object.name == "changed" && again.object.bucketList.map(\.title) == ["x"])
    }

    @Test func theGeneratedHistoryIsTheModels() throws {
        let planner: Planner = try FeaturesSchema.planner()
        #expect(planner.history.entries.map(\.version) == [Schema.Version(1), Schema.Version(1, 1)])
        #expect(planner.history.entries.map(\.digest) == ["d1", nil])
        let first: Schema? = planner.history.entries.first?.schema
        #expect(first?.entity("Trip")?.attribute("title")?.defaultValue == .string("a \"quoted\" \\ \\#(text)\n#"))
        #expect(
            planner.mappings.map { $0.accept.map { "\($0.path)" } } == [["Trip.legacyCode", "Old"], ["Trip.rank"]]
        )
        #expect(planner.mappings.map(\.to) == [Schema.Version(1, 1), nil])
    }

    @Test func aStoreThatWasMigratedMeanwhileIsLeftAlone() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let tag = Tag(name: "a")
        context.insert(tag)
        try context.save()
        try store.tell("UPDATE apus_model SET generation = generation + 1")
        tag.name = "b"
        #expect(throws: StoreError.self) { try context.save() }
        #expect(throws: StoreError.self) { try context.all(Tag.self) }
        #expect(try store.lines("SELECT name FROM Tag") == ["a"])
    }
}
