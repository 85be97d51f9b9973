import Apus
import Foundation
import GRDB
import Testing

/// The four delete rules, also through objects that were never fetched.
struct DeletionTests {
    /// A store with a trip that has related objects everywhere; nothing is in memory.
    private func filled() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", accommodation: LivingAccommodation(name: "hut"), leader: Person(name: "leader"))
        for title in ["x", "y"] { trip.addToBucketList(BucketListItem(title: title, trip: trip)) }
        trip.tags = [Tag(name: "sea")]
        trip.photos = [Photo(bytes: Data())]
        context.insert(trip)
        try context.save()
        return store
    }

    private func count(_ store: TemporaryStore, _ table: String) throws -> Int {
        try store.ask("SELECT count(*) FROM \"\(table)\"").first?.first.flatMap { Int.fromDatabaseValue($0) } ?? -1
    }

    @Test func cascadeAndNullify() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        context.delete(trip)
        #expect(trip.isDeleted && context.hasChanges)
        #expect(try context.all(Trip.self).isEmpty && context.all(BucketListItem.self).isEmpty)
        #expect(try count(store, "Trip") == 1)
        try context.save()
        #expect(trip.isDeleted && trip.modelContext == nil && trip.name == "a")
        for table in ["Trip", "BucketListItem", "LivingAccommodation", "Tag_trips", "Trip_photos"] {
            #expect(try count(store, table) == 0, "\(table)")
        }
        for table in ["Tag", "Person", "Photo"] { #expect(try count(store, table) == 1, "\(table)") }
        #expect(try context.all(Person.self).first?.leads.isEmpty == true)
    }

    @Test func deny() throws {
        let store = try filled()
        let context = try store.open()
        let leader = try #require(try context.all(Person.self).first)
        context.delete(leader)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description == "Person 1 cannot be deleted while 'leads' refers to Trip 1")
        #expect(try count(store, "Person") == 1)
        // It succeeds if the trip is deleted as well.
        try context.delete(#require(try context.all(Trip.self).first))
        try context.save()
        #expect(try count(store, "Person") == 0 && count(store, "Trip") == 0)
    }

    @Test func noActionLeavesTheReferenceToTheApp() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (boss, clerk) = (Person(name: "boss"), Person(name: "clerk"))
        clerk.manager = boss
        context.insert(clerk)
        try context.save()
        context.delete(boss)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == "Person 1 refers to a deleted Person: "
                + "set the reference to another object or to nil before saving"
        )
        clerk.manager = nil
        try context.save()
        #expect(try store.ask("SELECT name, manager FROM Person").first == ["clerk".databaseValue, .null])
    }

    @Test func noActionOfPairs() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let tag = try #require(trip.tags.first)
        context.delete(tag)
        try context.save()
        #expect(trip.tags.isEmpty)
        #expect(try count(store, "Tag_trips") == 0)
    }

    @Test func aRequiredReferenceThatWasNullifiedIsNamed() throws {
        let store = try filled()
        let context = try store.open()
        let item = try #require(try context.all(BucketListItem.self).first)
        item.trip = nil
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description == "BucketListItem 1: 'trip' is required, but has no object")
        context.delete(item)
        try context.save()
        #expect(try count(store, "BucketListItem") == 1)
    }

    @Test func deepCascades() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        var person = Person(name: "0")
        let root: Person = person
        for number in 1...3000 {
            let child = Person(name: "\(number)")
            child.parent = person
            person = child
        }
        context.insert(root)
        try context.save()
        #expect(try count(store, "Person") == 3001)
        let other = try store.open()
        try other.delete(#require(try other.fetch(Person.self, id: root.persistentModelID)))
        try other.save()
        #expect(try count(store, "Person") == 0)
    }

    @Test func identitiesAreNeverUsedAgain() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let first = Tag(name: "a")
        context.insert(first)
        try context.save()
        context.delete(first)
        try context.save()
        let second = Tag(name: "b")
        context.insert(second)
        try context.save()
        #expect(second.persistentModelID == PersistentIdentifier(entityName: "Tag", row: 2))
    }

    @Test func aNewObjectThatIsDeletedIsNeverWritten() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a")
        let item = BucketListItem(title: "x", trip: trip)
        context.insert(trip)
        context.delete(item)
        #expect(trip.bucketList.isEmpty)
        try context.save()
        #expect(try count(store, "Trip") == 1 && count(store, "BucketListItem") == 0)
    }
}
