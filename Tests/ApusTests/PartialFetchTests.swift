import Foundation
import Testing

@testable import Apus

/// Fetches that read some properties only.
struct PartialFetchTests {
    private func store() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let leader = Person(name: "p")
        for number in 1...3 {
            let trip = Trip(name: "\(number)", destination: "d\(number)", nights: Int32(number))
            context.insert(trip)
            trip.leader = number == 1 ? leader : nil
            _ = BucketListItem(title: "x\(number)", trip: trip)
        }
        try context.save()
        return store
    }

    private func descriptor() -> FetchDescriptor<Trip> {
        var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name, \.nights]
        return descriptor
    }

    @Test func onlyTheseAreRead() throws {
        let store = try store()
        let context = try store.open()
        let trips = try context.fetch(descriptor())
        // What another process changes now shows when values are read.
        try store.tell("UPDATE Trip SET name = name || '!', destination = destination || '!'")
        #expect(trips.map(\.name) == ["1", "2", "3"] && trips.map(\.nights) == [1, 2, 3])
        #expect(trips.filter { !$0.isFault }.isEmpty)
        #expect(trips[0].destination == "d1!" && !trips[0].isFault && trips[0].name == "1")
        #expect(trips[1].isFault && trips[1].name == "2")
    }

    @Test func aSecondFetchAddsItsProperties() throws {
        let store = try store()
        let context = try store.open()
        let trips = try context.fetch(descriptor())
        var other = FetchDescriptor<Trip>()
        other.propertiesToFetch = [\.destination]
        _ = try context.fetch(other)
        try store.tell("UPDATE Trip SET name = '', destination = ''")
        #expect(trips.map(\.name) == ["1", "2", "3"] && trips.map(\.destination) == ["d1", "d2", "d3"])
        #expect(trips.filter { !$0.isFault }.isEmpty)
        _ = try context.all(Trip.self)
        // What was read before stays as it was, as with any object that is in the context.
        #expect(trips.map(\.name) == ["1", "2", "3"] && trips.allSatisfy { !$0.isFault })
        context.refresh(trips[0])
        try store.tell("UPDATE Trip SET name = 'z'")
        #expect(trips[0].name == "z")
        // What is in the context stays as it is.
        try store.tell("UPDATE Trip SET name = 'y'")
        _ = try context.fetch(descriptor())
        #expect(trips[1].name == "2")
    }

    @Test func changesKeepTheOtherProperties() throws {
        let store = try store()
        let context = try store.open()
        let trips = try context.fetch(descriptor())
        trips[0].nights = 9
        trips[1].name = "new"
        trips[2].destination = nil
        try context.save()
        #expect(
            try store.lines("SELECT name, destination, nights FROM Trip ORDER BY _id")
                == ["1|d1|9", "new|d2|2", "3||3"]
        )
        // A conflict needs what was in the store.
        let later = try store.open()
        let trip = try #require(try later.fetch(descriptor()).first)
        try store.tell("UPDATE Trip SET destination = 'theirs'")
        trip.destination = "mine"
        trip.name = "0"
        try later.save()
        #expect(try store.lines("SELECT name, destination FROM Trip WHERE nights = 9") == ["0|mine"])
    }

    @Test func relationshipsAreReadAndChanged() throws {
        let store = try store()
        let context = try store.open()
        var descriptor = descriptor()
        descriptor.relationshipNamesForPrefetching = ["leader", "bucketList"]
        let trips = try context.fetch(descriptor)
        try store.tell("UPDATE Person SET name = 'late'; UPDATE BucketListItem SET title = 'late'")
        #expect(trips.map { $0.leader?.name } == ["p", nil, nil])
        #expect(trips.map { $0.bucketList.map(\.title) } == [["x1"], ["x2"], ["x3"]])
        // Neither needed the other values.
        #expect(trips.filter { !$0.isFault }.isEmpty)
        trips[1].leader = trips[0].leader
        trips[2].addToBucketList(trips[0].bucketList[0])
        try context.save()
        #expect(try store.lines("SELECT leader FROM Trip ORDER BY _id") == ["1", "1", ""])
        #expect(try store.lines("SELECT trip FROM BucketListItem ORDER BY _id") == ["3", "2", "3"])
        #expect(try store.lines("SELECT destination, nights FROM Trip ORDER BY _id") == ["d1|1", "d2|2", "d3|3"])
    }

    @Test func aKeyThatWasNotReadAgainIsChanged() throws {
        let store = try store()
        let context = try store.open()
        let trips = try context.fetch(descriptor())
        let leader = try #require(trips[0].leader)
        trips[2].leader = leader
        #expect(trips[2].destination == "d3" && trips[2].leader === leader && trips[0].leader === leader)
        try context.save()
        #expect(try store.lines("SELECT leader FROM Trip ORDER BY _id") == ["1", "", "1"])
    }

    @Test func objectsOfSubclassesHaveTheirProperties() throws {
        let store = try TemporaryStore()
        let saving = try store.open()
        saving.insert(GuideDog(name: "g", legs: 3, breed: "b", number: 7))
        saving.insert(Cat(name: "c"))
        try saving.save()
        let context = try store.open()
        var descriptor = FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name]
        let animals = try context.fetch(descriptor)
        #expect(animals.map(\.name) == ["c", "g"] && animals.filter { !$0.isFault }.isEmpty)
        let dog = try #require(animals[1] as? GuideDog)
        #expect(dog.number == 7 && dog.breed == "b" && dog.legs == 3)
    }

    /// Every type of attribute can be left out, and is read when it is accessed.
    @Test func everyTypeIsLeftOut() throws {
        let store = try TemporaryStore()
        let saving = try store.open()
        saving.insert(ValueTests.everything())
        let document = Document(title: "t", scan: Data([1, 2]), text: "x", colours: [])
        saving.insert(document)
        try saving.save()
        let context = try store.open()
        var descriptor = FetchDescriptor<Everything>()
        descriptor.propertiesToFetch = [\.int16Value]
        let partial = try #require(try context.fetch(descriptor).first)
        #expect(partial.isFault)
        let other = try store.open()
        let whole = try #require(try other.all(Everything.self).first)
        for name in whole.entity.properties.map(\.name) {
            let context = try store.open()
            let fresh = try #require(try context.fetch(descriptor).first)
            let (found, expected) = (try fresh.value(forKey: name), try whole.value(forKey: name))
            #expect(String(describing: found) == String(describing: expected), "\(name)")
        }
        var documents = FetchDescriptor<Document>()
        documents.propertiesToFetch = [\.title]
        let found = try #require(try context.fetch(documents).first)
        #expect(found.title == "t" && found.isFault && found.scan == Data([1, 2]) && found.text == "x")
    }

    @Test func unsavedChangesAndOtherKeyPathsAreRespected() throws {
        let store = try store()
        let context = try store.open()
        let new = Trip(name: "0")
        context.insert(new)
        #expect(try context.fetch(descriptor()).map(\.name) == ["0", "1", "2", "3"])
        var wrong = FetchDescriptor<Trip>()
        wrong.propertiesToFetch = [\.hasChanges]
        #expect(throws: ModelError.self) { try ModelContext(context.container).fetch(wrong) }
        // An object that has left the context has what was read.
        let other = ModelContext(context.container)
        let trip = try #require(try other.fetch(descriptor()).first)
        try store.tell("DELETE FROM BucketListItem; DELETE FROM Trip")
        #expect(trip.name == "1" && trip.destination == nil && trip.isDeleted && trip.name == "1")
    }
}
