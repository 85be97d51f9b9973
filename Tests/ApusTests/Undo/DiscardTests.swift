import Apus
import Foundation
import Testing

/// Discarding the changes of one object.
struct DiscardTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
    }

    private func saved<Model: PersistentModel>(_ object: Model) throws -> Model {
        context.insert(object)
        try context.save()
        return object
    }

    @Test func valuesAreThoseOfTheStore() throws {
        let (trip, other) = (try saved(Trip(name: "a", nights: 1)), try saved(Trip(name: "b", nights: 1)))
        let shelter = try saved(Shelter(capacity: 1, stall: Stall(width: 2)))
        trip.nights = 2
        trip.destination = "sea"
        other.nights = 3
        shelter.stall.width = 9
        try store.tell("UPDATE Trip SET destination = 'lake' WHERE name = 'a'")
        context.discardChanges(of: trip)
        context.discardChanges(of: shelter)
        #expect(trip.nights == 1 && trip.destination == "lake" && !trip.hasChanges && other.nights == 3)
        #expect(shelter.stall == Stall(width: 2))
        #expect(context.changedModelsArray.count == 1)
        context.discardChanges(of: other)
        #expect(!context.hasChanges)
    }

    @Test func bothEndsOfToOneRelationshipsAgree() throws {
        let people = try ["a", "b", "c", "d"].map { try saved(Person(name: $0)) }
        people[0].spouse = people[1]
        people[2].spouse = people[3]
        try context.save()
        people[0].spouse = people[2]
        context.discardChanges(of: people[0])
        #expect(people.map { $0.spouse?.name } == ["b", "a", "d", "c"] && !context.hasChanges)
        people[0].spouse = nil
        people[1].spouse = people[3]
        context.discardChanges(of: people[0])
        #expect(people.map { $0.spouse?.name } == ["b", "a", nil, nil])
        try context.save()
        #expect(try store.lines("SELECT name, spouse FROM Person ORDER BY name") == ["a|2", "b|1", "c|", "d|"])
    }

    @Test func aKeyAtTheOtherEndAgrees() throws {
        let (trip, second) = (Trip(name: "a", accommodation: LivingAccommodation(name: "h")), Trip(name: "b"))
        context.insert(second)
        _ = try saved(trip)
        let hut = try #require(trip.accommodation)
        second.accommodation = hut
        context.discardChanges(of: second)
        #expect(trip.accommodation === hut && hut.trip === trip && second.accommodation == nil && !context.hasChanges)
        hut.trip = second
        context.discardChanges(of: hut)
        #expect(trip.accommodation === hut && hut.trip === trip && second.accommodation == nil && !context.hasChanges)
    }

    @Test func listsHaveTheirObjectsAndTheirOrder() throws {
        let (list, second) = (Playlist(name: "1"), Playlist(name: "2"))
        let tracks = ["a", "b", "c", "d"].map { Track(title: $0) }
        let guests = ["u", "v"].map { Guest(name: $0) }
        list.tracks = Array(tracks[0..<3])
        second.tracks = [tracks[3]]
        list.queue = [tracks[3], tracks[0]]
        list.guests = guests
        context.insert(second)
        _ = try saved(list)
        list.tracks = [tracks[3], tracks[2], tracks[0]]
        list.queue = [tracks[0], tracks[1]]
        guests[0].lists = [second, list]
        guests[1].lists = []
        context.discardChanges(of: list)
        #expect(list.tracks == Array(tracks[0..<3]) && second.tracks == [tracks[3]] && tracks[3].playlist == second)
        #expect(list.queue == [tracks[3], tracks[0]] && list.guests == guests)
        #expect(guests[0].lists == [second, list] && guests[1].lists == [list])
        context.discardChanges(of: guests[0])
        #expect(guests[0].lists == [list] && second.guests.isEmpty && list.guests == guests && !context.hasChanges)
        tracks[1].playlist = second
        context.discardChanges(of: tracks[1])
        #expect(list.tracks == Array(tracks[0..<3]) && second.tracks == [tracks[3]] && !context.hasChanges)
    }

    @Test func aDeletionIsTakenBack() throws {
        let trip = Trip(name: "a", nights: 1, accommodation: LivingAccommodation(name: "h"))
        let tag = Tag(name: "sea")
        trip.tags = [tag]
        _ = try saved(trip)
        trip.nights = 2
        context.delete(trip)
        context.discardChanges(of: trip)
        #expect(!trip.isDeleted && trip.nights == 1 && trip.accommodation?.isDeleted == false)
        #expect(trip.tags == [tag] && tag.trips == [trip] && !context.hasChanges)
        context.delete(tag)
        context.discardChanges(of: trip)
        try context.save()
        #expect(trip.tags.isEmpty)
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["0"])
    }

    @Test func aNewObjectLeaves() throws {
        let list = try saved(Playlist(name: "1"))
        let (track, trip, person) = (Track(title: "a"), try saved(Trip(name: "t")), Person(name: "p"))
        list.tracks = [track]
        list.queue = [track]
        trip.sponsor = person
        context.discardChanges(of: track)
        context.discardChanges(of: person)
        #expect(list.tracks.isEmpty && list.queue.isEmpty && trip.sponsor == nil && track.modelContext == nil)
        #expect(!track.isDeleted && context.insertedModelsArray.isEmpty)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Track") == ["0"])
        context.insert(track)
        try context.save()
        #expect(try store.lines("SELECT title FROM Track") == ["a"])
    }

    @Test func objectsOfOtherContextsAreReported() throws {
        let other = try store.open()
        let tag = Tag(name: "sea")
        other.insert(tag)
        context.discardChanges(of: tag)
        #expect(throws: ModelError.foreignObject(tag.persistentModelID)) { try context.save() }
        #expect(tag.modelContext === other)
    }

    @Test func discardingCanBeUndone() throws {
        let (trip, tag) = (try saved(Trip(name: "a", nights: 1)), try saved(Tag(name: "sea")))
        let manager = UndoManager()
        context.undoManager = manager
        trip.nights = 2
        trip.tags = [tag]
        context.processPendingChanges()
        context.discardChanges(of: trip)
        #expect(trip.nights == 1 && trip.tags.isEmpty && tag.trips.isEmpty && !context.hasChanges)
        context.undo()
        #expect(trip.nights == 2 && trip.tags == [tag] && tag.trips == [trip])
        context.undo()
        #expect(trip.nights == 1 && trip.tags.isEmpty && tag.trips.isEmpty)
        context.redo()
        try context.save()
        #expect(try store.lines("SELECT nights FROM Trip") == ["2"])
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["1"])
    }

    @Test func aKeyToADeletedObjectIsStillToBeCleared() throws {
        let list = try saved(Playlist(name: "1"))
        let track = try saved(Track(title: "x", playlist: list))
        context.delete(list)
        context.discardChanges(of: track)
        try context.save()
        #expect(track.playlist == nil && !context.hasChanges)
        #expect(try store.lines("SELECT title, playlist FROM Track") == ["x|"])
    }

    @Test func theOrderStaysIfTheOtherEndHasMoreChanges() throws {
        let (list, second) = (Playlist(name: "1"), Playlist(name: "2"))
        let guests = ["u", "v", "w"].map { Guest(name: $0) }
        list.guests = guests
        context.insert(second)
        _ = try saved(list)
        list.guests = Array(guests[0..<2])
        guests[2].lists = [second]
        context.discardChanges(of: list)
        try context.save()
        let fresh = try store.open()
        let read = try #require(try fresh.all(Playlist.self).first { $0.name == "1" })
        #expect(list.guests == guests)
        #expect(read.guests.map(\.name) == ["u", "v", "w"])
    }

    @Test func anObjectWithoutARowIsReleased() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        try store.tell("DELETE FROM Trip")
        context.discardChanges(of: trip)
        try context.save()
        #expect(trip.isDeleted && !context.hasChanges)
    }
}
