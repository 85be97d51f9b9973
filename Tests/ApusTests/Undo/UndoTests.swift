import Apus
import Foundation
import Observation
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

    // MARK: - What happens meanwhile

    @Test func whatAnotherContextSavedIsNotMixedUp() throws {
        let (first, second, third) = (
            try saved(Playlist(name: "1")), try saved(Playlist(name: "2")), try saved(Playlist(name: "3"))
        )
        let track = try saved(Track(title: "x", playlist: first))
        let other = ModelContext(context.container)
        track.playlist = second
        track.title = "y"
        first.name = "one"
        try context.save()
        let theirs = try #require(try other.all(Track.self).first)
        theirs.playlist = try other.all(Playlist.self).first { $0.name == "3" }
        try other.all(Playlist.self).first { $0.name == "2" }.map { other.delete($0) }
        theirs.title = "z"
        try other.save()
        context.mergeForTest()
        #expect(track.playlist == third && track.title == "z" && second.isDeleted)
        context.undo()
        #expect(track.playlist == first && track.title == "x" && first.name == "1")
        #expect(first.tracks == [track] && third.tracks.isEmpty && second.isDeleted)
        context.redo()
        #expect(track.playlist == third && first.tracks.isEmpty && third.tracks == [track] && track.title == "z")
        try context.save()
        #expect(try store.lines("SELECT title, playlist FROM Track") == ["z|3"])
    }

    @Test func whatAnotherContextDeletedStaysDeleted() throws {
        let (first, second) = (try saved(Playlist(name: "1")), try saved(Playlist(name: "2")))
        let (track, gone) = (try saved(Track(title: "x", playlist: first)), try saved(Track(title: "y")))
        track.playlist = second
        gone.title = "z"
        try context.save()
        let other = ModelContext(context.container)
        try other.delete(model: Playlist.self, where: #Predicate { $0.name == "1" })
        try other.delete(model: Track.self, where: #Predicate { $0.title == "z" })
        try other.save()
        context.undo()
        try context.save()
        #expect(first.isDeleted && gone.isDeleted && track.playlist == nil && second.tracks.isEmpty)
        #expect(try store.lines("SELECT title, playlist FROM Track") == ["x|"])
    }

    @Test func observersSeeNothingHalfDone() throws {
        let (trip, hut, second) = (Trip(name: "a"), LivingAccommodation(name: "h"), LivingAccommodation(name: "i"))
        trip.accommodation = hut
        context.insert(second)
        _ = try saved(trip)
        trip.accommodation = second
        trip.name = "b"
        var saves = 0
        for object in [hut, second] {
            beforeChange(of: { _ = object.trip }) { [context] in
                saves += 1
                #expect(trip.accommodation === second && trip.name == "b" && hut.trip == nil)
                #expect(throws: Never.self) { try context.save() }
                context.undo()
            }
        }
        context.undo()
        #expect(saves == 2 && trip.accommodation === hut && hut.trip === trip && second.trip == nil && trip.name == "a")
        try context.save()
        #expect(try store.lines("SELECT name, trip FROM LivingAccommodation ORDER BY name") == ["h|1", "i|"])
    }

    @Test func anObserverOfWhatIsDisplacedSeesNothingHalfDone() throws {
        let (hut, second) = (try saved(LivingAccommodation(name: "h")), try saved(LivingAccommodation(name: "i")))
        let (trip, other) = (try saved(Trip(name: "a", accommodation: hut)), try saved(Trip(name: "b")))
        trip.accommodation = second
        trip.name = "c"
        manager.disableUndoRegistration()
        other.accommodation = hut
        manager.enableUndoRegistration()
        var calls = 0
        beforeChange(of: { _ = other.accommodation }) {
            calls += 1
            #expect(trip.accommodation === hut && hut.trip === trip && trip.name == "a" && second.trip == nil)
        }
        context.undo()
        #expect(calls == 1 && other.accommodation == nil && trip.accommodation === hut)
        context.redo()
        #expect(other.accommodation === hut && trip.accommodation === second && trip.name == "c")
    }

    @Test func anObserverMayDiscardEverything() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        beforeChange(of: { _ = trip.nights }) { [context] in context.rollback() }
        context.undo()
        #expect(trip.nights == 1 && !context.hasChanges && !manager.canUndo && !manager.canRedo)
        trip.nights = 5
        context.undo()
        #expect(trip.nights == 1)
    }

    @Test func aDuplicateThatWasUnitedIsUndone() throws {
        let seat = try saved(Seat(code: "1a", number: 1))
        context.insert(Seat(code: "1a", number: 7))
        try context.save()
        #expect(seat.number == 7)
        context.undo()
        #expect(seat.number == 1)
        #expect(try context.all(Seat.self) == [seat])
        try context.save()
        #expect(try store.lines("SELECT code, number FROM Seat") == ["1a|1"])
    }

    @Test func theIdentityStaysIfASaveFails() throws {
        let seat = try saved(Seat(code: "1a", number: 1))
        let id = seat.persistentModelID
        context.delete(seat)
        try context.save()
        manager.disableUndoRegistration()
        let other = Seat(code: "1a", number: 2)
        context.insert(other)
        try context.save()
        manager.enableUndoRegistration()
        context.mergePolicy = .error
        context.undo()
        #expect(throws: ModelError.self) { try context.save() }
        #expect(seat.persistentModelID == id)
        context.delete(other)
        try context.save()
        #expect(try store.lines("SELECT _id, number FROM Seat") == ["1|1"])
        context.delete(seat)
        try context.save()
        context.undo()
        context.delete(seat)
        context.insert(seat)
        try context.save()
        #expect(seat.persistentModelID == id)
    }

    @Test func ownActionsMayChangeObjects() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.disableUndoRegistration()
        trip.nights = 2
        manager.enableUndoRegistration()
        manager.registerUndo(withTarget: trip) { $0.nights = 1 }
        context.undo()
        trip.name = "b"
        trip.nights = 7
        context.undo()
        #expect(trip.name == "a" && trip.nights == 1)
        context.redo()
        #expect(trip.name == "b" && trip.nights == 7)
    }

    @Test func ownActionsAfterAChangeOutsideOfAnyGroup() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.groupsByEvent = false
        manager.beginUndoGrouping()
        manager.registerUndo(withTarget: trip) { $0.nights = 5 }
        manager.endUndoGrouping()
        manager.disableUndoRegistration()
        trip.nights = 6
        manager.enableUndoRegistration()
        trip.name = "b"
        context.undo()
        #expect(trip.name == "a" && trip.nights == 6)
        trip.destination = "sea"
        context.undo()
        context.undo()
        #expect(trip.nights == 5 && trip.destination == nil && trip.name == "a")
        context.redo()
        #expect(trip.nights == 6)
    }

    @Test func contextsMayShareAManager() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        let other = ModelContext(context.container)
        other.undoManager = manager
        let theirs = try #require(try other.all(Trip.self).first)
        theirs.nights = 2
        trip.name = "b"
        try context.save()
        theirs.nights = 3
        other.undo()
        #expect(theirs.nights == 2 && theirs.name == "b" && trip.name == "b")
        other.undo()
        #expect(theirs.nights == 1 && trip.name == "a")
        other.redo()
        #expect(theirs.nights == 2 && trip.name == "b")
    }

    @Test func theManagerOutlivesItsContext() throws {
        var context: ModelContext? = try store.open()
        context?.undoManager = manager
        let tag = Tag(name: "sea")
        context?.insert(tag)
        #expect(manager.canUndo)
        context = nil
        #expect(!manager.canUndo)
        manager.undo()
        #expect(tag.name == "sea")
    }
}

extension ModelContext {
    /// Takes over what other contexts saved, as a fetch does.
    fileprivate func mergeForTest() { _ = try? fetchCount(FetchDescriptor<Tag>()) }
}
