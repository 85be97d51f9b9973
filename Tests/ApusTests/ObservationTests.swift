import Apus
import Foundation
import Observation
import Testing

/// Observers are notified of changes once, as with any observable type.
struct ObservationTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open(isObservable: true)
    }

    @Test func aChangeIsTold() throws {
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "b" }) == 1)
        #expect(changes(of: { _ = trip.name }, by: { trip.destination = nil }) == 0)
        #expect(
            changes(of: { _ = (trip.name, trip.destination) }, by: { (trip.name, trip.destination) = ("c", nil) }) == 1
        )
        #expect(changes(of: {}, by: { trip.name = "d" }) == 0)
        // One object's property is not another's.
        let other = Trip(name: "o")
        context.insert(other)
        #expect(changes(of: { _ = trip.name }, by: { other.name = "p" }) == 0)
    }

    @Test func theOldValueIsThereWhenTheChangeIsTold() {
        let trip = Trip(name: "a")
        let seen = Box<[String]>([])
        let box = Box(trip)
        withObservationTracking {
            _ = trip.name
        } onChange: {
            seen.value.append(box.value.name)
        }
        trip.name = "b"
        #expect(seen.value == ["a"] && trip.name == "b")
    }

    /// A response of an observer to a change must not revert it.
    @Test func savingInAnswerKeepsTheChange() throws {
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        let box = Box(context)
        withObservationTracking {
            _ = trip.name
        } onChange: {
            try? box.value.save()
        }
        trip.name = "b"
        #expect(context.hasChanges)
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["b"])
    }

    @Test func bothSidesOfARelationshipAreTold() throws {
        let (a, b) = (Trip(name: "a"), Trip(name: "b"))
        let item = BucketListItem(title: "x", trip: a)
        for trip in [a, b] { context.insert(trip) }
        try context.save()
        #expect(changes(of: { _ = item.trip }, by: { item.trip = b }) == 1)
        #expect(changes(of: { _ = b.bucketList }, by: { item.trip = a }) == 1)
        #expect(changes(of: { _ = a.bucketList }, by: { item.trip = b }) == 1)
        #expect(changes(of: { _ = item.trip }, by: { a.addToBucketList(item) }) == 1)
        #expect(changes(of: { _ = b.bucketList }, by: { a.name = "c" }) == 0)
    }

    @Test func theOrderOfARelationshipIsTold() throws {
        let (list, one, two) = (Playlist(name: "p"), Guest(name: "1"), Guest(name: "2"))
        list.guests = [one, two]
        context.insert(list)
        try context.save()
        #expect(changes(of: { _ = list.guests }, by: { list.guests = [two, one] }) == 1)
        #expect(changes(of: { _ = list.guests }, by: { list.guests = [two, one] }) == 0)
    }

    @Test func aFaultIsToldOf() throws {
        context.insert(Trip(name: "a"))
        try context.save()
        let fresh = try store.open(isObservable: true)
        let trip = try #require(fresh.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip)
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "b" }) == 1)
    }

    @Test func aRollbackIsTold() throws {
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        trip.name = "b"
        #expect(changes(of: { _ = trip.name }, by: { context.rollback() }) == 1)
        #expect(trip.name == "a")
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "c" }) == 1)
    }

    @Test func aDerivedValueIsToldWhenItIsSaved() throws {
        let document = Document(title: "Ä", scan: Data(), colours: [])
        context.insert(document)
        try context.save()
        let before: String? = document.searchTitle
        document.title = "Ö"
        #expect(changes(of: { _ = document.searchTitle }, by: { try? context.save() }) == 1)
        #expect(document.searchTitle != before && document.searchTitle != nil)
    }

    @Test func aFreeObjectIsToldOfAndGoesOnBeingSo() throws {
        let trip = Trip(name: "a")
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "b" }) == 1)
        context.insert(trip)
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "c" }) == 1)
        try context.save()
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "d" }) == 1)
        context.delete(trip)
        try context.save()
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "e" }) == 1)
    }

    /// Reads have no overhead if the objects are not observable.
    @Test func savingInAnswerToAnInsertionAfterADeletion() throws {
        let (parent, child) = (Person(name: "p"), Person(name: "c"))
        context.insert(parent)
        try context.save()
        parent.children = [child]
        context.delete(parent)
        let box = Box(context)
        withObservationTracking {
            _ = child.parent
        } onChange: {
            try? box.value.save()
        }
        context.insert(parent)
        #expect(child.parent === parent && parent.children == [child])
        try context.save()
        #expect(try store.lines("SELECT name, parent FROM Person ORDER BY name") == ["c|1", "p|"])
    }

    @Test func whatWasTrackedIsLetGoOfWithTheObject() {
        weak var watcher: Box<[String]>?
        do {
            let trip = Trip(name: "a")
            let seen = Box<[String]>([])
            watcher = seen
            withObservationTracking {
                _ = trip.name
            } onChange: {
                seen.value.append("changed")
            }
            #expect(watcher != nil)
        }
        #expect(watcher == nil)
    }

    @Test func aContextMayBeUnobservable() throws {
        let quiet = try store.open(isObservable: false)
        let trip = Trip(name: "a")
        quiet.insert(trip)
        #expect(changes(of: { _ = trip.name }, by: { trip.name = "b" }) == 0)
        #expect(!quiet.isObservable && context.isObservable)
    }

    /// The number of notifications for the properties that a closure reads.
    private func changes(of read: () -> Void, by change: () -> Void) -> Int {
        let count = Box(0)
        withObservationTracking(read) { count.value += 1 }
        change()
        return count.value
    }
}
