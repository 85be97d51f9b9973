import Apus
import Foundation
import Testing

/// What a context's undo manager undoes and redoes.
struct UndoTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let manager = UndoManager()

    init() throws {
        store = try TemporaryStore()
        context = try store.open(isObservable: true)
    }

    /// Inserts and saves an object before anything can be undone.
    private func saved<Model: PersistentModel>(_ object: Model) throws -> Model {
        context.undoManager = nil
        context.insert(object)
        try context.save()
        context.undoManager = manager
        return object
    }

    @Test func nothingIsRecordedWithoutAnUndoManager() throws {
        #expect(context.undoManager == nil)
        context.insert(Tag(name: "sea"))
        context.undo()
        context.redo()
        #expect(try context.all(Tag.self).count == 1)
    }

    @Test func theChangesOfAGroupAreUndoneTogether() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        trip.nights = 3
        trip.destination = "sea"
        manager.setActionName("Edit Trip")
        context.processPendingChanges()
        trip.nights = 4
        #expect(manager.canUndo && manager.undoActionName.isEmpty)
        context.undo()
        #expect(trip.nights == 3 && trip.destination == "sea" && manager.undoActionName == "Edit Trip")
        context.undo()
        #expect(trip.nights == 1 && trip.destination == nil && !manager.canUndo)
        #expect(manager.redoActionName == "Edit Trip" && manager.redoMenuItemTitle == "Redo Edit Trip")
        context.redo()
        #expect(trip.nights == 3 && trip.destination == "sea" && manager.undoActionName == "Edit Trip")
        context.redo()
        #expect(trip.nights == 4 && !manager.canRedo)
        context.undo()
        trip.nights = 9
        #expect(!manager.canRedo)
    }

    @Test func undoAfterASaveIsAChangeToSave() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        try context.save()
        context.undo()
        #expect(trip.nights == 1 && context.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT nights FROM Trip") == ["1"])
        context.redo()
        try context.save()
        #expect(try store.lines("SELECT nights FROM Trip") == ["2"])
    }

    @Test(arguments: [false, true]) func aDeletionIsUndoneWithItsCascades(_ isSaved: Bool) throws {
        let trip = Trip(name: "a", accommodation: LivingAccommodation(name: "hut"))
        for title in ["x", "y"] { trip.addToBucketList(BucketListItem(title: title, trip: trip)) }
        let (tag, leader, photo) = (Tag(name: "sea"), Person(name: "Ada"), Photo(bytes: Data([7])))
        trip.tags = [tag]
        trip.sponsor = leader
        trip.photos = [photo]
        _ = try saved(trip)
        let (id, items, hut) = (trip.persistentModelID, trip.bucketList, try #require(trip.accommodation))
        context.delete(trip)
        if isSaved { try context.save() } else { context.processPendingChanges() }
        #expect(try context.all(Trip.self) == [] && context.all(BucketListItem.self) == [])
        context.undo()
        #expect(try context.all(Trip.self) == [trip] && trip.persistentModelID == id && !trip.isDeleted)
        #expect(context.model(for: id) === trip && (context.registeredModel(for: id) as Trip?) === trip)
        #expect(Set(trip.bucketList) == Set(items) && items.allSatisfy { $0.trip == trip && !$0.isDeleted })
        #expect(trip.accommodation === hut && hut.trip === trip && trip.tags == [tag] && tag.trips == [trip])
        #expect(trip.sponsor === leader && trip.photos == [photo] && trip.name == "a")
        try context.save()
        let fresh = try store.open()
        let read = try #require(try fresh.all(Trip.self).first)
        #expect(read.persistentModelID == id && read.name == "a" && read.accommodation?.name == "hut")
        #expect(read.bucketList.map(\.title).sorted() == ["x", "y"] && read.tags.map(\.name) == ["sea"])
        #expect(read.sponsor?.name == "Ada" && read.photos.map(\.bytes) == [Data([7])])
        context.redo()
        #expect(trip.isDeleted && tag.trips.isEmpty)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        #expect(try store.lines("SELECT count(*) FROM BucketListItem") == ["0"])
    }

    @Test func objectsOfAConditionComeBack() throws {
        context.insert(Trip(name: "b", nights: 9))
        _ = try saved(Trip(name: "a", nights: 8))
        context.reset()
        try context.delete(model: Trip.self, where: #Predicate { $0.nights > 7 })
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        context.undo()
        try context.save()
        #expect(try store.lines("SELECT _id, name, nights FROM Trip ORDER BY _id") == ["1|b|9", "2|a|8"])
    }

    @Test func anInsertionIsUndoneAndRedone() throws {
        context.undoManager = manager
        let trip = Trip(name: "a", accommodation: LivingAccommodation(name: "hut"))
        context.insert(trip)
        let id = trip.persistentModelID
        context.undo()
        #expect(try context.all(Trip.self) == [] && !context.hasChanges && trip.modelContext == nil && !trip.isDeleted)
        context.redo()
        #expect(
            try context.all(Trip.self) == [trip] && trip.persistentModelID == id && trip.accommodation?.name == "hut"
        )
        try context.save()
        let row = trip.persistentModelID
        context.undo()
        #expect(try context.all(Trip.self) == [] && trip.isDeleted)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        context.redo()
        try context.save()
        #expect(trip.persistentModelID == row)
        #expect(try store.lines("SELECT name FROM LivingAccommodation") == ["hut"])
    }

    @Test func anObjectKeepsItsIndexes() throws {
        let list = Playlist(name: "l")
        let tracks = ["a", "b", "c", "d"].map { Track(title: $0) }
        let guests = ["u", "v", "w"].map { Guest(name: $0) }
        list.tracks = tracks
        list.queue = [tracks[2], tracks[0], tracks[1]]
        list.guests = guests
        _ = try saved(list)
        context.delete(tracks[1])
        context.delete(guests[0])
        try context.save()
        #expect(list.tracks.map(\.title) == ["a", "c", "d"])
        list.tracks = [tracks[3], tracks[0], tracks[2]]
        try context.save()
        context.undo()
        context.undo()
        #expect(list.tracks == tracks && list.guests == guests && list.queue == [tracks[2], tracks[0], tracks[1]])
        try context.save()
        let fresh = try store.open()
        let read = try #require(try fresh.all(Playlist.self).first)
        #expect(read.tracks.map(\.title) == ["a", "b", "c", "d"] && read.queue.map(\.title) == ["c", "a", "b"])
        #expect(read.guests.map(\.name) == ["u", "v", "w"])
    }

    @Test func bothEndsOfARelationshipAreOneStep() throws {
        let (one, other) = (try saved(Person(name: "a")), try saved(Person(name: "b")))
        let third = try saved(Person(name: "c"))
        one.spouse = other
        context.processPendingChanges()
        third.spouse = one
        context.undo()
        #expect(one.spouse == other && other.spouse == one && third.spouse == nil)
        context.undo()
        #expect(one.spouse == nil && other.spouse == nil)
        context.redo()
        context.redo()
        #expect(one.spouse == third && third.spouse == one && other.spouse == nil)
    }

    @Test func largeValuesComeBack() throws {
        let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let id = try saved(Document(title: "d", scan: large, colours: [])).persistentModelID
        context.reset()
        var document = try #require(try context.fetch(Document.self, id: id))
        document.scan = Data([1])
        try context.save()
        context.undo()
        #expect(document.scan == large)
        try context.save()
        let fresh = try store.open()
        #expect(try fresh.all(Document.self).first?.scan == large)
        context.reset()
        document = try #require(try context.fetch(Document.self, id: id))
        context.delete(document)
        try context.save()
        context.undo()
        try context.save()
        let last = try store.open()
        #expect(try last.all(Document.self).first?.scan == large && document.persistentModelID == id)
        #expect(document.scan == large && !context.hasChanges)
    }

    @Test func compositesAndTransientAttributesAreUndone() throws {
        let shelter = try saved(Shelter(capacity: 1, stall: Stall(width: 2)))
        shelter.guests = 3
        shelter.stall.width = 5
        shelter.stall.feed = shelter.diet
        context.undo()
        #expect(shelter.guests == 0 && shelter.stall == Stall(width: 2))
        context.redo()
        #expect(shelter.guests == 3 && shelter.stall == Stall(width: 5, feed: shelter.diet))
    }

    @Test func changesWithoutRegistrationAreNotUndone() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.disableUndoRegistration()
        trip.nights = 2
        manager.enableUndoRegistration()
        #expect(!manager.canUndo)
        trip.name = "b"
        context.undo()
        #expect(trip.nights == 2 && trip.name == "a")
    }

    @Test func rollbackAndResetForgetEverything() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        try context.save()
        trip.nights = 3
        context.rollback()
        #expect(!manager.canUndo && trip.nights == 2)
        trip.nights = 3
        context.reset()
        #expect(!manager.canUndo)
        context.insert(Tag(name: "sea"))
        context.undoManager = nil
        #expect(!manager.canUndo)
    }

    @Test func aRollbackWithinAGroup() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.beginUndoGrouping()
        trip.nights = 2
        context.rollback()
        trip.nights = 3
        manager.endUndoGrouping()
        context.undo()
        #expect(trip.nights == 1 && !manager.canUndo)
    }

    @Test func aReturnedObjectIsFoundWithoutTheManager() throws {
        let tag = try saved(Tag(name: "sea"))
        let id = tag.persistentModelID
        context.delete(tag)
        try context.save()
        context.undo()
        context.undoManager = nil
        #expect(context.model(for: id) === tag)
        #expect(try context.fetch(Tag.self, id: id) === tag)
        try context.save()
        #expect(context.model(for: id) === tag && tag.persistentModelID == id)
        #expect(try store.lines("SELECT _id, name FROM Tag") == ["1|sea"])
    }

    @Test func objectsOfAHierarchyComeBackWithTheirKind() throws {
        let owner = Owner(name: "O")
        let (guide, dog) = (
            GuideDog(name: "g", legs: 4, breed: "x", number: 1, owner: owner),
            GuideDog(name: "h", legs: 3, breed: "y", number: 2, owner: owner)
        )
        owner.guide = guide
        guide.friends = [dog]
        _ = try saved(owner)
        context.delete(owner)
        try context.save()
        #expect(try context.all(Animal.self) == [])
        context.undo()
        #expect(Set(owner.animals) == [guide, dog] && owner.guide === guide && guide.friends == [dog] && dog.legs == 3)
        try context.save()
        let fresh = try store.open()
        let read = try #require(try fresh.all(Owner.self).first)
        #expect(read.guide?.name == "g" && read.animals.map(\.name).sorted() == ["g", "h"])
        #expect(read.guide?.friends.map(\.name) == ["h"])
    }

    @Test func levelsAreLimited() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.levelsOfUndo = 2
        for nights in 2...5 {
            trip.nights = Int32(nights)
            context.processPendingChanges()
        }
        for _ in 0..<5 { context.undo() }
        #expect(trip.nights == 3)
    }

    @Test func explicitGroupsAndOwnActionsAreInTheSameStack() throws {
        final class Selection {
            var name = "old"
        }
        let (trip, selection) = (try saved(Trip(name: "a", nights: 1)), Selection())
        manager.groupsByEvent = false
        manager.beginUndoGrouping()
        trip.nights = 2
        manager.beginUndoGrouping()
        trip.nights = 3
        selection.name = "new"
        manager.registerUndo(withTarget: selection) { $0.name = "old" }
        manager.endUndoGrouping()
        try context.save()
        trip.destination = "sea"
        manager.endUndoGrouping()
        // Without events, a change of its own is a group.
        trip.nights = 4
        context.undo()
        #expect(trip.nights == 3)
        context.undo()
        #expect(trip.nights == 1 && trip.destination == nil && selection.name == "old" && !manager.canUndo)
    }
}
