import Apus
import Foundation
import Observation
import Testing

/// Observers that change objects, save or roll back in the middle of a change: a relationship's two ends agree whatever
/// they do.
struct ObserverChangeTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let (a, b, c): (Trip, Trip, Trip)
    private let item: BucketListItem

    init() throws {
        store = try TemporaryStore()
        context = try store.open(isObservable: true)
        (a, b, c) = (Trip(name: "a"), Trip(name: "b"), Trip(name: "c"))
        item = BucketListItem(title: "x", trip: a)
        for trip in [a, b, c] { context.insert(trip) }
        try context.save()
    }

    /// Checks that both ends agree, in memory and in the store.
    private func expectAgreement() throws {
        for trip in [a, b, c] { #expect(trip.bucketList == (item.trip === trip ? [item] : [])) }
        let expected = item.trip?.name
        try context.save()
        #expect(
            try store.lines("SELECT t.name FROM BucketListItem i JOIN Trip t ON t._id = i.trip") == [expected ?? ""]
        )
    }

    @Test func anObserverThatSetsTheSameRelationship() throws {
        beforeChange(of: { _ = item.trip }) { item.trip = c }
        item.trip = b
        #expect(item.trip === b)
        try expectAgreement()
    }

    @Test func anObserverOfTheOtherEndThatSetsTheRelationship() throws {
        beforeChange(of: { _ = b.bucketList }) { item.trip = c }
        item.trip = b
        try expectAgreement()
    }

    @Test func anObserverOfTheOldEndThatSetsTheRelationship() throws {
        beforeChange(of: { _ = a.bucketList }) { c.addToBucketList(item) }
        b.addToBucketList(item)
        try expectAgreement()
    }

    @Test(arguments: 0..<3) func anObserverThatRollsBack(end: Int) throws {
        let reads: [() -> Void] = [{ _ = item.trip }, { _ = a.bucketList }, { _ = b.bucketList }]
        beforeChange(of: reads[end]) { context.rollback() }
        item.trip = b
        try expectAgreement()
    }

    @Test(arguments: 0..<3) func anObserverThatSaves(end: Int) throws {
        let reads: [() -> Void] = [{ _ = item.trip }, { _ = a.bucketList }, { _ = b.bucketList }]
        let seen = Box<[String]>([])
        beforeChange(of: reads[end]) {
            // No end has changed yet.
            seen.value.append("\(item.trip?.name ?? "") \(a.bucketList.count) \(b.bucketList.count)")
            try? context.save()
        }
        item.trip = b
        #expect(seen.value == ["a 1 0"] && item.trip === b)
        try expectAgreement()
    }

    @Test func anObserverOfAListThatChangesIt() throws {
        let (x, y) = (Tag(name: "x"), Tag(name: "y"))
        for tag in [x, y] { context.insert(tag) }
        try context.save()
        beforeChange(of: { _ = a.tags }) { a.removeFromTags(x) }
        a.addToTags(x)
        #expect(a.tags.contains(x) == x.trips.contains(a))
        beforeChange(of: { _ = a.tags }) { a.addToTags(y) }
        a.tags = []
        #expect(a.tags.contains(y) == y.trips.contains(a) && a.tags.contains(x) == x.trips.contains(a))
    }

    @Test func anObserverInTheMiddleOfAOneToOne() throws {
        let (hut, tent) = (LivingAccommodation(name: "hut"), LivingAccommodation(name: "tent"))
        for other in [hut, tent] { context.insert(other) }
        (a.accommodation, b.accommodation) = (hut, tent)
        try context.save()
        beforeChange(of: { _ = tent.trip }) { c.accommodation = tent }
        a.accommodation = tent
        for (trip, other) in [(a, hut), (b, hut), (c, hut), (a, tent), (b, tent), (c, tent)] {
            #expect((trip.accommodation === other) == (other.trip === trip))
        }
        try context.save()
    }

    // MARK: - Observers of objects that leave

    /// An object that takes the row of an early fault: its observers are told when the save is complete.
    @Test func anObserverOfAnEarlyFaultThatSaves() throws {
        let early = try #require(context.model(for: PersistentIdentifier(entityName: "Trip", row: 4)) as? Trip)
        beforeChange(of: { _ = early.tags }) {
            context.insert(Tag(name: "t"))
            try? context.save()
        }
        // Reading showed that there is no row.
        _ = early.isDeleted
        let again = context.model(for: PersistentIdentifier(entityName: "Trip", row: 4)) as? Trip
        if let again, again !== early {
            beforeChange(of: { _ = again.tags }) { try? context.save() }
        }
        context.insert(Trip(name: "d"))
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY _id") == ["a", "b", "c", "d"])
    }

    @Test func anObserverOfADeletedObjectThatRollsBack() throws {
        beforeChange(of: { _ = c.bucketList }) { context.rollback() }
        context.delete(c)
        try context.save()
        #expect(c.isDeleted && c.modelContext == nil)
        #expect(try context.all(Trip.self) == [a, b])
        try context.save()
    }

    /// A fault of the wrong entity is replaced while rows are read; its observer fetches from the same table.
    @Test func anObserverOfAReplacedFaultThatFetches() throws {
        for name in ["r", "s", "t"] { context.insert(Dog(name: name, breed: "x")) }
        try context.save()
        let fresh = try store.open(isObservable: true)
        let wrong = try #require(fresh.model(for: PersistentIdentifier(entityName: "Cat", row: 1)) as? Cat)
        var count = 0
        // The end of a to-many relationship is known without reading the row.
        beforeChange(of: { _ = wrong.chasedBy }) { count += ((try? fresh.all(Animal.self))?.count ?? 0) }
        #expect(try fresh.all(Animal.self).count == 3)
        #expect(count == 3)
    }

    /// A transformer that reads the property whose value it decodes.
    @Test func readingAPropertyInTheMiddleOfReadingIt() throws {
        let colours = [Colour(red: 1, name: String(repeating: "x", count: 120_000))]
        context.insert(Document(title: "d", scan: Data(), colours: colours))
        try context.save()
        let fresh = try store.open()
        let document = try #require(try fresh.all(Document.self).first)
        let box = Box((document, count: 0))
        Colour.$onDecoding.withValue({
            box.value.count += 1
            if box.value.count == 1 { _ = box.value.0.colours }
        }) {
            #expect(document.colours.count == 1)
        }
        #expect(box.value.count == 2)
    }
}
