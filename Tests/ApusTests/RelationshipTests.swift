import Apus
import Foundation
import Testing

/// Setting one side of a relationship sets the other, saved or not, and the store agrees.
struct RelationshipTests {
    @Test(arguments: [true, false]) func oneToMany(savedFirst: Bool) throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (a, b) = (Trip(name: "a"), Trip(name: "b"))
        let (x, y) = (BucketListItem(title: "x", trip: a), BucketListItem(title: "y", trip: a))
        #expect(a.bucketList == [x, y] && x.modelContext == nil)
        context.insert(a)
        context.insert(b)
        #expect(x.modelContext === context && y.modelContext === context)
        if savedFirst { try context.save() }
        x.trip = b
        #expect(a.bucketList == [y] && b.bucketList == [x])
        b.addToBucketList(y)
        #expect(a.bucketList.isEmpty && b.bucketList == [x, y] && y.trip === b)
        let z = BucketListItem(title: "z", trip: a)
        b.bucketList = [x, z]
        #expect(a.bucketList.isEmpty && z.trip === b && y.trip == nil)
        y.trip = a
        try context.save()
        let sql = "SELECT i.title, t.name FROM BucketListItem i JOIN Trip t ON t._id = i.trip ORDER BY 1"
        #expect(try store.lines(sql) == ["x|b", "y|a", "z|b"])
        let reopened = try store.open()
        let trips: [Trip] = try reopened.all()
        #expect(trips.map { $0.bucketList.map(\.title).sorted() } == [["y"], ["x", "z"]])
        #expect(trips.allSatisfy { trip in trip.bucketList.allSatisfy { $0.trip === trip } })
    }

    @Test func anUnloadedSideTakesPart() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trip = Trip(name: "a")
        for title in ["x", "y", "z"] { trip.addToBucketList(BucketListItem(title: title, trip: trip)) }
        first.insert(trip)
        first.insert(Trip(name: "b"))
        try first.save()

        let context = try store.open()
        let a = try #require(context.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip)
        let b = try #require(try context.fetch(Trip.self, id: PersistentIdentifier(entityName: "Trip", row: 2)))
        let items: [BucketListItem] = try context.all()
        items[1].trip = b
        let added = BucketListItem(title: "new", trip: a)
        #expect(a.bucketList.map(\.title) == ["x", "z", "new"])
        #expect(b.bucketList.map(\.title) == ["y"])
        added.trip = nil
        #expect(a.bucketList.map(\.title) == ["x", "z"])
    }

    @Test func oneToOneMovesOn() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (a, b) = (Trip(name: "a"), Trip(name: "b"))
        let (hut, tent) = (LivingAccommodation(name: "hut"), LivingAccommodation(name: "tent"))
        a.accommodation = hut
        tent.trip = b
        #expect(hut.trip === a && b.accommodation === tent)
        for trip in [a, b] { context.insert(trip) }
        try context.save()
        // An exchange: both rows temporarily have the same unique foreign key.
        a.accommodation = tent
        #expect(tent.trip === a && hut.trip == nil && b.accommodation == nil)
        b.accommodation = hut
        try context.save()
        let reopened = try store.open()
        let trips: [Trip] = try reopened.all()
        #expect(trips.map { $0.accommodation?.name } == ["tent", "hut"])
        #expect(trips.allSatisfy { $0.accommodation?.trip === $0 })
        trips[0].accommodation = nil
        trips[1].accommodation?.trip = trips[0]
        try reopened.save()
        #expect(try store.lines("SELECT name, trip FROM LivingAccommodation ORDER BY name") == ["hut|1", "tent|"])
    }

    @Test(arguments: [true, false]) func manyToMany(savedFirst: Bool) throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (a, b) = (Trip(name: "a"), Trip(name: "b"))
        let (sea, hills) = (Tag(name: "sea"), Tag(name: "hills"))
        a.tags = [sea, hills, sea]
        #expect(a.tags == [sea, hills] && sea.trips == [a] && hills.trips == [a])
        context.insert(a)
        context.insert(b)
        if savedFirst { try context.save() }
        sea.addToTrips(b)
        sea.addToTrips(b)
        hills.removeFromTrips(a)
        #expect(a.tags == [sea] && b.tags == [sea] && hills.trips.isEmpty)
        try context.save()
        let reopened = try store.open()
        #expect(try reopened.all(Tag.self).map { $0.trips.map(\.name) } == [["a", "b"], []])
        // Neither side is loaded.
        let third = try store.open()
        let trip = try #require(try third.fetch(Trip.self, id: PersistentIdentifier(entityName: "Trip", row: 2)))
        let tag = try #require(try third.fetch(Tag.self, id: PersistentIdentifier(entityName: "Tag", row: 2)))
        trip.addToTags(tag)
        #expect(tag.trips == [trip] && trip.tags.map(\.name) == ["sea", "hills"])
        try third.save()
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["3"])
    }

    @Test func relationshipsThatAreTheirOwnInverse() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let people: [Person] = ["a", "b", "c"].map { Person(name: $0) }
        let (a, b, c) = (people[0], people[1], people[2])
        a.spouse = b
        #expect(b.spouse === a)
        c.spouse = b
        #expect(a.spouse == nil && b.spouse === c && c.spouse === b)
        a.friends = [a, b]
        #expect(a.friends == [a, b] && b.friends == [a])
        a.children = [b]
        #expect(b.parent === a)
        for person in people { context.insert(person) }
        try context.save()
        b.spouse = a
        #expect(c.spouse == nil && a.spouse === b)
        a.removeFromFriends(a)
        try context.save()
        #expect(try store.lines("SELECT name, spouse FROM Person") == ["a|2", "b|1", "c|"])
        #expect(try store.lines("SELECT source, target FROM Person_friends ORDER BY 1") == ["1|2", "2|1"])
    }

    @Test func relationshipsOfOneSide() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", sponsor: Person(name: "s"))
        trip.photos = [Photo(bytes: Data([1])), Photo(bytes: Data([2]))]
        context.insert(trip)
        try context.save()
        let reopened = try store.open()
        let again: Trip = try #require(try reopened.all(Trip.self).first)
        #expect(again.sponsor?.name == "s" && again.photos.map(\.bytes) == [Data([1]), Data([2])])
        try reopened.delete(#require(again.photos.first))
        try reopened.save()
        #expect(again.photos.map(\.bytes) == [Data([2])])
    }

    @Test func whatIsNewIsFoundFromWhatIsThere() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        let item = BucketListItem(title: "x", trip: trip)
        #expect(item.modelContext === context && item.hasChanges)
        #expect(try context.all(BucketListItem.self) == [item])
        #expect(try context.fetchCount(FetchDescriptor<BucketListItem>()) == 1)
        try context.save()
        #expect(item.persistentModelID == PersistentIdentifier(entityName: "BucketListItem", row: 1))
    }
}
