import Apus
import Foundation
import GRDB
import Testing

/// Identity, rollback, several contexts.
struct ContextTests {
    private func store(trips: [String]) throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        for name in trips { context.insert(Trip(name: name)) }
        try context.save()
        return store
    }

    @Test func aRowIsOneObject() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        let id = PersistentIdentifier(entityName: "Trip", row: 2)
        #expect((context.registeredModel(for: id) as Trip?) == nil)
        let fault = try #require(context.model(for: id) as? Trip)
        let trips: [Trip] = try context.all()
        #expect(trips[1] === fault && fault.name == "b")
        #expect(try context.fetch(Trip.self, id: id) === fault)
        #expect((context.registeredModel(for: id) as Trip?) === fault)
        #expect(try context.fetch(Trip.self, id: PersistentIdentifier(entityName: "Trip", row: 99)) == nil)
        #expect(context.model(for: PersistentIdentifier(entityName: "Nothing", row: 1)) == nil)
        #expect(Set(trips + [fault]).count == 2)
    }

    @Test func temporaryIdentifiersHoldUntilTheSave() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let tag = Tag(name: "a")
        let temporary: PersistentIdentifier = tag.persistentModelID
        context.insert(tag)
        #expect(tag.persistentModelID == temporary && (context.model(for: temporary) as? Tag) === tag)
        try context.save()
        #expect(tag.persistentModelID == PersistentIdentifier(entityName: "Tag", row: 1) && tag.id != temporary)
        let coded: Foundation.Data = try JSONEncoder().encode(tag.persistentModelID)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: coded) == tag.persistentModelID)
    }

    @Test func rollingBackBringsEverythingBack() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        let trips: [Trip] = try context.all()
        let item = BucketListItem(title: "x", trip: trips[0])
        trips[0].name = "changed"
        trips[0].leader = Person(name: "p")
        context.delete(trips[1])
        try store.tell("UPDATE Trip SET destination = 'from outside'")
        context.rollback()
        #expect(!context.hasChanges && !trips[0].hasChanges && !trips[1].isDeleted)
        #expect(trips[0].name == "a" && trips[0].destination == "from outside" && trips[0].bucketList.isEmpty)
        #expect(trips[1].name == "b" && trips[0].leader == nil)
        #expect(item.modelContext == nil && item.trip == nil && item.title == "x")
        #expect(try context.all(Trip.self) == trips)
        try context.save()
        #expect(try store.ask("SELECT count(*) FROM BucketListItem") == [[0.databaseValue]])
    }

    @Test func whatIsGivenUpCanBeTaken() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        try store.tell("CREATE UNIQUE INDEX names ON Trip (name)")
        let trips: [Trip] = try context.all(Trip.self)
        trips[0].name = "c"
        context.insert(Trip(name: "a"))
        context.delete(trips[1])
        context.insert(Trip(name: "b"))
        try context.save()
        #expect(
            try store.ask("SELECT name FROM Trip ORDER BY 1").map { $0[0] } == ["a", "b", "c"].map(\.databaseValue)
        )
    }

    @Test func anObjectIsUniqueEvenIfItsRowWasRequestedBefore() throws {
        let store = try store(trips: ["a"])
        let context = try store.open()
        let early = context.model(for: PersistentIdentifier(entityName: "Trip", row: 2)) as? Trip
        let trip = Trip(name: "b")
        context.insert(trip)
        try context.save()
        #expect(trip.persistentModelID == PersistentIdentifier(entityName: "Trip", row: 2))
        #expect(early?.isDeleted == true && context.model(for: trip.persistentModelID) as? Trip === trip)
        #expect(try context.all(Trip.self).last === trip)
    }

    @Test func aSaveIsAllOrNothing() throws {
        let store = try store(trips: ["a"])
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        try store.tell("CREATE UNIQUE INDEX names ON Trip (name)")
        trip.destination = "changed"
        let twin = Trip(name: "a")
        context.insert(twin)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description == "new Trip: another object has the same name, which must be unique")
        #expect(try store.ask("SELECT name, destination FROM Trip") == [["a".databaseValue, .null]])
        #expect(trip.hasChanges && twin.hasChanges && twin.persistentModelID.description == "new Trip")
        twin.name = "b"
        try context.save()
        #expect(
            try store.ask("SELECT name, destination FROM Trip ORDER BY 1")
                == [["a".databaseValue, "changed".databaseValue], ["b".databaseValue, .null]]
        )
    }

    @Test func twoContextsOfOneContainer() throws {
        let store = try store(trips: ["a"])
        let first = try store.open()
        let second = ModelContext(first.container)
        let mine = try #require(try first.all(Trip.self).first)
        let theirs = try #require(try second.all(Trip.self).first)
        #expect(mine !== theirs && mine.persistentModelID == theirs.persistentModelID)
        mine.name = "b"
        try first.save()
        #expect(theirs.name == "a")
        theirs.nights = 5
        try second.save()
        #expect(try store.ask("SELECT name, nights FROM Trip") == [["b".databaseValue, 5.databaseValue]])
        second.rollback()
        #expect(theirs.name == "b")
    }

    @Test func anObjectIsReadAgain() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        let trips = try context.all(Trip.self)
        let item = BucketListItem(title: "x", trip: trips[1])
        try context.save()
        try store.tell("UPDATE Trip SET name = 'c', nights = 7; UPDATE BucketListItem SET trip = 1")
        for object in trips { context.refresh(object) }
        context.refresh(item)
        #expect(trips.map(\.name) == ["c", "c"] && trips.map(\.bucketList) == [[item], []] && item.trip === trips[0])
        #expect(!context.hasChanges)
        // Changes stay, and are in no conflict with what was read.
        trips[0].nights = 8
        try store.tell("UPDATE Trip SET name = 'd', nights = 9")
        context.refresh(trips[0])
        #expect(trips[0].name == "d" && trips[0].nights == 8 && context.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["d|8", "d|9"])
    }

    @Test func aResetContextIsEmpty() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        let trips = try context.all(Trip.self)
        let item = BucketListItem(title: "x", trip: trips[0])
        trips[1].name = "lost"
        context.reset()
        #expect(!context.hasChanges && context.insertedModelsArray.isEmpty)
        #expect(trips.map(\.name) == ["a", "lost"] && trips[0].modelContext == nil && item.trip === trips[0])
        let again = try context.all(Trip.self)
        #expect(again.map(\.name) == ["a", "b"] && again[0] !== trips[0])
        again[0].name = "c"
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY 1") == ["b", "c"])
    }

    @Test func whatOthersDeletedIsNoticed() throws {
        let store = try store(trips: ["a", "b"])
        let context = try store.open()
        let fault = try #require(
            context.model(for: PersistentIdentifier(entityName: "Trip", row: 2)) as? Trip
        )
        let trip = try #require(
            try context.fetch(Trip.self, id: PersistentIdentifier(entityName: "Trip", row: 1))
        )
        try store.tell("DELETE FROM Trip")
        #expect(fault.name.isEmpty && fault.isDeleted && fault.modelContext == nil)
        trip.name = "changed"
        #expect(throws: ModelError.objectGone(trip.persistentModelID)) { try context.save() }
        context.rollback()
        #expect(trip.name.isEmpty && trip.isDeleted)
    }

    @Test func aReferenceToWhatIsGoneIsRefused() throws {
        let store = try store(trips: ["a"])
        let context = try store.open()
        let trip = try #require(try context.all(Trip.self).first)
        context.delete(trip)
        try context.save()
        context.insert(BucketListItem(title: "x", trip: trip))
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == "new BucketListItem: 'trip' refers to Trip 1, which is deleted: "
                + "remove the reference, or insert the object again"
        )
    }

    @Test func anErrorOfReadingIsNotSavedOver() throws {
        let store = try store(trips: ["a"])
        let context = try store.open()
        let trip = try #require(
            context.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip
        )
        try store.tell("DROP TRIGGER apus_rules_update_Trip; UPDATE Trip SET nights = 9999999999")
        #expect(trip.nights == 0)
        trip.nights += 1
        #expect(throws: ModelError.self) { try context.save() }
        #expect(throws: ModelError.self) { try context.save() }
        try store.tell("UPDATE Trip SET nights = 7")
        context.rollback()
        #expect(trip.nights == 7)
    }

    @Test func objectsOutliveTheirContextWithTheValuesThatWereRead() throws {
        let store = try store(trips: ["a"])
        var context: ModelContext? = try store.open()
        let trip = try #require(try context?.all(Trip.self).first)
        weak let before: ModelContext? = context
        #expect(before != nil)
        context = nil
        #expect(before == nil && trip.name == "a" && trip.modelContext == nil)
    }

    @Test func manyPropertiesNeedMoreThanOneWord() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let keywords = Keywords()
        context.insert(keywords)
        try context.save()
        keywords.associatedtype = "first"
        keywords.join = "last"
        keywords.catch = [Photo(bytes: Foundation.Data([9]))]
        try context.save()
        #expect(
            try store.ask("SELECT \"associatedtype\", \"join\", \"class\" FROM Keywords")
                == [["first".databaseValue, "last".databaseValue, .null]]
        )
        #expect(try store.open().all(Keywords.self).first.map { $0.join } == "last")
    }
}
