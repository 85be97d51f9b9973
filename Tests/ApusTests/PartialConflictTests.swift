import Foundation
import Testing

@testable import Apus

/// Objects of which a fetch has read some properties, and what others change meanwhile.
struct PartialConflictTests {
    private func store() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", nights: 1)
        context.insert(trip)
        context.insert(Trip(name: "b", nights: 2))
        context.insert(Tag(name: "t"))
        _ = BucketListItem(title: "x", trip: trip)
        try context.save()
        return store
    }

    private func trips(_ context: ModelContext) throws -> [Trip] {
        var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name, \.nights]
        return try context.fetch(descriptor)
    }

    /// The change itself reads the rest of the row, after the old value was read.
    @Test(arguments: [false, true]) func aChangeOfWhatOthersHaveChangedIsAConflict(_ fetchesAgain: Bool) throws {
        let store = try store()
        let context = try store.open()
        let trip = try trips(context)[0]
        #expect(trip.nights == 1)
        let other = try store.open()
        try other.all(Trip.self)[0].nights = 5
        try other.save()
        if fetchesAgain {
            _ = try trips(context)
            #expect(trip.nights == 1)
        }
        trip.nights += 1
        #expect(throws: ModelError.conflict([.init(object: trip.persistentModelID, properties: ["nights"])])) {
            try context.save()
        }
        #expect(try store.lines("SELECT nights FROM Trip") == ["5", "2"])
    }

    @Test func anObjectThatOthersMovedIsNotRemovedFromItsNewOwner() throws {
        let store = try store()
        let context = try store.open()
        let trip = try trips(context)[0]
        var descriptor = FetchDescriptor<BucketListItem>()
        descriptor.propertiesToFetch = [\.title]
        let item = try #require(try context.fetch(descriptor).first)
        #expect(item.trip === trip && item.isFault)
        let other = try store.open()
        try other.all(BucketListItem.self)[0].trip = try trips(other)[1]
        try other.save()
        trip.removeFromBucketList(item)
        #expect(item.trip == nil)
        // It needs a trip.
        #expect(throws: ModelError.self) { try context.save() }
        #expect(try store.lines("SELECT trip FROM BucketListItem") == ["2"])
    }

    @Test func anObjectWithAChangedListIsReadAgain() throws {
        let store = try store()
        let context = try store.open()
        let trip = try trips(context)[0]
        trip.addToTags(try context.all(Tag.self)[0])
        #expect(trip.isFault && trip.name == "a")
        let other = ModelContext(context.container)
        try other.all(Trip.self)[0].name = "theirs"
        try other.save()
        context.processPendingChanges()
        #expect(trip.name == "theirs")
        // Another process.
        let again = try store.open()
        let mine = try trips(again)[0]
        mine.addToTags(try again.all(Tag.self)[0])
        try store.tell("UPDATE Trip SET name = 'later' WHERE name = 'b'")
        again.refresh(mine)
        #expect(mine.name == "later")
        try again.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY name").contains("later"))
    }

    @Test func aDerivedAttributeIsReadAgainAfterASave() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        func shelter() -> Shelter { Shelter(capacity: 1, diet: .default, stall: Stall(width: 1, feed: .hay)) }
        context.insert(shelter())
        try context.save()
        let later = try store.open()
        var descriptor = FetchDescriptor<Shelter>()
        descriptor.propertiesToFetch = [\.branchCount]
        let head = try #require(try later.fetch(descriptor).first)
        #expect(head.branchCount == 0 && head.isFault)
        let branch = shelter()
        later.insert(branch)
        branch.head = head
        try later.save()
        #expect(head.branchCount == 1)
    }
}
