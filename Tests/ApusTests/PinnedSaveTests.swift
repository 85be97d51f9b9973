import Foundation
import Testing

@testable import Apus

/// What a context that reads one state of the store reads after it has saved.
struct PinnedSaveTests {
    private func container(_ store: TemporaryStore, _ objects: [ModelObject]) throws -> ModelContainer {
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let context = ModelContext(container)
        for object in objects { context.insert(object) }
        try context.save()
        return container
    }

    private func saveTag(_ context: ModelContext) throws {
        context.insert(Tag(name: UUID().uuidString))
        try context.save()
    }

    @Test func allObjectsAreOfTheStateOfTheSave() throws {
        let store = try TemporaryStore()
        let container = try container(store, [Trip(name: "a"), Trip(name: "b")])
        let context = ModelContext(container)
        try context.pin()
        let mine = try context.all(Trip.self)
        // Another process changes two objects, of which one was read before, too.
        try store.tell("UPDATE Trip SET name = 'B', destination = 'x' WHERE name = 'b'")
        #expect(mine[1].name == "b")
        try saveTag(context)
        #expect(mine[1].name == "B" && mine[1].destination == "x")
        try store.tell("UPDATE Trip SET name = 'late'")
        #expect(mine.map(\.name) == ["a", "B"])
    }

    @Test func aListIsOfTheStateOfTheSave() throws {
        let store = try TemporaryStore()
        let container = try container(store, [Trip(name: "a")])
        let context = ModelContext(container)
        try context.pin()
        let trip = try context.all(Trip.self)[0]
        try saveTag(context)
        let other = ModelContext(container)
        _ = BucketListItem(title: "x", trip: try other.all(Trip.self)[0])
        try other.save()
        #expect(trip.bucketList.isEmpty)
        let mine = BucketListItem(title: "mine", trip: trip)
        #expect(trip.bucketList.map(\.title) == ["mine"] && mine.trip === trip)
        try context.save()
        #expect(Set(trip.bucketList.map(\.title)) == ["mine", "x"])
        #expect(try store.lines("SELECT trip FROM BucketListItem") == ["1", "1"])
    }

    @Test func aKeyThatIsChangedAfterASaveIsKept() throws {
        let store = try TemporaryStore()
        let container = try container(store, [Trip(name: "a"), LivingAccommodation(name: "hut")])
        let context = ModelContext(container)
        try context.pin()
        let trip = try context.all(Trip.self)[0]
        let hut = try context.all(LivingAccommodation.self)[0]
        try saveTag(context)
        let other = ModelContext(container)
        try other.all(LivingAccommodation.self)[0].name = "theirs"
        try other.save()
        hut.trip = trip
        #expect(hut.trip === trip && trip.accommodation === hut)
        try context.save()
        #expect(hut.trip === trip && hut.name == "theirs")
        #expect(try store.lines("SELECT name, trip FROM LivingAccommodation") == ["theirs|1"])
    }

    @Test(arguments: [false, true]) func observersOfASaveNeitherPinNorUnpin(_ isPinned: Bool) throws {
        let store = try TemporaryStore()
        let container = try container(store, [Trip(name: "a")])
        let context = ModelContext(container)
        if isPinned { try context.pin() }
        nonisolated(unsafe) let observed = context
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in
            #expect(throws: ModelError.nestedSave) { try observed.pin() }
            observed.unpin()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let trip = try context.all(Trip.self)[0]
        let new = Trip(name: "new")
        context.insert(new)
        trip.name = "mine"
        try context.save()
        #expect(context.isPinned == isPinned)
        context.refresh(new)
        context.refresh(trip)
        #expect(new.name == "new" && !new.isDeleted && trip.name == "mine")
        try store.tell("UPDATE Trip SET name = 'late'")
        context.refresh(trip)
        #expect(trip.name == (isPinned ? "mine" : "late"))
    }
}
