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

    @Test func aNewObjectThatTheDeletionCascadedToIsKeptToo() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let item = BucketListItem(title: "z", trip: trip)
        #expect(trip.bucketList.map(\.title) == ["x", "y", "z"])
        for _ in 0..<2 {
            context.delete(trip)
            #expect(item.isDeleted)
            context.insert(trip)
            #expect(!item.isDeleted && item.trip === trip && trip.bucketList.map(\.title) == ["x", "y", "z"])
        }
        try context.save()
        #expect(trip.bucketList.map(\.title) == ["x", "y", "z"])
        #expect(try store.lines("SELECT title, trip FROM BucketListItem") == ["x|1", "y|1", "z|1"])
    }

    @Test func whatWasDeletedByItselfStaysDeleted() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        context.delete(trip.bucketList[0])
        context.delete(trip)
        context.insert(trip)
        #expect(trip.bucketList.map(\.title) == ["y"])
        try context.save()
        #expect(try store.lines("SELECT title FROM BucketListItem") == ["y"])
    }

    @Test func whatCascadesFromTheChildOfANewObjectIsKept() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (middle, last) = (Person(name: "q"), Person(name: "r"))
        middle.children = [last]
        context.insert(middle)
        try context.save()
        let first = Person(name: "p")
        context.insert(first)
        first.children = [middle]
        context.delete(first)
        #expect(middle.isDeleted && last.isDeleted)
        context.insert(middle)
        #expect(!last.isDeleted && middle.children == [last])
        try context.save()
        #expect(try store.lines("SELECT name FROM Person ORDER BY name") == ["q", "r"])
    }

    @Test func theLastDeletionCounts() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let items = trip.bucketList
        let new = BucketListItem(title: "z", trip: trip)
        context.delete(trip)
        // One that is deleted by itself, one that is inserted and deleted again, and a new one that comes back first.
        context.delete(items[0])
        context.insert(items[1])
        context.delete(items[1])
        context.insert(new)
        #expect(new.trip === trip)
        context.insert(trip)
        #expect(items.allSatisfy(\.isDeleted) && new.trip === trip)
        #expect(trip.bucketList == [new])
        try context.save()
        #expect(try store.lines("SELECT title, trip FROM BucketListItem") == ["z|1"])
    }

    @Test func aFailedSaveKeepsTheReferencesOfWhatIsInsertedAgain() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (parent, child, guest) = (Person(name: "p"), Person(name: "c"), Owner(name: "x"))
        parent.children = [child]
        context.insert(parent)
        try context.save()
        context.delete(parent)
        context.insert(child)
        context.insert(guest)
        // The name of an owner begins with a capital letter.
        #expect(throws: ModelError.self) { try context.save() }
        #expect(child.parent === parent)
        context.delete(guest)
        context.insert(parent)
        try context.save()
        #expect(try store.lines("SELECT name, parent FROM Person ORDER BY name") == ["c|1", "p|"])
    }

    @Test func aCauseThatStaysDeletedIsNoLongerReferredTo() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (parent, child) = (Person(name: "p"), Person(name: "c"))
        parent.children = [child]
        context.insert(parent)
        try context.save()
        context.delete(parent)
        context.insert(child)
        try context.save()
        #expect(child.parent == nil)
        #expect(try store.lines("SELECT name, parent FROM Person") == ["c|"])
    }

    @Test func whatIsReadOfADeletedNewObjectIsNotLost() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (middle, last) = (Person(name: "q"), Person(name: "r"))
        let first = Person(name: "p")
        context.insert(first)
        try context.save()
        first.children = [middle]
        middle.children = [last]
        context.delete(first)
        #expect(middle.children.isEmpty && last.children.isEmpty)
        context.insert(first)
        #expect(middle.children == [last] && first.children == [middle])
        try context.save()
        #expect(try store.lines("SELECT name, parent FROM Person ORDER BY name") == ["p|", "q|1", "r|2"])
    }

    @Test func anObjectWithoutTheOneThatItNeedsCannotBeSaved() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let item = trip.bucketList[0]
        context.delete(trip)
        context.insert(item)
        let error = try #require(throws: ModelError.self) { try context.save() }
        #expect(error.description.contains("'trip' refers to"), "\(error)")
        context.insert(trip)
        try context.save()
        #expect(try store.lines("SELECT title FROM BucketListItem") == ["x", "y"])
    }

    @Test("A list without an inverse loses an object that stays deleted, whenever it is read") func oneWayLists() throws
    {
        let store = try TemporaryStore()
        var context = try store.open()
        let trip = Trip(name: "a")
        trip.photos = [Photo(bytes: Data([1]), order: 1), Photo(bytes: Data([2]), order: 2)]
        context.insert(trip)
        try context.save()
        let first = try #require(trip.photos.first { $0.order == 1 })
        context.delete(trip)
        context.delete(first)
        context.insert(trip)
        #expect(trip.photos.map(\.order) == [2])
        try context.save()
        #expect(trip.photos.map(\.order) == [2])
        #expect(try store.lines("SELECT count(*) FROM Trip_photos") == ["1"])

        context = try store.open()
        let photo = try #require(try context.all(Photo.self).first)
        context.delete(photo)
        let owner = try #require(try context.all(Trip.self).first)
        _ = owner.photos
        try context.save()
        #expect(owner.photos.isEmpty)
    }

    @Test("A list without an inverse that was not in the context loses an object that is inserted again")
    func unreadOneWayLists() throws {
        let store = try TemporaryStore()
        var context = try store.open()
        let trip = Trip(name: "a")
        trip.photos = [Photo(bytes: Data([1]), order: 1), Photo(bytes: Data([2]), order: 2)]
        context.insert(trip)
        try context.save()

        context = try store.open()
        let photo = try #require(try context.all(Photo.self).first { $0.order == 1 })
        context.delete(photo)
        context.insert(photo)
        #expect(try context.all(Trip.self).first?.photos.map(\.order) == [2])
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip_photos") == ["1"])
    }

    @Test("A deleted object's list without an inverse is kept, whenever it is read", arguments: [true, false])
    func listsOfDeletedObjects(isRead: Bool) throws {
        let store = try TemporaryStore()
        var context = try store.open()
        let trip = Trip(name: "a")
        trip.photos = [Photo(bytes: Data())]
        context.insert(trip)
        try context.save()

        context = try store.open()
        let owner = try #require(try context.all(Trip.self).first)
        let photo = try #require(try context.all(Photo.self).first)
        context.delete(owner)
        context.delete(photo)
        if isRead { _ = owner.photos }
        context.insert(photo)
        context.insert(owner)
        #expect(owner.photos == [photo])
    }

    @Test func aFailedSaveKeepsTheOrder() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (parent, guest) = (Person(name: "p"), Owner(name: "x"))
        let children = ["a", "b"].map { Person(name: $0) }
        parent.children = children
        context.insert(parent)
        try context.save()
        context.delete(parent)
        context.insert(children[0])
        context.insert(guest)
        #expect(throws: ModelError.self) { try context.save() }
        context.delete(guest)
        context.insert(parent)
        #expect(parent.children == children && children.allSatisfy { $0.parent === parent })
    }

    @Test func aNewObjectLeavesWhatWasDeletedWithIt() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (parent, child) = (Person(name: "p"), Person(name: "c"))
        context.insert(child)
        try context.save()
        parent.children = [child]
        context.delete(parent)
        context.insert(child)
        #expect(child.parent == nil)
        context.insert(parent)
        #expect(child.parent == nil && parent.children.isEmpty)
        try context.save()
        #expect(try store.lines("SELECT name, parent FROM Person ORDER BY name") == ["c|", "p|"])
    }

    @Test func manyNewObjectsComeBackWithTheOneThatTheyWereDeletedWith() throws {
        let store = try filled()
        let context = try store.open()
        let parent = Person(name: "parent")
        context.insert(parent)
        try context.save()
        parent.children = (0..<20_000).map { Person(name: "\($0)") }
        for _ in 0..<2 {
            context.delete(parent)
            context.insert(parent)
        }
        let areRelated = parent.children.count == 20_000 && parent.children.allSatisfy { $0.parent === parent }
        #expect(areRelated)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Person WHERE parent IS NOT NULL") == ["20000"])
    }

    @Test func aNewObjectLeavesTheRelationshipThatDenies() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let leader = Person(name: "leader")
        trip.leader = leader
        context.delete(leader)
        #expect(trip.leader == nil)
        context.insert(leader)
        #expect(trip.leader == nil && leader.leads.isEmpty)
        try context.save()
        #expect(try store.lines("SELECT leader FROM Trip") == [""])
    }

    @Test func aNewObjectThatIsDeletedOnceMoreLeavesItsRelationships() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let new = BucketListItem(title: "z", trip: trip)
        context.delete(trip)
        context.delete(new)
        context.insert(new)
        context.insert(trip)
        #expect(new.trip == nil && trip.bucketList.map(\.title) == ["x", "y"])
    }

    @Test func aNewObjectThatIsKeptIsNotRelatedToWhatHasLeftItMeanwhile() throws {
        let store = try filled()
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        let (parent, child, other) = (Person(name: "p"), Person(name: "c"), Person(name: "o"))
        context.insert(parent)
        context.insert(other)
        try context.save()
        parent.children = [child]
        trip.leader = child
        context.delete(parent)
        trip.leader = other
        context.insert(parent)
        #expect(child.leads.isEmpty && other.leads == [trip] && parent.children == [child])
        try context.save()
        #expect(try store.lines("SELECT Person.name FROM Trip JOIN Person ON leader = Person._id") == ["o"])
    }
}
