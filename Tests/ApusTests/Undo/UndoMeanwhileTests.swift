import Apus
import Foundation
import Observation
import Testing

/// Undo while others save, observers respond, and contexts and managers come and go.
struct UndoMeanwhileTests {
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
