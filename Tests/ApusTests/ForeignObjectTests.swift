import Apus
import Foundation
import Testing

/// Objects of two contexts, and objects whose context has ended.
struct ForeignObjectTests {
    private let store: TemporaryStore
    private let (mine, theirs): (ModelContext, ModelContext)

    init() throws {
        store = try TemporaryStore()
        mine = try store.open()
        mine.insert(BucketListItem(title: "x", trip: Trip(name: "a")))
        mine.insert(Trip(name: "b"))
        try mine.save()
        theirs = ModelContext(mine.container)
    }

    private func expectForeign(_ id: PersistentIdentifier, in context: ModelContext) throws {
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description.contains("\(id) belongs to another context") == true)
        #expect(error?.recoverySuggestion?.contains("context.model(for: object.persistentModelID)") == true)
        // It was reported; what is left is saved.
        try context.save()
    }

    @Test func anObjectOfAnotherContextIsNotRelated() throws {
        let item = try #require(try mine.all(BucketListItem.self).first)
        let foreign = try theirs.all(Trip.self)[1]
        let before = item.trip
        item.trip = foreign
        #expect(item.trip === before && foreign.bucketList.isEmpty && !theirs.hasChanges)
        item.title = "changed"
        try expectForeign(foreign.persistentModelID, in: mine)
        #expect(try store.lines("SELECT title, trip FROM BucketListItem") == ["changed|1"])
        item.trip = mine.model(for: foreign.persistentModelID) as? Trip
        try mine.save()
        #expect(try store.lines("SELECT title, trip FROM BucketListItem") == ["changed|2"])
    }

    @Test func listsTakeNoObjectOfAnotherContext() throws {
        let trip = try #require(try mine.all(Trip.self).first)
        let item = try #require(trip.bucketList.first)
        theirs.insert(BucketListItem(title: "y", trip: try theirs.all(Trip.self)[1]))
        try theirs.save()
        let foreign = try #require(try theirs.all(BucketListItem.self).last)
        trip.addToBucketList(foreign)
        #expect(trip.bucketList == [item])
        try expectForeign(foreign.persistentModelID, in: mine)
        trip.bucketList = [foreign]
        #expect(trip.bucketList == [item] && item.trip === trip)
        try expectForeign(foreign.persistentModelID, in: mine)
        let tag = Tag(name: "t")
        theirs.insert(tag)
        try theirs.save()
        trip.addToTags(tag)
        #expect(trip.tags.isEmpty && tag.trips.isEmpty)
        try expectForeign(tag.persistentModelID, in: mine)
        #expect(try store.lines("SELECT count(*) FROM BucketListItem WHERE trip = 1") == ["1"])
    }

    @Test func aNewObjectIsRelatedToObjectsOfOneContext() throws {
        let foreign = try #require(try theirs.all(Trip.self).first)
        let item = BucketListItem(title: "new", trip: foreign)
        #expect(item.modelContext === theirs)
        item.trip = try mine.all(Trip.self).first
        #expect(item.trip === foreign)
        #expect(throws: ModelError.self) { try theirs.save() }
        try theirs.save()
        try mine.save()
    }

    @Test func anObjectOfAnotherContextIsNotInserted() throws {
        let foreign = try #require(try theirs.all(Trip.self).first)
        mine.insert(foreign)
        #expect(foreign.modelContext === theirs && !mine.hasChanges)
        try expectForeign(foreign.persistentModelID, in: mine)
    }

    @Test func anObjectOfAnotherContextIsNotDeletedSilently() throws {
        let foreign = try theirs.all(Trip.self)[1]
        mine.delete(foreign)
        #expect(!foreign.isDeleted)
        try expectForeign(foreign.persistentModelID, in: mine)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["2"])
        // What is in no context has no row, and what is deleted stays so.
        mine.delete(Trip(name: "free"))
        let own = try mine.all(Trip.self)[1]
        mine.delete(own)
        mine.delete(own)
        try mine.save()
        mine.delete(own)
        try mine.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["1"])
    }

    @Test func aRollbackForgetsTheErrorToo() throws {
        mine.insert(try theirs.all(Trip.self)[0])
        mine.rollback()
        try mine.save()
    }

    // MARK: - Objects whose context has ended

    @Test func whatWasReadOutlivesTheContext() throws {
        var context: ModelContext? = try store.open()
        let id = PersistentIdentifier(entityName: "Trip", row: 1)
        let trip = try #require(try context?.fetch(Trip.self, id: id))
        let item = try #require(trip.bucketList.first)
        #expect(item.trip === trip && trip.accommodation == nil)
        let fault = try #require(
            context?.model(for: PersistentIdentifier(entityName: "Trip", row: 2)) as? Trip
        )
        context = nil
        #expect(trip.name == "a" && trip.modelContext == nil && !trip.isDeleted)
        #expect(trip.bucketList == [item] && item.trip === trip)
        #expect(trip.tags.isEmpty && trip.leader == nil && trip.accommodation == nil && trip.photos.isEmpty)
        #expect(fault.name.isEmpty && fault.nights == 0 && fault.bucketList.isEmpty && fault.leader == nil)
        #expect(fault.modelContext == nil && fault.longer.isEmpty)
        trip.name = "changed"
        fault.nights = 3
        trip.bucketList = []
        #expect(trip.name == "changed" && fault.nights == 3 && trip.bucketList.isEmpty && item.trip == nil)
    }

    @Test func aRelatedObjectThatNobodyElseHoldsOutlivesTheContext() throws {
        var context: ModelContext? = try store.open()
        let item = try #require(try context?.all(BucketListItem.self).first)
        #expect(item.trip?.name == "a")
        context = nil
        #expect(item.trip?.name == "a")
    }

    @Test func whatOutlivesTheContextIsReleased() throws {
        weak var trip: Trip?
        weak var item: BucketListItem?
        do {
            var context: ModelContext? = try store.open()
            let held = try #require(try context?.all(Trip.self).first)
            trip = held
            item = held.bucketList.first
            #expect(item?.trip === held)
            context = nil
            #expect(item != nil && held.bucketList.count == 1)
        }
        #expect(trip == nil && item == nil)
    }

    @Test func aLargeValueThatWasNotReadIsEmptyAfterTheContext() throws {
        let other = try store.open()
        let colours = [Colour(red: 1, name: String(repeating: "x", count: 120_000))]
        other.insert(Document(title: "a", scan: Data(repeating: 1, count: 120_000), colours: colours))
        try other.save()
        var context: ModelContext? = try store.open()
        let document = try #require(try context?.all(Document.self).first)
        #expect(document.colours.count == 1)
        context = nil
        #expect(document.colours.count == 1 && document.scan.isEmpty && document.title == "a")
    }

    @Test func anObjectWhoseContextEndedIsNotRelated() throws {
        var context: ModelContext? = try store.open()
        let orphan = try #require(try context?.all(Trip.self).last)
        context = nil
        let item = try #require(try mine.all(BucketListItem.self).first)
        let before = item.trip
        item.trip = orphan
        #expect(item.trip === before)
        #expect(throws: ModelError.self) { try mine.save() }
        try mine.save()
        #expect(try store.lines("SELECT trip FROM BucketListItem") == ["1"])
    }
}
