import Apus
import Foundation
import Testing

/// An object that is deleted and inserted again before the save is kept.
struct ReinsertionTests {
    private func filled() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", accommodation: LivingAccommodation(name: "hut"))
        for title in ["x", "y"] { trip.addToBucketList(BucketListItem(title: title, trip: trip)) }
        trip.tags = [Tag(name: "sea")]
        context.insert(trip)
        try context.save()
        return store
    }

    @Test func theRowIsKept() throws {
        let store = try filled()
        let context = try store.open()
        let tag = try #require(try context.all(Tag.self).first)
        context.delete(tag)
        context.insert(tag)
        #expect(!tag.isDeleted && !context.hasChanges)
        #expect(try context.all(Tag.self) == [tag])
        try context.save()
        #expect(!tag.isDeleted && tag.modelContext === context)
        #expect(try store.lines("SELECT _id, name FROM Tag") == ["1|sea"])
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["1"])
        context.delete(tag)
        context.insert(tag)
        context.delete(tag)
        try context.save()
        #expect(tag.isDeleted)
        #expect(try store.lines("SELECT count(*) FROM Tag") == ["0"])
    }

    @Test func changesBeforeAndAfterTheDeletionAreSaved() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        trip.destination = "before"
        context.delete(trip)
        trip.nights = 9
        context.insert(trip)
        trip.name = "after"
        try context.save()
        #expect(try store.lines("SELECT name, destination, nights FROM Trip") == ["after|before|9"])
    }

    @Test func whatTheDeletionCascadedToIsKeptToo() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        context.delete(trip)
        context.insert(trip)
        // The other delete rules were applied at once.
        #expect(trip.bucketList.map(\.title) == ["x", "y"] && trip.accommodation?.name == "hut" && trip.tags.isEmpty)
        try context.save()
        #expect(try store.lines("SELECT title, trip FROM BucketListItem") == ["x|1", "y|1"])
        #expect(try store.lines("SELECT name, trip FROM LivingAccommodation") == ["hut|1"])
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["0"])
    }

    @Test func anObjectThatStaysDeletedLeavesItsRelationships() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let tag = try #require(try context.all(Tag.self).first)
        context.delete(tag)
        context.delete(trip)
        context.insert(tag)
        #expect(tag.trips.isEmpty)
        try context.save()
        #expect(tag.trips.isEmpty && trip.isDeleted)
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["0"])
    }

    @Test func aRelationshipThatWasReadMeanwhileHasTheObject() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let tag = try #require(try context.all(Tag.self).first)
        context.delete(tag)
        _ = trip.tags
        context.insert(tag)
        #expect(trip.tags == [tag])
    }
}
