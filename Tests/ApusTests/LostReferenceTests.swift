import Foundation
import Testing

@testable import Apus

/// A context deletes an object to which others have related theirs, of which it does not know: those who show them are notified.
@MainActor
struct LostReferenceTests {
    private let container: ModelContainer
    private let (deleting, relating, showing): (ModelContext, ModelContext, ModelContext)

    init() throws {
        container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        (deleting, relating, showing) = (ModelContext(container), ModelContext(container), ModelContext(container))
    }

    /// The objects that a save lists as updated.
    private func updated(by context: ModelContext, _ work: () throws -> Void) rethrows -> [PersistentIdentifier] {
        nonisolated(unsafe) var found: [PersistentIdentifier] = []
        let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
            found += $0.userInfo?[key] as? [PersistentIdentifier] ?? []
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try work()
        return found
    }

    @Test func anObjectThatOthersHaveRelatedIsUpdated() throws {
        let (tag, trip) = (Tag(name: "a"), Trip(name: "b"))
        deleting.insert(tag)
        try deleting.save()
        relating.insert(trip)
        try relating.save()
        deleting.delete(tag)
        trip.addToTags(try #require(try relating.fetch(FetchDescriptor<Tag>()).first))
        try relating.save()
        let live = LiveFetch(FetchDescriptor<Trip>(), in: showing)
        #expect(try live.change()?.results.map(\.tags.count) == [1])
        #expect(try updated(by: deleting) { try deleting.save() } == [trip.persistentModelID])
        let change = try #require(try live.change())
        #expect(change.updatedIndexes == [0] && change.results.map(\.tags.count) == [0])
        relating.processPendingChanges()
        #expect(trip.tags.isEmpty && !relating.hasChanges)
    }

    @Test func theOwnerOfARelationshipWithoutAnInverseIsUpdated() throws {
        let (photo, trip) = (Photo(bytes: Data()), Trip(name: "b"))
        relating.insert(trip)
        trip.addToPhotos(photo)
        try relating.save()
        let live = LiveFetch(FetchDescriptor<Trip>(), in: showing)
        #expect(try live.change()?.results.map(\.photos.count) == [1])
        try deleting.delete(model: Photo.self)
        #expect(try updated(by: deleting) { try deleting.save() } == [trip.persistentModelID])
        let change = try #require(try live.change())
        #expect(change.updatedIndexes == [0] && change.results.map(\.photos.count) == [0])
    }

    @Test func anOwnerThatIsDeletedAsWellIsNotUpdated() throws {
        let (photo, trip) = (Photo(bytes: Data()), Trip(name: "b"))
        relating.insert(trip)
        trip.addToPhotos(photo)
        try relating.save()
        try deleting.delete(model: Photo.self)
        try deleting.delete(model: Trip.self)
        #expect(try updated(by: deleting) { try deleting.save() }.isEmpty)
        relating.processPendingChanges()
        #expect(trip.isDeleted && photo.isDeleted)
    }

    /// A million objects may have one: beyond some number, they are not listed, and everything is read again.
    @Test func ownersBeyondANumberAreNotListed() throws {
        let photo = Photo(bytes: Data())
        relating.insert(photo)
        for number in 0...UnknownLosses.most {
            let trip = Trip(name: "\(number)")
            relating.insert(trip)
            trip.addToPhotos(photo)
        }
        try relating.save()
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "7" })
        let shown = try #require(try showing.fetch(descriptor).first)
        let live = LiveFetch(descriptor, in: showing)
        #expect(try live.change()?.results.map(\.photos.count) == [1])
        try deleting.delete(model: Photo.self)
        let idle = ModelContext(container)
        #expect(try updated(by: deleting) { try deleting.save() }.isEmpty)
        #expect(idle.mailbox.takeAll().map(\.isByOtherProcess) == [false, true])
        #expect(try live.change()?.results.map(\.photos.count) == [0])
        #expect(shown.photos.isEmpty)
        relating.processPendingChanges()
        #expect(try relating.fetch(descriptor).map(\.photos.count) == [0])
    }

    /// A store of several entities' rows says which one it is, and an object that is changed as well is listed once.
    @Test func anObjectOfASubentityIsUpdated() throws {
        let (cat, other, dog) = (Cat(name: "c"), Cat(name: "d"), GuideDog(name: "g", breed: "b", number: 1))
        deleting.insert(cat)
        deleting.insert(other)
        try deleting.save()
        relating.insert(dog)
        dog.addToChases(try #require(try relating.fetch(FetchDescriptor<Cat>()).first { $0.name == "d" }))
        try relating.save()
        deleting.delete(cat)
        let known = try #require(try deleting.fetch(FetchDescriptor<GuideDog>()).first)
        dog.addToChases(try #require(try relating.fetch(FetchDescriptor<Cat>()).first { $0.name == "c" }))
        try relating.save()
        let live = LiveFetch(FetchDescriptor<Dog>(), in: showing)
        #expect(try live.change()?.results.map(\.chases.count) == [2])
        known.name = "h"
        #expect(try updated(by: deleting) { try deleting.save() } == [dog.persistentModelID])
        let change = try #require(try live.change())
        #expect(change.updatedIndexes == [0] && change.results.map(\.chases.count) == [1])
        #expect(change.results.map(\.name) == ["h"])
    }

    /// A deletion hides what others relate to the object meanwhile, and shows it when it is taken back.
    @Test func whatOthersHaveRelatedIsThereIfTheDeletionIsTakenBack() throws {
        let (cat, dog) = (Cat(name: "c"), Dog(name: "d", breed: "b"))
        deleting.insert(cat)
        try deleting.save()
        relating.insert(dog)
        try relating.save()
        deleting.delete(cat)
        dog.addToChases(try #require(try relating.fetch(FetchDescriptor<Cat>()).first))
        try relating.save()
        let live = LiveFetch(FetchDescriptor<Dog>(), in: deleting)
        let known = try #require(try live.change()?.results.first)
        #expect(known.chases.isEmpty)
        deleting.insert(cat)
        #expect(known.chases.map { $0 === cat } == [true] && cat.chasedBy.map { $0 === known } == [true])
        #expect(try live.change()?.updatedIndexes == [0])
        try deleting.save()
        #expect(known.chases.count == 1)
        relating.processPendingChanges()
        #expect(dog.chases.count == 1)
    }

    /// What another container, or another process, has changed is not listed.
    @Test func whatAnotherContainerHasRelatedIsThereIfTheDeletionIsTakenBack() throws {
        let store = try TemporaryStore()
        let (deleting, relating) = (try store.open(), try store.open())
        let (cat, dog) = (Cat(name: "c"), Dog(name: "d", breed: "b"))
        deleting.insert(cat)
        deleting.insert(dog)
        try deleting.save()
        deleting.delete(cat)
        let other = try #require(try relating.all(Cat.self).first)
        try #require(try relating.all(Dog.self).first).addToChases(other)
        other.name = "e"
        try relating.save()
        deleting.coordinator.observers.post(.byOtherProcess, from: nil)
        let known = try #require(try deleting.all(Dog.self).first)
        #expect(known === dog && dog.chases.isEmpty)
        deleting.insert(cat)
        #expect(cat.name == "e" && cat.chasedBy.map { $0 === dog } == [true])
        #expect(dog.chases.map { $0 === cat } == [true])
        try deleting.save()
        #expect(try store.lines("SELECT name FROM Animal WHERE _entity = 'Cat'") == ["e"])
        #expect(try relating.all(Dog.self).map(\.chases.count) == [1])
    }

    /// A list that this context has changed keeps its changes.
    @Test func aChangedListHasItAsWellIfTheDeletionIsTakenBack() throws {
        let (cat, second, dog) = (Cat(name: "c"), Cat(name: "s"), Dog(name: "d", breed: "b"))
        deleting.insert(cat)
        deleting.insert(second)
        try deleting.save()
        relating.insert(dog)
        try relating.save()
        deleting.delete(cat)
        dog.addToChases(try #require(try relating.fetch(FetchDescriptor<Cat>()).first { $0.name == "c" }))
        try relating.save()
        let known = try #require(try deleting.fetch(FetchDescriptor<Dog>()).first)
        #expect(known.chases.isEmpty)
        known.addToChases(second)
        deleting.insert(cat)
        #expect(Set(known.chases.map(\.name)) == ["c", "s"])
        try deleting.save()
        #expect(Set(known.chases.map(\.name)) == ["c", "s"])
        relating.processPendingChanges()
        #expect(Set(dog.chases.map(\.name)) == ["c", "s"])
    }

    /// A deletion takes an object's partner, and another context gives it another one meanwhile: the key is at the other side.
    @Test func aPartnerThatOthersHaveGivenIsThereAfterTheSave() throws {
        let trip = Trip(name: "t", accommodation: LivingAccommodation(name: "a"))
        let (first, second) = (try #require(trip.accommodation), LivingAccommodation(name: "b"))
        deleting.insert(trip)
        deleting.insert(second)
        try deleting.save()
        let theirs = try #require(try relating.fetch(FetchDescriptor<Trip>()).first)
        let other = try #require(try relating.all(LivingAccommodation.self).first { $0.name == "b" })
        #expect(theirs.accommodation?.name == "a" && other.trip == nil)
        let live = LiveFetch(FetchDescriptor<Trip>(), in: deleting)
        #expect(try live.change()?.results.map { $0.accommodation === first } == [true])
        deleting.delete(first)
        #expect(trip.accommodation == nil)
        theirs.accommodation = other
        try relating.save()
        try deleting.save()
        #expect(first.isDeleted && second.trip === trip)
        #expect(trip.accommodation === second)
        #expect(try live.change()?.updatedIndexes == [0])
        #expect(!deleting.hasChanges)
    }
}
